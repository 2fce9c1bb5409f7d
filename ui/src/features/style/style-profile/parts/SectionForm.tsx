import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import type { useAnswers } from '~/api/style/answers';
import { type AnswerSet, useSaveAnswers } from '~/api/style/answerSet';
import type { Question, Questionnaire } from '~/api/style/questionnaire';
import { fieldsOf, quizPlan, readinessQuestion } from '~/api/style/quizPlan';
import { issuesOf, whyFailed } from '~/api/errors';
import { Banner } from '~/components/feedback/Banner';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { TextButton } from '~/components/form/TextButton';
import { controlId, QuestionList, useFaults } from '~/components/style/questions/QuestionList';
import { messagesText, quizStepReadiness, type Responses } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { paths } from '~/paths';
import type { Section } from '../sections';
import { OutfitsAgain } from './OutfitsAgain';
import styles from './SectionForm.module.css';

/** The answers of a section that are changed and not saved yet. */
interface Changes {
  changed: AnswerSet;
}

const draft = declareDraft<Changes>({ name: 'style profile', lifetime: 'customer', fields: ['changed'] });
const unchanged: Changes = { changed: {} };

interface SectionFormProps {
  section: Section;
  questionnaire: Questionnaire['questions'];
  profile: string;
  answers: ReturnType<typeof useAnswers>;
}

/** The form of a section. Its answers are saved together; only photos are kept as soon as they are sent. */
export function SectionForm({ section, questionnaire, profile, answers }: SectionFormProps) {
  const navigate = useNavigate();
  const save = useSaveAnswers(profile, answers.settle);
  const [{ changed }, setChanges] = useDraftState(draft, unchanged, { scope: section.id });
  const [faults, setFault] = useFaults();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [wasPressed, setWasPressed] = useState(false);
  const [restored] = useState(Object.keys(changed).length > 0);
  const [versions, setVersions] = useState<Readonly<Record<string, number>>>({});
  const sending = useRef(false);

  const saved = answers.responses;
  const steps = quizPlan(questionnaire, saved, paths.editProfile(section.id)).asked.filter(({ onboarding_section }) =>
    section.holds.includes(onboarding_section),
  );
  const fields = steps.filter((step) => !isDeck(step)).flatMap(fieldsOf);
  const starting = startingAnswers(fields, saved);
  const responses = { ...saved, ...valuesOf({ ...starting, ...changed }) };
  const { missing } = quizStepReadiness({ questions: fields.map(readinessQuestion), responses });
  const open = fields.filter(({ ref }) => missing.includes(ref) || faults[ref] !== undefined);
  const hasChanges = Object.keys(changed).length > 0;

  const change = (ref: string, value: unknown) => {
    // What it was before the first change: nothing is an answer too, and another device may have given one since.
    const known = changed[ref] ? changed[ref].known : (saved[ref] ?? null);
    const others = Object.entries(changed).filter(([other]) => other !== ref);
    const isBack = JSON.stringify(value ?? null) === JSON.stringify(known);
    setChanges({ changed: Object.fromEntries(isBack ? others : [...others, [ref, { value, known }]]) });
    setRefused(({ [ref]: _mended, ...rest }) => rest);
  };
  /** Shows the answers to these questions as they are saved: what was changed or typed there is dropped. */
  const drop = (refs: readonly string[]) => {
    setChanges({ changed: Object.fromEntries(Object.entries(changed).filter(([ref]) => !refs.includes(ref))) });
    setVersions((known) => ({ ...known, ...Object.fromEntries(refs.map((ref) => [ref, (known[ref] ?? 0) + 1])) }));
    for (const ref of refs) setFault(ref, null);
  };
  const takeBack = () => {
    drop(fields.map(({ ref }) => ref));
    setChanges(unchanged);
    setRefused({});
    // The pressed button goes away.
    document.querySelector('h1')?.focus();
  };
  /** What the customer changed stays, and another press saves it; what only started with an answer shows the one that is saved. */
  const showChangedElsewhere = (refs: readonly string[], latest: Responses) => {
    drop(refs.filter((ref) => !(ref in changed)));
    const seen = Object.entries(changed).map(([ref, answer]) => [
      ref,
      refs.includes(ref) ? { ...answer, known: latest[ref] ?? null } : answer,
    ]);
    setChanges({ changed: Object.fromEntries(seen) });
    const codeOf = (ref: string) => (ref in changed ? 'changed_elsewhere' : 'answered_elsewhere');
    setRefused(Object.fromEntries(refs.map((ref) => [ref, messagesText(codeOf(ref))])));
  };
  const isPhotos = (ref: string) => fields.some((field) => field.ref === ref && field.type === 'file_upload');

  const send = async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      const set = { ...starting, ...changed };
      if (Object.keys(set).length > 0) {
        const { changedElsewhere, saved: latest } = await save.mutateAsync(set);
        if (changedElsewhere.length > 0) {
          // The controls are made anew before one of them takes the focus.
          flushSync(() => showChangedElsewhere(changedElsewhere, latest));
          focusOn(fields, changedElsewhere);
          return;
        }
      }
      forgetDraft(draft, section.id);
      showSuccess('Your profile is saved.');
      await navigate(paths.styleProfile);
    } catch (error) {
      // A toast has said it. What was changed stays.
      const issues = issuesOf(error);
      setRefused(Object.fromEntries(issues.map(({ field, message }) => [field, message])));
      focusOn(
        fields,
        issues.map(({ field }) => field),
      );
    } finally {
      sending.current = false;
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasPressed(true);
    if (open.length > 0)
      focusOn(
        fields,
        open.map(({ ref }) => ref),
      );
    else void send();
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {restored && hasChanges ? (
        <Banner>
          <p>You changed something here that is not saved yet.</p>
          <TextButton onClick={takeBack}>Undo my changes</TextButton>
        </Banner>
      ) : null}
      {steps.length === 0 ? <p>There is nothing to answer here right now.</p> : null}
      {steps.map((step) => (
        // What is typed while the set is being saved would be lost.
        <section key={step.ref} className={styles.step} aria-label={step.title} inert={save.isPending}>
          {step.type === 'group' || isDeck(step) ? (
            <div className={styles.heading}>
              <h2>{step.title}</h2>
              <p>{step.properties.description}</p>
            </div>
          ) : null}
          {isDeck(step) ? (
            <OutfitsAgain
              question={step}
              cards={questionnaire.shuffle}
              value={responses[step.ref]}
              onAnswer={(value) => change(step.ref, value)}
            />
          ) : (
            <QuestionList
              questions={fieldsOf(step)}
              responses={responses}
              titleShown={false}
              messageOf={(ref) =>
                refused[ref] ?? (wasPressed && missing.includes(ref) ? messagesText('required') : undefined)
              }
              onAnswer={change}
              onChange={(ref, changing) =>
                isPhotos(ref) ? answers.change(ref, changing) : change(ref, changing(responses[ref]))
              }
              onFault={setFault}
              versionOf={(ref) => versions[ref] ?? 0}
            />
          )}
        </section>
      ))}
      <div className={styles.actions}>
        <Button
          type="submit"
          missing={open.map(({ title }) => title)}
          busy={save.isPending}
          busyLabel="One moment..."
          // What is wrong with an answer stands at its question.
          failure={Object.keys(refused).length > 0 ? [] : whyFailed(save.error)}
        >
          Save Changes
        </Button>
        {hasChanges && !restored ? <TextButton onClick={takeBack}>Undo my changes</TextButton> : null}
        <Link to={paths.styleProfile}>Back to my style profile</Link>
      </div>
    </form>
  );
}

/** The answers of controls that start with one: leaving it as it is is an answer too. */
const startingAnswers = (fields: readonly Question[], saved: Responses): AnswerSet =>
  Object.fromEntries(
    fields.flatMap(({ ref, properties }) =>
      properties.default === undefined || ref in saved ? [] : [[ref, { value: properties.default, known: null }]],
    ),
  );

const isDeck = ({ properties }: Question) => properties.control === 'shuffle';

const valuesOf = (set: AnswerSet) => Object.fromEntries(Object.entries(set).map(([ref, { value }]) => [ref, value]));

/** Focuses the first of these questions, in the form's order. */
function focusOn(fields: readonly Question[], refs: readonly string[]): void {
  const first = fields.find(({ ref }) => refs.includes(ref));
  if (first) document.getElementById(controlId(first))?.focus();
}
