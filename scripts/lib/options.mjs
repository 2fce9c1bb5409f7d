// Options of the verbs.
import { parseArgs } from 'node:util';
import { Refusal } from './steps.mjs';

/** The options in `args`; an unknown one is refused with how the verb is used. */
export function readOptions(args, options, usage) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${usage}`);
  }
}
