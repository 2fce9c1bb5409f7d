import { useId, useState } from 'react';
import type { LineItem } from '~/api/order/orders';
import { Dialog } from '~/components/feedback/Dialog';
import { Button } from '~/components/form/Button';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { TextArea } from '~/components/form/TextArea';
import { decisionReasons } from '~/core';
import { useDraftState } from '~/lib/draft/useDraft';
import { type Choice, feedbackDraft, feedbackScope, partsOf } from './choices';

const words = {
  Return: { title: 'Why is it going back?', legend: 'What was it?' },
  Keep: { title: 'What do you love about it?', legend: 'What won you over' },
} as const;

interface FeedbackDialogProps {
  action: keyof typeof words;
  item: LineItem;
  choice: Choice;
  onSave: (feedback: Pick<Choice, 'reasons' | 'note'>) => void;
  onClose: () => void;
}

/** Asks for the reasons of a decision, for the stylist. Answering is optional. */
export function FeedbackDialog({ action, item, choice, onSave, onClose }: FeedbackDialogProps) {
  const [known] = useState(() => partsOf(choice));
  // The typed text is kept if the dialog was closed without Save, or if saving failed.
  const [feedback, setFeedback] = useDraftState(feedbackDraft, known, { scope: feedbackScope(item.id, action) });
  const { reasons, note } = feedback;
  const noteId = useId();
  const { title, legend } = words[action];
  return (
    <Dialog isOpen onClose={onClose} title={title} wide>
      <p>{item.description}</p>
      <ChoiceCards
        multiple
        compact
        legend={legend}
        choices={decisionReasons({ action }).map((reason) => ({ value: reason, label: reason }))}
        value={reasons}
        onChange={(chosen) => setFeedback({ reasons: chosen, note })}
      />
      <TextArea
        id={noteId}
        name="note"
        label="A note for your stylist"
        rows={3}
        value={note}
        onChange={({ target }) => setFeedback({ reasons, note: target.value })}
        onBlur={ignore}
        ref={null}
      />
      <Button onClick={() => (feedback === known ? onClose() : onSave(feedback))}>Save</Button>
    </Dialog>
  );
}

const ignore = () => undefined;
