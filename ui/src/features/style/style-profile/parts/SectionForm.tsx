import type { Question, Questionnaire } from '~/api/style/questionnaire';
import { fieldsOf } from '~/api/style/quizPlan';
import { Button } from '~/components/form/Button';
import { RestoredNote } from '~/components/form/RestoredNote';
import { UndoChanges } from '~/components/form/UndoChanges';
import { controlId, QuestionList } from '~/components/style/questions/QuestionList';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { RemainingOutfits } from './RemainingOutfits';
import styles from './SectionForm.module.css';
import { isDeck, type SectionFormProps, useSectionForm } from './useSectionForm';

/** The form of a section. Its answers are saved together, except photos, which are saved as soon as they are sent. */
export function SectionForm(props: SectionFormProps) {
  const form = useSectionForm(props);
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.isRestored ? <RestoredNote onUndo={form.takeBack} /> : null}
      {form.steps.length === 0 ? <p>There is nothing to answer here right now.</p> : null}
      {form.steps.map((step) => (
        <Step key={step.ref} step={step} cards={props.questionnaire.shuffle} form={form} />
      ))}
      <div className={styles.actions}>
        <Button type="submit" missing={form.missing} busy={form.busy} busyLabel="One moment..." failure={form.failure}>
          Save Changes
        </Button>
        {form.isUndoOffered ? <UndoChanges onUndo={form.takeBack} /> : null}
        <Link to={paths.styleProfile}>Back to my style profile</Link>
      </div>
    </form>
  );
}

interface StepProps {
  step: Question;
  cards: Questionnaire['questions']['shuffle'];
  form: ReturnType<typeof useSectionForm>;
}

/** A step of the quiz in its section. It is inert while the set is being saved, because typed text would be lost. */
const Step = ({ step, cards, form }: StepProps) => (
  <section className={styles.step} aria-label={step.title} inert={form.busy}>
    {step.type === 'group' || isDeck(step) ? (
      <div className={styles.heading}>
        <h2>{step.title}</h2>
        <p>{step.properties.description}</p>
      </div>
    ) : null}
    {isDeck(step) ? (
      <RemainingOutfits
        question={step}
        id={controlId(step)}
        cards={cards}
        value={form.responses[step.ref]}
        message={form.messageOf(step.ref)}
        onAnswer={(value) => form.answer(step.ref, value)}
      />
    ) : (
      <QuestionList
        questions={fieldsOf(step)}
        responses={form.responses}
        titleShown={false}
        messageOf={form.messageOf}
        onAnswer={form.answer}
        onChange={form.change}
        onFault={form.setFault}
        versionOf={form.versionOf}
      />
    )}
  </section>
);
