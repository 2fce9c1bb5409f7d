// Starts the server's doubles of outside parties, each in a process of its own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithThisProgram } from './exit.mjs';
import { root } from './paths.mjs';

/** Starts the double `s3`, `shippo` or `stripe`. `tell` sends it a line and returns the line that it answers. */
export async function startDouble(name) {
  const child = spawn(join(root, 'target', 'debug', 'examples', 'doubles'), [name], { stdio: ['pipe', 'pipe', 'inherit'] });
  endWithThisProgram(child);
  const lines = createInterface({ input: child.stdout });
  const nextLine = () =>
    new Promise((resolve, reject) => {
      lines.once('line', (line) => resolve(line.trim()));
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The double ${name} ended with ${code}.`)));
    });
  const url = await nextLine();
  const tell = (line) => {
    const answer = nextLine();
    child.stdin.write(`${line}\n`);
    return answer;
  };
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  };
  return { url, tell, stop };
}
