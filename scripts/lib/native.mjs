// The rules as a program of this machine.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './steps.mjs';

/** Reads calls and writes answers, line by line. */
export const nativeRulesProgram = join(root, 'target', 'debug', 'stylebox-rules');

export function buildNativeRules() {
  const args = ['build', '--package', 'stylebox-core', '--features', 'registry', '--bin', 'stylebox-rules', '--locked'];
  return run('cargo', args, { log: 'native-rules' });
}

/** The registry, in the order of the contract: `{id, spec, function}` of each rule. */
export function nativeRules() {
  const lines = execFileSync(nativeRulesProgram, ['--list', '--json'], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** The version of these rules. */
export const nativeRulesVersion = () => execFileSync(nativeRulesProgram, ['--version'], { encoding: 'utf8' }).trim();
