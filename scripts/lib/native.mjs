// The rules as a native program.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { RULES } from './build.mjs';
import { cargo } from './cargo.mjs';
import { root } from './paths.mjs';

/** The program that reads calls and writes answers, line by line. */
export const nativeRulesProgram = join(root, 'target', 'debug', 'stylebox-rules');

export function buildNativeRules() {
  return cargo(['build', ...RULES, '--bin', 'stylebox-rules'], { log: 'native-rules' });
}

/** The ids of all rules. */
export const nativeRules = () => execFileSync(nativeRulesProgram, ['--list'], { encoding: 'utf8' }).trim().split('\n');

/** The version of the program's rules. */
export const nativeRulesVersion = () => execFileSync(nativeRulesProgram, ['--version'], { encoding: 'utf8' }).trim();
