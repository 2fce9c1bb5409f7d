// `just mutants [ARGUMENTS]` runs cargo-mutants on core, with `.cargo/mutants.toml`. Arguments go to cargo-mutants: `--re money`
// looks at part of core, `--list` only names the mutants. Ends with 2 if no test of core notices a mutant.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithThisProgram } from './lib/exit.mjs';
import { root } from './lib/paths.mjs';
import { ensureCargoMutants, requireToolchain } from './lib/machine.mjs';
import { fail, step } from './lib/steps.mjs';

async function main() {
  await requireToolchain();
  await step('Looking for cargo-mutants', ensureCargoMutants);
  // No debug information: nobody debugs these builds, and there are a thousand of them.
  const env = { ...process.env, CARGO_PROFILE_DEV_DEBUG: 'false' };
  const mutants = spawn('cargo', ['mutants', '--package', 'stylebox-core', ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
  endWithThisProgram(mutants, 'SIGTERM');
  const [status] = await once(mutants, 'exit');
  process.exit(status ?? 1);
}

main().catch(fail);
