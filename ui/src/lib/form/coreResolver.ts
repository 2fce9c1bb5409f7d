import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { Issue } from '~/core';

/** Turns core's issues into react-hook-form's errors. An issue's dotted field becomes a nested one. */
export function coreResolver<Values extends FieldValues>(validate: (values: Values) => Issue[]): Resolver<Values> {
  return (values) => {
    const issues = validate(values);
    if (issues.length === 0) return { values, errors: {} };
    const errors: FieldErrors = {};
    for (const { field, code, message } of issues) set(errors, field, { type: code, message });
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
