import { type Load, lazyPart } from '~/components/feedback/latePart';
import { PartNotLoaded } from '~/components/feedback/PartNotLoaded';
import { MemberPage } from './MemberPage';

/**
 * A `latePart` that is all of a screen below its header. If its code cannot be loaded, the screen has `title` as its heading, so
 * that the focus can go there.
 */
export const lateScreen = <Props extends object>(title: string, load: Load<Props>) =>
  lazyPart(load, () => (
    <MemberPage title={title}>
      <PartNotLoaded />
    </MemberPage>
  ));
