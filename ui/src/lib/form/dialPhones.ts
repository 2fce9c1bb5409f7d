import type { FieldValues } from 'react-hook-form';
import { phoneDialed } from '~/core';

/** The values, with their phone numbers in the form that is checked and sent. The name of a phone field ends with `phone`. */
export const dialPhones = <Values extends FieldValues>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'string') return [name, name.endsWith('phone') ? phoneDialed(value) : value];
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, isGroup ? dialPhones(value as FieldValues) : value];
    }),
  ) as Values;
