// Checks of the files of deploy/ by the programs that read them: units, alert rules, the compose file, the manifest, the settings.
import { deepEqual } from 'node:assert/strict';
import { mkdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow, textOf } from '../docs/files.mjs';
import { serverProgram } from '../lib/build.mjs';
import { ask } from '../lib/machine.mjs';
import { root } from '../lib/paths.mjs';
import { CommandFailed, run } from '../lib/steps.mjs';
import { Unavailable, expect } from './checks.mjs';
import { byShell } from './environment.mjs';
import { installed, fromPython, unpacked } from './tools.mjs';

const SAMPLE = join(root, 'deploy/stylebox.env');
/** The highest exposure that systemd may find in a unit, in tenths: 0 is closed, 100 open. */
const EXPOSURE = 15;
/** The oldest Kubernetes that the manifest is for, and the newest that is known. */
const KUBERNETES = ['1.30', '1.37'];

/** What a command prints, even if it fails: its output is in the log. */
const printedBy = (error) => {
  if (error instanceof CommandFailed) return `${error.message}\n${readFileSync(error.log, 'utf8').slice(-3000)}`;
  throw error;
};

/** systemd reads each unit and finds nothing wrong, and little that a service could reach. */
export async function checkUnits(folder) {
  await installed('systemd', 'systemd-analyze');
  const units = filesBelow('deploy/systemd').filter((path) => /\.(?:service|timer)$/.test(path));
  const programs = join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  // It looks for the programs too.
  for (const name of ['stylebox-server', 'litestream']) writeFileSync(join(programs, name), '#!/bin/sh\n', { mode: 0o755 });
  const copies = units.map((path) => {
    const copy = join(folder, basename(path));
    writeFileSync(copy, textOf(path).replaceAll('/usr/local/bin', programs));
    return copy;
  });
  await run('systemd-analyze', ['verify', ...copies], { log: 'deploy-units' });
  const said = readFileSync(join(root, 'target/logs/deploy-units.log'), 'utf8').trim();
  // Of this machine's own units it may say something; of ours nothing.
  const ours = said.split('\n').filter((line) => line.includes(folder));
  expect(ours.length === 0, ours.join('\n'));
  const levels = [];
  for (const service of copies.filter((path) => path.endsWith('.service'))) {
    const printed = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', `--threshold=${EXPOSURE}`, service], { log: 'deploy-exposure' });
    levels.push(/exposure level for \S+: ([\d.]+)/.exec(printed)?.[1]);
  }
  return `${units.length} units, exposure ${levels.join(', ')} of 10; ${await makeUser(join(folder, 'root'))}`;
}

/** The user and the folders of the units, made below another root. */
async function makeUser(at) {
  if (process.getuid() !== 0) return 'the user was not made, because only root can';
  mkdirSync(join(at, 'etc'), { recursive: true });
  const file = (name) => join(root, 'deploy/systemd', name);
  await run('systemd-sysusers', [`--root=${at}`, file('stylebox.sysusers')], { log: 'deploy-sysusers' });
  await run('systemd-tmpfiles', [`--root=${at}`, '--create', file('stylebox.tmpfiles')], { log: 'deploy-tmpfiles' });
  const [, uid, gid] = /^stylebox:x:(\d+):(\d+):/m.exec(readFileSync(join(at, 'etc/passwd'), 'utf8'));
  const is = (path) => {
    const found = statSync(join(at, path));
    return `${(found.mode & 0o777).toString(8)} ${found.uid} ${found.gid}`;
  };
  expect(is('var/backups/stylebox') === `700 ${uid} ${gid}`, `Backups: ${is('var/backups/stylebox')}`);
  expect(is('var/lib/stylebox') === `700 ${uid} ${gid}`, `The database: ${is('var/lib/stylebox')}`);
  expect(is('etc/stylebox/secrets') === `750 0 ${gid}`, `Secrets: ${is('etc/stylebox/secrets')}`);
  const secrets = readlinkSync(join(at, 'run/secrets'));
  expect(secrets === '/etc/stylebox/secrets', `/run/secrets leads to ${secrets}.`);
  return 'their user and folders are made';
}

/** Prometheus reads its file and our rules, the rules do what their tests say, and the dashboard asks what can be asked. */
export async function checkPrometheus(folder) {
  const promtool = await unpacked('prometheus', 'promtool');
  const at = join(root, 'deploy/prometheus');
  const dashboard = JSON.parse(textOf('deploy/grafana/dashboards/stylebox.json'));
  const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  mkdirSync(folder, { recursive: true });
  const rules = { groups: [{ name: 'dashboard', rules: asked.map((expr, number) => ({ record: `panel:${number}`, expr })) }] };
  writeFileSync(join(folder, 'dashboard.yml'), JSON.stringify(rules));
  await run(promtool, ['check', 'rules', join(folder, 'dashboard.yml')], { log: 'deploy-dashboard' });
  const files = filesBelow('deploy/prometheus').map((path) => basename(path));
  if (!files.includes('alerts.yml')) throw new Unavailable('deploy/prometheus/alerts.yml is missing');
  await run(promtool, ['check', 'config', join(at, 'prometheus.yml')], { log: 'deploy-prometheus' });
  const printed = await run(promtool, ['check', 'rules', join(at, 'alerts.yml')], { log: 'deploy-rules' });
  const tests = files.filter((name) => /\btest\.ya?ml$/.test(name));
  expect(tests.length > 0, 'The alert rules have no test.');
  await run(promtool, ['test', 'rules', ...tests.map((name) => join(at, name))], { log: 'deploy-rules-test', cwd: at });
  return `${/(\d+) rules found/.exec(printed)?.[1]} alert rules, ${asked.length} questions of the dashboard`;
}

/** Compose reads its file, with each variable that it needs. */
export async function checkCompose() {
  const names = [...new Set([...textOf('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name))];
  const env = Object.fromEntries(names.map((name) => [name, 'x']));
  const isNew = ask('docker', 'compose', 'version') !== null;
  const [program, ...first] = isNew ? ['docker', 'compose'] : [await installed('docker-compose', 'docker-compose')];
  const file = ['--file', join(root, 'deploy/compose.yaml')];
  const printed = await run(program, [...first, ...file, 'config'], { log: 'deploy-compose', env });
  // The proxy has the sample's settings as they are.
  const proxy = /^ {2}proxy:\n((?: {4}.*\n)+)/m.exec(printed)[1];
  for (const [name, value] of Object.entries(byShell(SAMPLE))) {
    const found = new RegExp(`^ *${name}: (.*)$`, 'm').exec(proxy)?.[1].replace(/^(['"])(.*)\1$/, '$2');
    expect(found === value, `Compose reads ${name} as ${found}, a shell as ${value}.`);
  }
  const services = /^services:\n((?: .*\n)+)/m.exec(printed)[1].match(/^ {2}\w+:/gm).length;
  for (const missing of names) {
    const refused = await run(program, [...first, ...file, 'config'], { log: 'deploy-compose', env: { ...env, [missing]: '' } }).catch(printedBy);
    expect(refused.includes(missing), `Without ${missing} the file is read.`);
  }
  return `${services} services, by ${isNew ? 'docker compose' : 'docker-compose'}; settings as in a shell; nothing starts without its passwords`;
}

/** The manifest has the form that Kubernetes demands, and kubectl takes the sample environment file. */
export async function checkManifest() {
  const program = await fromPython('kubernetes-validate');
  let count = 0;
  for (const version of KUBERNETES) {
    await run(program, ['--strict', '-k', version, join(root, 'deploy/kubernetes.yaml')], { log: 'deploy-kubernetes' });
    count = readFileSync(join(root, 'target/logs/deploy-kubernetes.log'), 'utf8').match(/passed for resource \S+/g).length;
  }
  const objects = `${count} objects for Kubernetes ${KUBERNETES.join(' and ')}`;
  if (ask('kubectl', 'version', '--client') === null) return `${objects}; without kubectl, nothing reads the settings`;
  const map = await run('kubectl', ['create', 'configmap', 'x', `--from-env-file=${SAMPLE}`, '--dry-run=client', '--output=json'], { log: 'deploy-kubectl' });
  deepEqual(JSON.parse(map).data, byShell(SAMPLE));
  return `${objects}; settings as in a shell`;
}

/** The server takes the settings of the sample file, once its secrets are there. */
export async function checkSettings(folder) {
  const secrets = join(folder, 'secrets');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(secrets, { recursive: true });
  const key = await run('openssl', ['rand', '-hex', '32'], { log: 'deploy-key' });
  const files = { stylebox_key: key, stripe_key: 'sk_live_x1\n', stripe_webhook: 'whsec_x1\n', mail: 'x1\n' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(secrets, name), text, { mode: 0o600 });
  writeFileSync(join(folder, 'tax_rates.json'), textOf('server/data/tax_rates.json'));
  const places = { '/run/secrets': secrets, '/etc/stylebox': folder, '/var/lib/stylebox': folder, '/var/backups/stylebox': folder };
  const sample = Object.entries(places).reduce((text, [place, by]) => text.replaceAll(place, by), textOf('deploy/stylebox.env'));
  const file = join(folder, 'stylebox.env');
  writeFileSync(file, sample);
  const withSample = (command) => run('sh', ['-c', `set -a; . "$1"; exec "$2" ${command}`, 'sh', file, serverProgram], { log: 'deploy-settings' });
  await withSample('migrate');
  // Nobody answers to the sample's keys, so `check` fails, but because of nothing else.
  const said = await withSample('check').catch(printedBy);
  expect(/: This cannot be worked with: payment, mail\.$/m.test(said), `The settings are refused: ${said}`);
  return 'taken by `check`, except that payment and mail have no account';
}
