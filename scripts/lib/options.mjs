// Options of the `just` commands.
import { parseArgs } from 'node:util';
import { Refusal } from './steps.mjs';

/** The options in `args`. An unknown one is refused with `usage`. */
export function readOptions(args, options, usage) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${usage}`);
  }
}
