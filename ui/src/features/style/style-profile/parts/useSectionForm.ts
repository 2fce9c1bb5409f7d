import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { issuesOf, whyFailed } from '~/api/errors';
import type { useAnswers } from '~/api/style/answers';
import { type AnswerSet, useSaveAnswers } from '~/api/style/answerSet';
import type { Question, Questionnaire } from '~/api/style/questionnaire';
import { fieldsOf, quizPlan, readinessQuestion } from '~/api/style/quizPlan';
import { showSuccess } from '~/components/feedback/Toaster';
import { controlId } from '~/components/style/questions/QuestionList';
import { useFaults } from '~/components/style/questions/useFaults';
import { messagesText, quizStepReadiness, type Responses } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { useNavigate } from '~/lib/router/hooks';
import { useOnce } from '~/lib/useOnce';
import { paths } from '~/paths';
import { focusHeading } from '~/lib/focusHeading';
import type { Section } from '../sections';
import { afterChangedElsewhere, startingAnswers, valuesOf, withAnswer } from './sectionModel';

/** The changed answers of a section that are not saved yet. */
interface Changes {
  changed: AnswerSet;
}

const draft = declareDraft<Changes>({ name: 'style profile', lifetime: 'customer', fields: ['changed'] });
const unchanged: Changes = { changed: {} };

export interface SectionFormProps {
  section: Section;
  questionnaire: Questionnaire['questions'];
  profile: string;
  answers: ReturnType<typeof useAnswers>;
}

export const isDeck = ({ properties }: Question) => properties.control === 'shuffle';

/** The state of a section's form: what is changed, what is still missing, and how it is saved. */
export function useSectionForm({ section, questionnaire, profile, answers }: SectionFormProps) {
  const navigate = useNavigate();
  const save = useSaveAnswers(profile, answers.settle);
  const [{ changed }, setChanges] = useDraftState(draft, unchanged, { scope: section.id });
  const [faults, setFault] = useFaults();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [wasPressed, setWasPressed] = useState(false);
  const [wasRestored] = useState(Object.keys(changed).length > 0);
  const [versions, setVersions] = useState<Readonly<Record<string, number>>>({});
  const once = useOnce();

  const saved = answers.responses;
  const { asked } = quizPlan(questionnaire, saved, paths.editProfile(section.id));
  const steps = asked.filter(({ onboarding_section }) => section.holds.includes(onboarding_section));
  /** What can hold a message: the fields and the decks. */
  const places = steps.flatMap(fieldsOf);
  const fields = places.filter((place) => !isDeck(place));
  const set = { ...startingAnswers(fields, saved), ...changed };
  const responses = { ...saved, ...valuesOf(set) };
  const { missing } = quizStepReadiness({ questions: fields.map(readinessQuestion), responses });
  const open = fields.filter(({ ref }) => missing.includes(ref) || faults[ref] !== undefined);
  const hasChanges = Object.keys(changed).length > 0;
  const isPhotos = (ref: string) => fields.some((field) => field.ref === ref && field.type === 'file_upload');

  const change = (ref: string, value: unknown) => {
    setChanges({ changed: withAnswer(changed, saved, ref, value) });
    setRefused(({ [ref]: _mended, ...rest }) => rest);
  };
  /** Mounts controls again, which drops what was typed there. */
  const remount = (refs: readonly string[]) => {
    setVersions((known) => ({ ...known, ...Object.fromEntries(refs.map((ref) => [ref, (known[ref] ?? 0) + 1])) }));
    for (const ref of refs) setFault(ref, null);
  };
  const showChangedElsewhere = (refs: readonly string[], latest: Responses) => {
    const after = afterChangedElsewhere(changed, refs, latest);
    remount(after.dropped);
    setChanges({ changed: after.changed });
    setRefused(after.messages);
  };

  const send = async () => {
    try {
      if (Object.keys(set).length > 0) {
        const { changedElsewhere, saved: latest } = await save.mutateAsync(set);
        if (changedElsewhere.length > 0) {
          // The controls are mounted again before one of them gets the focus.
          flushSync(() => showChangedElsewhere(changedElsewhere, latest));
          focusOn(places, changedElsewhere);
          return;
        }
      }
      forgetDraft(draft, section.id);
      showSuccess('Your profile is saved.');
      await navigate(paths.styleProfile);
    } catch (error) {
      // A toast shows the failure. The changes stay.
      const issues = issuesOf(error);
      setRefused(Object.fromEntries(issues.map(({ field, message }) => [field, message])));
      focusOn(
        places,
        issues.map(({ field }) => field),
      );
    }
  };

  return {
    steps,
    responses,
    busy: save.isPending,
    /** Whether the form has unsaved changes from before a reload. */
    isRestored: wasRestored && hasChanges,
    isUndoOffered: hasChanges && !wasRestored,
    missing: open.map(({ title }) => title),
    // The message about an answer is shown at its question.
    failure: Object.keys(refused).length > 0 ? [] : whyFailed(save.error),
    messageOf: (ref: string) =>
      refused[ref] ?? (wasPressed && missing.includes(ref) ? messagesText('required') : undefined),
    versionOf: (ref: string) => versions[ref] ?? 0,
    setFault,
    answer: change,
    /** Changes the present answer. Photos are saved as soon as they are sent. */
    change: (ref: string, changing: (answer: unknown) => unknown) =>
      isPhotos(ref) ? answers.change(ref, changing) : change(ref, changing(responses[ref])),
    takeBack: () => {
      remount(refsOf(fields));
      setChanges(unchanged);
      setRefused({});
      // The pressed button disappears.
      focusHeading({ scrolls: true });
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setWasPressed(true);
      if (open.length > 0) focusOn(fields, refsOf(open));
      else void once(send);
    },
  };
}

const refsOf = (questions: readonly Question[]) => questions.map(({ ref }) => ref);

/** Focuses the first of these questions, in the form's order. */
function focusOn(places: readonly Question[], refs: readonly string[]): void {
  const first = places.find(({ ref }) => refs.includes(ref));
  if (first) document.getElementById(controlId(first))?.focus();
}
