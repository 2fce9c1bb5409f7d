// Runs the steps of the Dockerfile's stage `build` in a clean folder, and looks at what its last stage gets. The folder stands for the
// image's root, and this machine's tools for those of the stage `toolchain`.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { filesBelow, textOf } from '../docs/files.mjs';
import { endWithThisProgram } from '../lib/exit.mjs';
import { ask } from '../lib/machine.mjs';
import { root, tools } from '../lib/paths.mjs';
import { freePort } from '../lib/server.mjs';
import { run } from '../lib/steps.mjs';
import { expect } from './checks.mjs';
import { contextOf, copyOf, instructionsOf } from './dockerfile.mjs';

const DOCKERFILE = 'deploy/Dockerfile';
/** The niceness of the build: it takes long, and others work on this machine. */
const NICENESS = 10;
/** The most megabytes of the program, which is all of the image that is ours. It holds the page and the starting data, too. */
const MOST_MB = 60;
/** How long one step may take. */
const STEP_MS = 2 * 3_600_000;
/** How long the program may take to be healthy. */
const START_TIMEOUT_MS = 60_000;
/** What the base image of the last stage has. A program that needs another library would not start there. */
const LIBRARIES = /^(?:linux-vdso|ld-linux-[\w-]+|libc|libm|libgcc_s|libpthread|libdl|librt)\.so/;

/** Without this repository's own tools, so that the steps install what they need; and without what a developer sets for cargo. */
const PATH = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(tools)).join(delimiter);
const UNSET = ['CARGO_TARGET_DIR', 'RUSTC_WORKSPACE_WRAPPER'].flatMap((name) => ['-u', name]);

/** Copies the files of the context that a `COPY` names. Returns how many. */
function copyContext({ sources, target }, workdir) {
  const isInContext = contextOf(textOf('.dockerignore'));
  let count = 0;
  for (const source of sources) {
    const files = source === '.' ? filesBelow('') : [source];
    for (const file of files.filter(isInContext)) {
      const to = source === '.' ? join(workdir, target, file) : join(workdir, target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(root, file), to);
      count += 1;
    }
  }
  expect(count > 0, `.dockerignore leaves nothing of ${sources.join(', ')}.`);
  return count;
}

/** Runs the stage `build` below `image`. `progress` gets each instruction. */
async function build(image, progress) {
  let workdir = image;
  let number = 0;
  for (const { name, text } of instructionsOf(textOf(DOCKERFILE)).filter(({ stage }) => stage === 'build')) {
    progress(`${name} ${text}`);
    if (name === 'WORKDIR') {
      workdir = join(image, text);
      mkdirSync(workdir, { recursive: true });
    } else if (name === 'COPY') copyContext(copyOf(text), workdir);
    else if (name === 'RUN') {
      number += 1;
      await run('env', [...UNSET, 'sh', '-c', text], { log: `image-${number}`, cwd: workdir, env: { PATH }, niceness: NICENESS, limit: STEP_MS });
    } else expect(name === 'FROM', `The stage "build" has ${name}, which this check cannot run.`);
  }
}

/** Copies what the last stage takes from the stage `build`. Returns its folder. */
function assemble(image) {
  const rootfs = join(dirname(image), 'server');
  const last = instructionsOf(textOf(DOCKERFILE)).filter(({ stage }) => stage === 'server');
  for (const { name, text } of last) {
    if (name !== 'COPY') continue;
    const { from, sources, target } = copyOf(text);
    expect(from === 'build', `The last stage copies from ${from ?? 'the context'}.`);
    for (const source of sources) cpSync(join(image, source), join(rootfs, target), { recursive: true });
  }
  return rootfs;
}

/** The libraries that a program loads. */
const librariesOf = (program) =>
  execFileSync('ldd', [program], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/)[0].split('/').at(-1));

/** The user of the image. */
const userOf = () => instructionsOf(textOf(DOCKERFILE)).findLast(({ name }) => name === 'USER').text;

/** All files below a folder that are not below `except`. */
const filesOf = (folder, except) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.startsWith(except));

/**
 * Runs a demonstration as the image's user, with the files of the last stage and the libraries of its base as the only ones. Nobody but
 * root owns them, so the program can write into its volume alone.
 */
export async function runAlone(rootfs, program) {
  if (process.getuid() !== 0) return 'not started, because only root can give it a root of its own';
  const data = join(rootfs, 'var', 'lib', 'stylebox');
  for (const library of execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g)) {
    mkdirSync(join(rootfs, dirname(library)), { recursive: true });
    cpSync(realpathSync(library), join(rootfs, library));
  }
  const [uid, gid] = userOf().split(':').map(Number);
  chownSync(data, uid, gid);
  const before = filesOf(rootfs, data);
  const inside = program.slice(rootfs.length);
  const port = await freePort();
  const settings = ['--listen', `127.0.0.1:${port}`, '--database-url', 'sqlite:/var/lib/stylebox/stylebox.db'];
  const alone = [`--userspec=${userOf()}`, rootfs, inside];
  const server = spawn('chroot', [...alone, 'serve', '--demo', '--log', 'warn', ...settings], { cwd: rootfs, env: { PATH }, stdio: 'ignore' });
  endWithThisProgram(server);
  const ended = new Promise((resolve) => server.on('exit', resolve));
  try {
    const until = performance.now() + START_TIMEOUT_MS;
    const isHealthy = () => ask('chroot', ...alone, 'health', ...settings) !== null;
    while (!isHealthy()) {
      expect(server.exitCode === null && performance.now() < until, 'The program is not healthy in the image.');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
  const added = filesOf(rootfs, data).filter((path) => !before.includes(path));
  expect(added.length === 0 && existsSync(join(data, 'stylebox.db')), `These were written: ${added.join(', ')}`);
  return `healthy as ${userOf()} without any other file`;
}

/** Builds the image's files. The remark says what came out. */
export async function checkImage(progress) {
  const folder = join(root, 'target', 'image');
  rmSync(folder, { recursive: true, force: true });
  const image = join(folder, 'build');
  await build(image, progress);
  const rootfs = assemble(image);
  const program = join(rootfs, 'usr', 'local', 'bin', 'stylebox-server');
  const strange = librariesOf(program).filter((name) => !LIBRARIES.test(name));
  expect(strange.length === 0, `The program needs ${strange.join(', ')}, which the base image has not.`);
  expect(existsSync(join(rootfs, 'var', 'lib', 'stylebox')), 'The image has no data folder.');
  const megabytes = Math.round(statSync(program).size / 2 ** 20);
  expect(megabytes <= MOST_MB, `The program has ${megabytes} MB, and may have ${MOST_MB}.`);
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  const alone = await runAlone(rootfs, program);
  return `${version}, ${megabytes} MB in one program; ${alone}`;
}
