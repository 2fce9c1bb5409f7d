import { Banner } from '~/components/feedback/Banner';
import { UndoChanges } from './UndoChanges';

/** Says that a form shows changes that are not saved yet, because it was restored, and offers to undo them. */
export const RestoredNote = ({ onUndo }: { onUndo: () => void }) => (
  <Banner>
    <p>You changed something here that is not saved yet.</p>
    <UndoChanges onUndo={onUndo} />
  </Banner>
);
