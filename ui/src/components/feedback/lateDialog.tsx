import { type Load, lazyPart } from './latePart';
import { PartNotLoaded } from './PartNotLoaded';

/**
 * A `latePart` that opens over the screen. If its code cannot be loaded, the message shows only while the dialog should be
 * open. It is scrolled to, because it may stand far from what the customer pressed.
 */
export const lateDialog = <Props extends { isOpen: boolean }>(load: Load<Props>) =>
  lazyPart(load, ({ isOpen }: Props) => (isOpen ? <DialogNotLoaded /> : null));

const DialogNotLoaded = () => (
  <div ref={scrollTo}>
    <PartNotLoaded />
  </div>
);

const scrollTo = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'nearest' });
