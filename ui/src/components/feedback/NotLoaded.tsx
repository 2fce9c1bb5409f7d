import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { useFocusAfterPress } from '~/lib/useFocusAfterPress';

interface NotLoadedProps {
  /** What could not be loaded, in the customer's words: `your box`. */
  what: string;
  retry: () => void;
  busy?: boolean;
}

/** Shown in the members' area instead of data that could not be loaded. The failed call has already shown a toast. */
export const NotLoaded = ({ what, retry, busy = false }: NotLoadedProps) => (
  <Banner>
    <p>We can’t look up {what} right now. Nothing is lost.</p>
    <Button ref={useFocusAfterPress()} variant="quiet" onClick={retry} busy={busy}>
      Try again
    </Button>
  </Banner>
);
