import { type BaseSyntheticEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form';
import { ApiError, isUnreached, issuesOf, noteAtFields, presentation } from '~/api/errors';
import { dismissFailures, showError } from '~/components/feedback/Toaster';
import { type Issue, messagesText } from '~/core';
import type { Draft, FieldName } from '~/lib/draft/draft';
import { useDraftStart, useKeptDraft } from '~/lib/draft/useDraft';
import { cleanLines } from '~/lib/form/cleanLines';
import { dialPhones } from '~/lib/form/dialPhones';
import { coreResolver } from '~/lib/form/coreResolver';
import { useFormValues } from '~/lib/form/useFormValues';
import { useReached } from '~/lib/reach';
import type { Fault } from './ErrorSummary';
import type { Control, FieldBinding } from './field';

interface CoreFormOptions<Values extends FieldValues> {
  defaultValues: Values;
  /** The fields that outlive a reload; without it nothing is kept. */
  draft?: Draft<FieldName<Values>>;
  /** Returns the issues of the values: a call of core and nothing else. */
  validate: (values: Values) => Issue[];
  /** The fields that end up in letters and on labels: names, lines of an address. They are checked and sent as core cleans them. */
  lines?: readonly string[];
  /** The label of each field in the error summary, in the order in which issues are listed. */
  labels: Record<string, string>;
  /** Sends the form. If the server refuses it, the server's issues are shown at their fields and what was typed stays. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Returns the issues in a refusal, if they are not under `issues`. It must be the same function on every render. */
  refusals?: (error: unknown) => Refused[];
  /** Whether the screen itself shows why the form was refused, if it is about no field. */
  showsFailures?: boolean;
}

/** An issue in a refusal. `again`: the same value may be sent once more; until then the issue stays. */
export type Refused = Issue & { again?: boolean };

/** What was typed into a field that nothing has taken charge of yet; null if nothing was. */
const typedInto = (field: Control): string | null =>
  'defaultValue' in field && field.value !== field.defaultValue ? field.value : null;

const none: readonly string[] = [];

/** An issue from the server, with the refused value: it is shown until the value changes. */
type Refusal = Refused & { value: unknown };

/**
 * A form whose rules are core's. A field is checked when it loses the focus, all fields on submit, and a field with an
 * issue on every change. A double click sends once.
 */
export function useCoreForm<Values extends FieldValues>({
  defaultValues,
  draft,
  validate,
  lines = none,
  labels,
  onSubmit,
  refusals = issuesOf,
  showsFailures = false,
}: CoreFormOptions<Values>) {
  const formId = useId();
  const [refused, setRefused] = useState<Refusal[]>([]);
  const check = useCallback(
    (typed: Values): Issue[] => {
      const values = cleanLines(typed, lines);
      const issues = validate(dialPhones(values));
      const stillRefused = refused.filter(({ field, value }) => get(values, field) === value);
      return [...issues, ...stillRefused.filter(({ field }) => !issues.some((issue) => issue.field === field))];
    },
    [validate, lines, refused],
  );
  const resolver = useMemo(() => coreResolver(check), [check]);
  const [start] = useState(defaultValues);
  const begin = useDraftStart(draft, start);
  const form = useForm<Values>({
    defaultValues: begin.values as DefaultValues<Values>,
    resolver,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
  });
  const { formState, register, trigger } = form;
  const { errors } = formState;
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [unreached, setUnreached] = useState(false);
  const sending = useRef(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const holding = useRef(new Set<() => boolean>());
  const hold = useCallback((holds: () => boolean) => {
    holding.current.add(holds);
    return () => void holding.current.delete(holds);
  }, []);
  const reached = useReached();
  const [wasReached, setWasReached] = useState(reached);
  if (reached !== wasReached) {
    setWasReached(reached);
    if (reached) setUnreached(false);
  }

  useEffect(() => {
    if (refused.length === 0) return;
    void trigger(refused.map((issue) => issue.field as Path<Values>)).then(() => setAttempt((count) => count + 1));
  }, [refused, trigger]);

  const names = Object.keys(labels);
  const fieldId = useCallback((name: string) => `${formId}${name}`, [formId]);
  const faultOf = (name: string) => get(errors, name) as FieldError | undefined;
  const atFault = names.filter((name) => faultOf(name) !== undefined);

  const values = useFormValues(form);
  const forgetDraft = useKeptDraft(draft, start, values);
  const issues = check(values);
  // What may be sent again as it is does not close the button.
  const closing = issues.filter((issue) => !(issue as Refused).again);

  /** Checks the fields with an issue again. Changing one field can fix another: an email and its confirmation. */
  const recheck = async () => {
    // As the form has them now: what was rendered last can lack an issue that a submit has just found.
    const withIssue = names.filter((name) => form.getFieldState(name as Path<Values>).invalid);
    if (withIssue.length > 0) await trigger(withIssue as Path<Values>[]);
  };

  const field = (name: Path<Values>): FieldBinding => {
    const { onChange, onBlur, ref } = register(name);
    // What was typed before this form ran: its screen was rendered when the page was built. Registering would empty the field.
    const takeOver = (element: Control | null) => {
      const typed = element && typedInto(element);
      ref(element);
      if (typed && element.value !== typed) form.setValue(name, typed as PathValue<Values, Path<Values>>);
    };
    return {
      id: fieldId(name),
      name,
      ref: takeOver,
      message: faultOf(name)?.message,
      onBlur,
      onChange: async (event) => {
        // Not in `choose`: the human check sets its value by itself after a failure.
        setUnreached(false);
        await onChange(event);
        await recheck();
      },
    };
  };

  /** Sets a value that has no input of its own: a choice, a date, a token. */
  const choose = async (name: Path<Values>, value: PathValue<Values, Path<Values>>) => {
    form.setValue(name, value, { shouldDirty: true });
    await recheck();
  };

  /** Reads and sets the texts of fields, for what completes them or asks about them. */
  const texts = {
    hold,
    // What the form has now: `values` are rendered a moment after a key.
    read: (name: Path<Values>) => form.getValues(name) as string,
    onFile: (name: Path<Values>) => get(start, name) as string,
    write: (name: Path<Values>, text: string) => choose(name, text as PathValue<Values, Path<Values>>),
    fieldId,
  };

  /**
   * Binds a field whose text the form must not have, such as a card number: its value in the form is the count of its
   * changes.
   */
  const counted = <Name extends Path<Values>>(name: Name) => ({
    id: fieldId(name),
    name,
    message: faultOf(name)?.message,
    onChanged: () => void choose(name, (form.getValues(name) + 1) as PathValue<Values, Path<Values>>),
    onLeft: () => void trigger(name),
  });

  /** Shows why the form was refused: at its fields, or above them. `sent` is what was refused. */
  const refuse = (error: unknown, sent: Values) => {
    if (isUnreached(error)) {
      setUnreached(true);
      setAttempt((count) => count + 1);
    }
    const found = refusals(error).filter((issue) => issue.field in labels);
    // A toast goes; what the form says stays.
    let said: readonly string[] = none;
    if (error instanceof ApiError) {
      if (found.length === 0 && !isUnreached(error) && !showsFailures) said = presentation(error).toasts;
      if (found.length > 0 || said.length > 0) noteAtFields(error);
    } else if (found.length === 0) {
      // A mistake of our own: nobody else has shown it.
      reportError(error);
      said = [messagesText('unexpected')];
      showError(messagesText('unexpected'), { spoken: false });
    }
    if (said.length > 0) {
      setFailure(said);
      setAttempt((count) => count + 1);
    }
    if (found.length === 0) return;
    setRefused(found.map((issue) => ({ ...issue, value: get(sent, issue.field) })));
  };

  const send = async (typed: Values) => {
    if ([...holding.current].some((holds) => holds())) return;
    const sent = cleanLines(typed, lines);
    try {
      await onSubmit(sent);
    } catch (error) {
      refuse(error, sent);
    }
  };

  /** Checks the form and sends it, once `ready` is: what fills in a field by itself may still be on its way. */
  const submit = async (event?: BaseSyntheticEvent, ready?: Promise<unknown>) => {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setUnreached(false);
    setFailure([]);
    // Two messages of two tries would stand one above the other.
    dismissFailures();
    try {
      await ready;
      let isInvalid = false;
      // What may be sent again as it is must not hold the form back.
      flushSync(() =>
        setRefused((before) => (before.some(({ again }) => again) ? before.filter(({ again }) => !again) : before)),
      );
      await form.handleSubmit(send, () => void (isInvalid = true))(event);
      // The form knows its errors only now, and the summary can take the focus only once it shows them.
      if (isInvalid) setAttempt((count) => count + 1);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const faults: Fault[] = atFault.map((name) => ({
    id: fieldId(name),
    label: labels[name] ?? name,
    message: faultOf(name)?.message ?? '',
  }));

  return {
    /** react-hook-form's own object, for anything that is not here. */
    form,
    values,
    field,
    choose,
    texts,
    counted,
    submit,
    refuse,
    /** Forgets the draft, after the form was sent. */
    forgetDraft,
    /** True while the form is being sent. */
    busy,
    /** All issues, whether shown or not. */
    issues,
    valid: closing.length === 0,
    /** The labels of all fields with an issue: a button's `missing`. */
    missing: names.filter((name) => closing.some((issue) => issue.field === name)).map((name) => labels[name] ?? name),
    /** The code of the issue that a field shows. */
    codeOf: (name: string) => faultOf(name)?.type,
    /** The props of `<ErrorSummary>`. */
    summary: { faults, attempt, unreached, failure },
  };
}
