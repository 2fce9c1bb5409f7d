import { TextButton } from './TextButton';

/** The button that shows in a form again what is saved. */
export const UndoChanges = ({ onUndo }: { onUndo: () => void }) => (
  <TextButton onClick={onUndo}>Undo my changes</TextButton>
);
