// s3s-fs, a store that speaks S3, behind a proxy that answers CORS requests, which s3s-fs cannot.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { endWithThisProgram, temporaryFolder } from '../lib/exit.mjs';
import { tools } from '../lib/paths.mjs';
import { freePort, portIsFree } from '../lib/server.mjs';
import { Refusal } from '../lib/steps.mjs';

const BUCKET = 'marlowe-photos';
/** How long s3s-fs may take to listen. */
const START_TIMEOUT_MS = 10_000;

/** Runs `work` with the address of a running store, whose bucket takes files from pages of `origin`. */
export async function withS3(origin, work) {
  const { folder, remove } = temporaryFolder('stylebox-s3s-');
  mkdirSync(join(folder, BUCKET));
  const port = await freePort();
  const keys = ['--access-key', 'peer', '--secret-key', 'a secret of the peer'];
  const child = spawn(join(tools, 'bin', 's3s-fs'), ['--host', '127.0.0.1', '--port', String(port), ...keys, folder], { stdio: 'ignore' });
  endWithThisProgram(child);
  const front = createServer((incoming, outgoing) => answer(incoming, outgoing, { port, origin }));
  try {
    const until = Date.now() + START_TIMEOUT_MS;
    while (await portIsFree(port)) {
      if (Date.now() > until) throw new Refusal('s3s-fs does not listen: run `.tools/bin/s3s-fs` to see why.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await new Promise((resolve) => front.listen(0, '127.0.0.1', resolve));
    return await work(`http://127.0.0.1:${front.address().port}`);
  } finally {
    front.close();
    front.closeAllConnections();
    child.kill();
    remove();
  }
}

/** Answers a preflight as a bucket with CORS rules does. Forwards all other requests unchanged, because the host is signed. */
function answer(incoming, outgoing, { port, origin }) {
  const isAllowed = incoming.headers.origin === origin;
  if (incoming.method === 'OPTIONS') {
    if (!isAllowed) return outgoing.writeHead(403).end();
    const allowed = {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type',
    };
    return outgoing.writeHead(200, allowed).end();
  }
  const { method, headers, url: path } = incoming;
  const forwarded = request({ host: '127.0.0.1', port, method, path, headers, setHost: false }, (answered) => {
    const cors = isAllowed ? { 'access-control-allow-origin': origin } : {};
    outgoing.writeHead(answered.statusCode, { ...answered.headers, ...cors });
    answered.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  return incoming.pipe(forwarded);
}
