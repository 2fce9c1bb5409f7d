import { useCallback, useId } from 'react';
import { type FieldError, type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';
import type { Fault } from './ErrorSummary';
import type { Control, FieldBinding } from './field';

interface CoreFieldsInput<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  labels: Record<string, string>;
  /** The values that the form began with. */
  start: Values;
  /** Registers a function that can keep the form from being sent. The returned function unregisters it. */
  hold: (holds: () => boolean) => () => void;
  onTyped: () => void;
}

/** The text that was typed into a field before the form's script ran; null if there is none. */
const typedInto = (field: Control): string | null =>
  'defaultValue' in field && field.value !== field.defaultValue ? field.value : null;

/** Binds the fields of a form, and shows what is wrong with them. */
export function useCoreFields<Values extends FieldValues>(of: CoreFieldsInput<Values>) {
  const { form, labels, start, hold, onTyped } = of;
  const formId = useId();
  const { formState, register, trigger } = form;
  const { errors } = formState;
  const names = Object.keys(labels);
  const fieldId = useCallback((name: string) => `${formId}${name}`, [formId]);
  const faultOf = (name: string) => get(errors, name) as FieldError | undefined;

  /** Checks the fields with an issue again. Changing one field can fix another: an email and its confirmation. */
  const recheck = async () => {
    // The form's present state: the last render may lack an issue that a submit has just found.
    const withIssue = names.filter((name) => form.getFieldState(name as Path<Values>).invalid);
    if (withIssue.length > 0) await trigger(withIssue as Path<Values>[]);
  };
  const field = (name: Path<Values>): FieldBinding => {
    const { onChange, onBlur, ref } = register(name);
    // Keeps what was typed into a prerendered screen before the form's script ran: registering would empty the field.
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
        // This is not done in `choose`, because the human check sets its value itself after a failure.
        onTyped();
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
  /** Reads and sets the texts of fields, for code that completes them or asks about them. */
  const texts = {
    hold,
    // The form's present value: `values` are rendered a moment after a key.
    read: (name: Path<Values>) => form.getValues(name) as string,
    onFile: (name: Path<Values>) => get(start, name) as string,
    write: (name: Path<Values>, text: string) => choose(name, text as PathValue<Values, Path<Values>>),
    fieldId,
  };
  /**
   * Binds a field whose text the form must not hold, such as a card number. Its value in the form is the number of its
   * changes.
   */
  const counted = <Name extends Path<Values>>(name: Name) => ({
    id: fieldId(name),
    name,
    message: faultOf(name)?.message,
    onChanged: () => void choose(name, (form.getValues(name) + 1) as PathValue<Values, Path<Values>>),
    onLeft: () => void trigger(name),
  });
  const faults: Fault[] = names.flatMap((name) => {
    const fault = faultOf(name);
    return fault ? [{ id: fieldId(name), label: labels[name] ?? name, message: fault.message ?? '' }] : [];
  });
  return {
    bound: { field, choose, texts, counted },
    faults,
    /** The code of the issue that a field shows. */
    codeOf: (name: string) => faultOf(name)?.type,
  };
}
