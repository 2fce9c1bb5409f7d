import { useCallback, useMemo, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { issuesOf } from '~/api/errors';
import type { Issue } from '~/core';
import type { Draft, FieldName } from '~/lib/draft/draft';
import { useDraftStart, useKeptDraft } from '~/lib/draft/useDraft';
import { cleanLines } from '~/lib/form/cleanLines';
import { coreResolver } from '~/lib/form/coreResolver';
import { dialPhones } from '~/lib/form/dialPhones';
import { useFormValues } from '~/lib/form/useFormValues';
import { none } from '~/lib/none';
import { allIssues, closingIssues, type Refusal, type Refused } from './coreForm';
import { useCoreFields } from './useCoreFields';
import { useSending } from './useSending';

interface CoreFormOptions<Values extends FieldValues> {
  defaultValues: Values;
  /** The draft of the form; without one, nothing is kept over a reload. */
  draft?: Draft<FieldName<Values>>;
  /** Returns the issues of the values: a call of core and nothing else. */
  validate: (values: Values) => Issue[];
  /**
   * The fields that are printed in letters and on labels: names, lines of an address. Core cleans them before they are
   * checked and sent.
   */
  lines?: readonly string[];
  /** The label of each field in the error summary, in the order in which issues are listed. */
  labels: Record<string, string>;
  /** Sends the form. If the server refuses it, the server's issues are shown at their fields, and the typed values stay. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Returns the issues in a refusal, if they are not under `issues`. It must be the same function on every render. */
  refusals?: (error: unknown) => Refused[];
  /** Whether the screen itself shows reasons for a refusal that concern no field. */
  showsFailures?: boolean;
}

/**
 * A form whose rules are core's. A field is checked when it loses the focus, all fields on submit, and a field with an
 * issue on every change. A double click sends once.
 */
export function useCoreForm<Values extends FieldValues>(options: CoreFormOptions<Values>) {
  const { defaultValues, draft, validate, lines = none, labels, onSubmit } = options;
  const { refusals = issuesOf, showsFailures = false } = options;
  const [refused, setRefused] = useState<Refusal[]>([]);
  const check = useCallback(
    (typed: Values): Issue[] => {
      const values = cleanLines(typed, lines);
      return allIssues(values, validate(dialPhones(values)), refused);
    },
    [validate, lines, refused],
  );
  const resolver = useMemo(() => coreResolver(check), [check]);
  const [start] = useState(defaultValues);
  const begin = useDraftStart(draft, start);
  const form = useForm<Values>({
    defaultValues: begin as DefaultValues<Values>,
    resolver,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
  });
  const sending = useSending({ form, refused, setRefused, lines, labels, onSubmit, refusals, showsFailures });
  const { submit, refuse, busy, hold, forgetUnreached } = sending;
  const { bound, faults, codeOf } = useCoreFields({ form, labels, start, hold, onTyped: forgetUnreached });
  const values = useFormValues(form);
  const forgetDraft = useKeptDraft(draft, start, values);
  const issues = check(values);
  const closing = closingIssues(issues);

  return {
    /** react-hook-form's own object, for everything else. */
    form,
    values,
    ...bound,
    submit,
    refuse,
    /** Forgets the draft, after the form was sent. */
    forgetDraft,
    /** True while the form is being sent. */
    busy,
    valid: closing.length === 0,
    /** The labels of all fields with an issue: a button's `missing`. */
    missing: Object.entries(labels)
      .filter(([name]) => closing.some(({ field }) => field === name))
      .map(([, label]) => label),
    codeOf,
    /** The props of `<ErrorSummary>`. */
    summary: { faults, ...sending.outcome },
  };
}
