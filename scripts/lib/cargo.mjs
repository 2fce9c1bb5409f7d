// Cargo for builds and tests with the profile for development. Clippy checks our crates while they are compiled: a `cargo clippy` of
// its own would compile all dependencies, and the first half of our crates, once more.
import { ask } from './machine.mjs';
import { CommandFailed, Refusal, run } from './steps.mjs';

/** Makes cargo compile the crates of the workspace with Clippy's compiler. Its programs are as quick as those of rustc itself. */
const WITH_CLIPPY = { RUSTC_WORKSPACE_WRAPPER: 'clippy-driver' };

let clippyFound = null;
const isClippyThere = () => (clippyFound ??= ask('clippy-driver', '--version') !== null);

/** Runs cargo with the profile for development, and with Clippy if it is there. For other profiles Clippy's compiler optimizes too little. */
export const cargo = ([verb, ...args], { env = {}, ...options }) =>
  run('cargo', [verb, '--locked', ...args], { ...options, env: { ...(isClippyThere() ? WITH_CLIPPY : {}), ...env } });

/** Fails with what the compiler or Clippy says about the targets that `args` name. Cargo repeats what was said when they were compiled. */
export async function failIfWarned(args, options) {
  if (!isClippyThere()) throw new Refusal('Clippy is missing: run `rustup component add clippy`, then try again.');
  let failure = null;
  const printed = await cargo(['build', ...args, '--message-format', 'json'], options).catch((error) => {
    if (!(error instanceof CommandFailed)) throw error;
    failure = error;
    return error.printed;
  });
  const lines = printed.split('\n').filter((line) => line.startsWith('{"reason":"compiler-message"'));
  // A file that belongs to two targets is compiled twice.
  const said = new Set(lines.map((line) => JSON.parse(line).message.rendered));
  if (said.size > 0) throw new Refusal([...said].join('\n'));
  if (failure) throw failure;
}
