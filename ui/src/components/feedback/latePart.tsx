import { type ComponentType, lazy } from 'react';
import { useLoaded } from '~/lib/useLoaded';
import { PartNotLoaded } from './PartNotLoaded';

interface Code<Props> {
  default: ComponentType<Props>;
}

export type Load<Props> = () => Promise<Code<Props>>;

/**
 * A part of a screen whose code loads when the part is first shown, for use inside `Suspense`. While the code cannot be loaded,
 * a message with a reload takes the part's place, and loading is tried again. React's `lazy` alone would replace the whole
 * screen, with what is typed into it.
 */
export const latePart = <Props extends object>(load: Load<Props>) => lazyPart(load, PartNotLoaded);

/** A `latePart` without which the screen works: until it is loaded, nothing is shown. */
export const optionalPart = <Props extends object>(load: Load<Props>) => lazyPart(load, () => null);

/** A part that shows `Missing`, with its own props, while its code cannot be loaded. */
export const lazyPart = <Props extends object>(load: Load<Props>, Missing: ComponentType<Props>) =>
  lazy(() => load().catch(() => ({ default: partOnceLoaded(load, Missing) })));

function partOnceLoaded<Props extends object>(load: Load<Props>, Missing: ComponentType<Props>): ComponentType<Props> {
  // Kept for the next time that the part is shown: it would begin with the message again.
  let known: Code<Props> | null = null;
  const loadOnce = async () => (known ??= await load());
  return function PartOnceLoaded(props) {
    const { code } = useLoaded(loadOnce, known === null);
    const shown = known ?? code;
    return shown === null ? <Missing {...props} /> : <shown.default {...props} />;
  };
}
