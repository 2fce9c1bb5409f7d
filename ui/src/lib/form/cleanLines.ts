import { type FieldValues, get } from 'react-hook-form';
import { nameClean } from '~/core';

/** The values, with the fields named in `lines` cleaned by core of invisible characters. */
export function cleanLines<Values extends FieldValues>(values: Values, lines: readonly string[]): Values {
  let cleaned = values;
  for (const line of lines) {
    const typed = get(values, line) as string;
    const clean = nameClean(typed);
    if (clean !== typed) cleaned = withText(cleaned, line.split('.'), clean) as Values;
  }
  return cleaned;
}

const withText = (values: FieldValues, [name = '', ...rest]: string[], text: string): FieldValues => ({
  ...values,
  [name]: rest.length === 0 ? text : withText(values[name] as FieldValues, rest, text),
});
