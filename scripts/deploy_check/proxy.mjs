// Starts Caddy and nginx with the files of deploy/proxy, in which only ports, paths, certificates and one long time-out are replaced.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../docs/files.mjs';
import { endWithThisProgram } from '../lib/exit.mjs';
import { freePort } from '../lib/server.mjs';
import { run } from '../lib/steps.mjs';
import { call } from './client.mjs';
import { expect } from './checks.mjs';
import { unpacked } from './tools.mjs';

/** How long a proxy may take to answer for the first time. */
const START_TIMEOUT_MS = 10_000;

/** A certificate of `localhost` for these checks, which its own key signs: `{cert, key, ca}`. */
async function certificate(folder) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await run('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert], { log: 'deploy-certificate' });
  return { cert, key, ca: readFileSync(cert) };
}

/** `text` with each of the replacements. Each must be found. */
function replaced(text, replacements) {
  return replacements.reduce((sofar, [what, by]) => {
    const now = sofar.replaceAll(what, by);
    expect(now !== sofar, `The proxy's file has no ${what} to be replaced.`);
    return now;
  }, text);
}

/** The two proxies: where each has its program and its file, and what is replaced in it. */
const PROXIES = {
  Caddy: {
    program: () => unpacked('caddy', 'caddy'),
    file: 'deploy/proxy/Caddyfile',
    replace: ({ cert, key }) => [
      // No other Caddy on this machine is to be met, and no trust of this machine changed.
      ['\thttp_port ', '\tadmin off\n\tskip_install_trust\n\thttp_port '],
      ['read_body 300s', 'read_body 20s'],
      ['\theader -Server', `\ttls ${cert} ${key}\n\theader -Server`],
    ],
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  nginx: {
    program: () => unpacked('nginx', 'nginx'),
    file: 'deploy/proxy/nginx.conf',
    replace: ({ cert, key, folder, port, httpPort, upstreams }) => [
      [/^user .*$/gm, ''],
      [/^pid .*$/gm, `daemon off;\npid ${join(folder, 'nginx.pid')};`],
      [/\[::\]:/g, '[::1]:'],
      [/^http \{$/gm, `http {\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `    ${name}_temp_path ${join(folder, name)};`).join('\n')}`],
      [/listen ((?:\[::1\]:)?)443/g, (_, address) => `listen ${address || '127.0.0.1:'}${port}`],
      [/listen ((?:\[::1\]:)?)80\b/g, (_, address) => `listen ${address || '127.0.0.1:'}${httpPort}`],
      [/shop\.example(;|\$)/g, (_, end) => `localhost${end}`],
      [/ssl_certificate .*;/g, `ssl_certificate ${cert};`],
      [/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`],
      [/^ *server 127\.0\.0\.1:8080 (.*);$/gm, (_, options) => upstreams.map((each) => `server ${each} ${options};`).join('\n')],
    ],
    args: (file, folder) => ['-p', folder, '-c', file, '-e', 'stderr'],
  },
};

/**
 * Starts a proxy before the servers at `upstreams` (`127.0.0.1:PORT`), on a free port or on `port`: `{name, port, httpPort, ca, stop,
 * said}`. `said()` is what it has written.
 */
export async function startProxy(name, { folder, upstreams, port }) {
  const { program, file, replace, args } = PROXIES[name];
  const command = await program();
  mkdirSync(folder, { recursive: true });
  const httpPort = await freePort();
  const { cert, key, ca } = await certificate(folder);
  const config = join(folder, file.split('/').at(-1));
  writeFileSync(config, replaced(textOf(file), replace({ cert, key, folder, port, httpPort, upstreams })));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(port),
    STYLEBOX_PUBLIC_URL: `https://localhost:${port}`,
    UPSTREAM: upstreams.join(' '),
  };
  const child = spawn(command, args(config, folder), { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithThisProgram(child);
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await call({ port, ca, path: '/healthz' }).then(({ status }) => status === 200).catch(() => false))) {
    expect(child.exitCode === null && performance.now() < deadline, `${name} did not start: ${said.slice(-2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { name, port, httpPort, ca, stop, said: () => said };
}
