// `just deploy-check` tries the files of deploy/ as far as a machine without Docker and Kubernetes can: by the programs that read them,
// and with the proxies and Litestream beside the built server. It is not part of `just test`: it installs programs and takes minutes.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Checks } from './deploy_check/checks.mjs';
import { checkImage } from './deploy_check/image.mjs';
import { checkLitestream } from './deploy_check/litestream.mjs';
import * as proxied from './deploy_check/proxies.mjs';
import { checkRolling } from './deploy_check/rolling.mjs';
import { checkScrape } from './deploy_check/scrape.mjs';
import { checkCompose, checkManifest, checkPrometheus, checkSettings, checkUnits } from './deploy_check/static.mjs';
import { checkSystemCalls } from './deploy_check/system_calls.mjs';
import { checkUpgrade } from './deploy_check/upgrade.mjs';
import { buildRulesAndPage, buildServerAndDoubles, prepareMachine } from './lib/build.mjs';
import { temporaryFolder } from './lib/exit.mjs';
import { readOptions } from './lib/options.mjs';
import { atTheSameTime, fail } from './lib/steps.mjs';

const USAGE = '`just deploy-check [--image] [--built]`: --image also runs the steps of the Dockerfile, which is a build for release; --built takes the page and the server as they were built before.';

/** What needs an engine that this check does without. */
const NEVER_RUN = [
  "docker build and docker compose up: base images, the Dockerfile's stages `toolchain` and `backup`, volumes, networks, health checks and the order of the services",
  "the versions of Caddy, Prometheus and Grafana that Compose names: Debian's are tried",
  "Docker's, Compose's and systemd's own reading of the sample settings: their rules are imitated, and Compose is asked",
  'kubectl apply: probes, volumes, the rolling upgrade, policies of the network, the ingress controller',
  'systemctl start: that the units let the programs work; only the filter of system calls is tried, and not for pg_dump',
  'the commands of deploying.md that restore a backup in Compose, by systemd and on Kubernetes; users.sh in the image of PostgreSQL',
  'Litestream into a bucket: a folder takes its place',
  'Grafana: how the dashboard looks',
  'the certificates that a proxy fetches for a public name',
];

/** What is tried behind each proxy. */
const BEHIND = [
  ['the page over HTTP/2 with TLS', proxied.page],
  ['headers, each once', proxied.headers],
  ['the address of a caller', proxied.addresses],
  ['photos', proxied.photos],
  ['slow callers', proxied.slow],
  ['a restart under load', proxied.restarted],
  ['no address in its log', proxied.silent],
];

async function behindProxy(checks, name, folder) {
  let hasRun = false;
  const all = () =>
    proxied.withProxy(name, folder, async (shop) => {
      hasRun = true;
      for (const [title, work] of BEHIND) await checks.run(`${name}: ${title}`, () => work(shop));
    });
  // What fails here is the start, of the server or the proxy.
  await all().catch((error) => checks.run(`${name}: ${hasRun ? 'the end' : 'the start'}`, () => Promise.reject(error)));
}

async function main() {
  const options = readOptions(process.argv.slice(2), { image: { type: 'boolean' }, built: { type: 'boolean' } }, USAGE);
  if (!options.built) {
    await prepareMachine();
    await atTheSameTime(buildRulesAndPage, () => buildServerAndDoubles({ withTests: false }));
  }
  // Files of other programs are made in it with its path, and not all of them take a blank there, as the repository's path may have.
  const { folder, remove, keep } = temporaryFolder('stylebox-deploy-');
  chmodSync(folder, 0o755);
  const checks = new Checks();
  await checks.run('Sample settings', () => checkSettings(join(folder, 'settings')));
  await checks.run('systemd units', () => checkUnits(join(folder, 'units')));
  await checks.run('System calls of the units', () => checkSystemCalls(join(folder, 'calls')));
  await checks.run('Prometheus and its rules', () => checkPrometheus(join(folder, 'prometheus')));
  await checks.run('Prometheus reads the server', () => checkScrape(join(folder, 'scrape')));
  await checks.run('Compose', checkCompose);
  await checks.run('Kubernetes', checkManifest);
  await behindProxy(checks, 'Caddy', join(folder, 'Caddy'));
  await behindProxy(checks, 'nginx', join(folder, 'nginx'));
  await checks.run('PostgreSQL: two users, two servers in turn', () => checkRolling(join(folder, 'rolling')));
  await checks.run('PostgreSQL: a rolling upgrade from the release before', () => checkUpgrade(join(folder, 'upgrade')));
  await checks.run('Litestream', () => checkLitestream(join(folder, 'litestream')));
  if (options.image) await checks.run("The image's steps", checkImage);
  else checks.notRun.push("The image's steps: only with --image");
  if (checks.failed.length === 0) remove();
  else {
    keep();
    console.log(`\nThe files of the checks are in ${folder}.`);
  }
  report(checks);
}

function report({ failed, notRun }) {
  console.log('\nNot run');
  for (const what of [...notRun, ...NEVER_RUN]) console.log(`  ${what}`);
  console.log(failed.length > 0 ? `\nFailed: ${failed.join('; ')}.` : `\nNothing failed; ${notRun.length} of the checks did not run.`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

main().catch(fail);
