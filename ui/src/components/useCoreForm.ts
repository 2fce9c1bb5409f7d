import { type BaseSyntheticEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  useForm,
  useWatch,
} from 'react-hook-form';
import { issuesOf } from '~/api/client';
import type { Issue } from '~/core';
import { coreResolver } from './coreResolver';
import type { Fault } from './ErrorSummary';
import type { FieldBinding } from './field';

interface CoreFormOptions<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>;
  /** What is wrong with the values: a call of core, and no more. */
  validate: (values: Values) => Issue[];
  /** How each field is called in the summary; issues are listed in this order. */
  labels: Record<string, string>;
  /** Sends the form. Where it is refused, the faults that the server found go to their fields; what was typed stays. */
  onSubmit: (values: Values) => Promise<unknown>;
}

/**
 * A form whose rules are core's: a field is checked as it is left, everything on submit, and a field that has an issue is
 * looked at again on every change until it is right. Pressing twice sends once.
 */
export function useCoreForm<Values extends FieldValues>({
  defaultValues,
  validate,
  labels,
  onSubmit,
}: CoreFormOptions<Values>) {
  const formId = useId();
  const resolver = useMemo(() => coreResolver(validate), [validate]);
  const form = useForm<Values>({
    defaultValues,
    resolver,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
  });
  const { control, formState, register, setError, trigger } = form;
  const { errors } = formState;
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const fieldId = useCallback((name: string) => `${formId}${name}`, [formId]);
  const messageOf = (name: string) => (get(errors, name) as FieldError | undefined)?.message;
  const atFault = Object.keys(labels).filter((name) => messageOf(name) !== undefined);

  const values = useWatch({ control }) as Values;
  const issues = validate(values);

  const field = (name: Path<Values>): FieldBinding => {
    const { onChange, onBlur, ref } = register(name);
    return {
      id: fieldId(name),
      name,
      ref,
      message: messageOf(name),
      onBlur,
      onChange: async (event) => {
        await onChange(event);
        // Also the others that have an issue: a confirmation is mended by changing what it confirms.
        if (atFault.length > 0) await trigger(atFault as Path<Values>[]);
      },
    };
  };

  const send = async (sent: Values) => {
    try {
      await onSubmit(sent);
    } catch (error) {
      const found = issuesOf(error).filter(({ field: name }) => name in labels);
      for (const { field: name, message, code } of found) setError(name as Path<Values>, { type: code, message });
      if (found.length > 0) setAttempt((count) => count + 1);
    }
  };

  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await form.handleSubmit(send, () => setAttempt((count) => count + 1))(event);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const faults: Fault[] = atFault.map((name) => ({
    id: fieldId(name),
    label: labels[name] ?? name,
    message: messageOf(name) ?? '',
  }));

  return {
    /** react-hook-form's own, for what is not here: `setValue`, `getValues`, `reset`. */
    form,
    values,
    field,
    submit,
    /** True from the press until the answer. */
    busy,
    /** What core finds wrong with what is typed, shown or not. */
    issues,
    valid: issues.length === 0,
    /** The labels of the fields that core finds fault with: a button's `missing`. */
    missing: Object.keys(labels)
      .filter((name) => issues.some((issue) => issue.field === name))
      .map((name) => labels[name] ?? name),
    /** For `<ErrorSummary {...summary} />`. */
    summary: { faults, attempt },
  };
}
