import { encode } from 'uqr';
import { Dialog } from '~/components/feedback/Dialog';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { leave } from './leave';
import styles from './StoreTablet.module.css';
import { AnswersUnsent, type usePhoneLink } from './usePhoneLink';

interface PhoneDialogProps {
  phone: ReturnType<typeof usePhoneLink>;
  onClose: () => void;
}

/** Shows a code with which the customer continues on their own phone. Once it is used, the tablet ends its own session. */
export default function PhoneDialog({ phone: { link, isUsed, isOver, error, make }, onClose }: PhoneDialogProps) {
  return (
    <Dialog isOpen onClose={isUsed ? leave : onClose} title="Continue on your own phone">
      <div className={styles.code}>
        <div className={styles.picture} data-empty={isUsed || isOver || error !== null}>
          {isUsed ? (
            <Tick />
          ) : isOver || error ? null : link ? (
            <Code link={link} />
          ) : (
            <Spinner label="Making your code" />
          )}
        </div>
        <div className={styles.words}>
          <p role="status">
            {isUsed ? used : error instanceof AnswersUnsent ? unsent : error ? failed : isOver ? over : null}
          </p>
          {isUsed || isOver || error ? null : (
            <p>
              Scan this code with your phone’s camera. You continue there where you left off, and this tablet forgets
              you.
            </p>
          )}
          {isUsed ? <Button onClick={leave}>Finish</Button> : null}
          {error && !isUsed ? <Button onClick={make}>Try again</Button> : null}
          {isOver && !error && !isUsed ? <Button onClick={make}>Make a new code</Button> : null}
        </div>
      </div>
    </Dialog>
  );
}

const used = 'Your phone has it now. This tablet forgets you in a moment.';
const failed = 'The code could not be made right now.';
const unsent = 'Your last answers could not be sent yet, and your phone would not have them.';
const over = 'This code has expired.';

const Tick = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="m7 12.5 3.5 3.5 7-8" fill="none" stroke="currentColor" strokeWidth="0.75" />
  </svg>
);

/** The width of the light edge that a camera needs around a code, in squares. */
const edge = 4;

function Code({ link }: { link: string }) {
  const { data, size } = encode(link, { ecc: 'M', border: 0 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const fullSize = size + 2 * edge;
  return (
    <svg
      viewBox={`${-edge} ${-edge} ${fullSize} ${fullSize}`}
      role="img"
      aria-label="A code for your phone’s camera"
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  );
}
