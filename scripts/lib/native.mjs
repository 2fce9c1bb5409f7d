// The rules as a native program.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './steps.mjs';

/** The program that reads calls and writes answers, line by line. */
export const nativeRulesProgram = join(root, 'target', 'debug', 'stylebox-rules');

export function buildNativeRules() {
  const args = ['build', '--package', 'stylebox-core', '--features', 'registry', '--bin', 'stylebox-rules', '--locked'];
  return run('cargo', args, { log: 'native-rules' });
}

/** The ids of all rules. */
export const nativeRules = () => execFileSync(nativeRulesProgram, ['--list'], { encoding: 'utf8' }).trim().split('\n');

/** The version of the program's rules. */
export const nativeRulesVersion = () => execFileSync(nativeRulesProgram, ['--version'], { encoding: 'utf8' }).trim();
