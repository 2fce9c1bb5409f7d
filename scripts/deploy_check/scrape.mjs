// A real Prometheus, with our file and rules, reads the metrics of the built server and answers what the dashboard asks.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../docs/files.mjs';
import { endWithThisProgram } from '../lib/exit.mjs';
import { root } from '../lib/paths.mjs';
import { freePort, startServer } from '../lib/server.mjs';
import { expect } from './checks.mjs';
import { unpacked } from './tools.mjs';

/** How long until the metrics have been read often enough for rates, and how often something is called meanwhile, in milliseconds. */
const READING_MS = 12_000;
const CALL_MS = 300;
/** Panels of things that a demonstration of a few seconds does not have: outside parties over HTTP, open payments, and failures. */
const MAY_BE_EMPTY = /parties|fail|waits for staff|Messages that wait|5xx|without an outcome|settled|fees that wait/;

export async function checkScrape(folder) {
  const program = await unpacked('prometheus', 'prometheus');
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'deploy/prometheus'), folder, { recursive: true });
  const [metricsPort, port] = [await freePort(), await freePort()];
  const config = textOf('deploy/prometheus/prometheus.yml').replace('server:9464', `127.0.0.1:${metricsPort}`).replaceAll('15s', '1s');
  writeFileSync(join(folder, 'prometheus.yml'), config);
  const args = ['--demo', '--log', 'warn', '--metrics-listen', `127.0.0.1:${metricsPort}`];
  const server = await startServer({ port: await freePort(), databaseUrl: `sqlite:${join(folder, 'shop.db')}`, args });
  const options = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`];
  const prometheus = spawn(program, options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  endWithThisProgram(prometheus);
  let said = '';
  prometheus.stderr.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => prometheus.on('exit', resolve));
  try {
    for (const until = performance.now() + READING_MS; performance.now() < until; ) {
      await fetch(`${server.url}/api/status`);
      await new Promise((resolve) => setTimeout(resolve, CALL_MS));
    }
    expect(prometheus.exitCode === null, `Prometheus has ended: ${said.slice(-1000)}`);
    const ask = async (path) => {
      const { status, data, error } = await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json();
      expect(status === 'success', `${path}: ${error}`);
      return data;
    };
    const query = (text) => ask(`query?query=${encodeURIComponent(text)}`);
    const [up] = (await query('up{job="stylebox"}')).result;
    expect(up?.value[1] === '1', 'Prometheus does not reach the metrics.');
    const { groups } = await ask('rules');
    const broken = groups.flatMap(({ rules }) => rules).filter(({ health }) => health !== 'ok');
    expect(broken.length === 0, `These rules do not work: ${broken.map(({ name, lastError }) => `${name} (${lastError})`).join(', ')}`);
    const { panels } = JSON.parse(textOf('deploy/grafana/dashboards/stylebox.json'));
    const empty = [];
    for (const { title, targets } of panels) for (const { expr } of targets) if ((await query(expr)).result.length === 0) empty.push(title);
    expect(empty.every((title) => MAY_BE_EMPTY.test(title)), `These panels show nothing: ${empty.join(', ')}`);
    const rules = groups.reduce((sum, group) => sum + group.rules.length, 0);
    return `${rules} rules are evaluated, ${panels.length - new Set(empty).size} of ${panels.length} panels show something`;
  } finally {
    prometheus.kill('SIGTERM');
    await ended;
    await server.stop();
  }
}
