// Serves the doubles of Cloudflare's Turnstile and Google's reCAPTCHA: `siteverify` for the server, on this machine, and the page scripts
// for a browser, at the parties' own addresses, so that the content security policy must allow what the real scripts need.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const SECRET = 'a-double-secret';
const paths = { turnstile: '/turnstile/v0/siteverify', recaptcha: '/recaptcha/api/siteverify' };

/** Starts a party's double. Returns it with the settings of a server that uses it, for `openedWithParty`. */
async function start(kind) {
  const tokens = new Map();
  let minted = 0;
  const party = {
    /** Whether it answers every call with 503. */
    isDown: false,
    mint: ({ action, hostname }) => {
      const token = `0.double-${++minted}`;
      tokens.set(token, { action, hostname, challenge_ts: new Date().toISOString(), score: 0.9 });
      return token;
    },
  };
  const verify = (body) => {
    const { secret, response, ...more } = Object.fromEntries(new URLSearchParams(body));
    if (Object.keys(more).length > 0) return refusal('bad-request');
    if (secret !== SECRET) return refusal('invalid-input-secret');
    const known = tokens.get(response);
    if (!known) return refusal(response?.startsWith('0.double-') ? 'timeout-or-duplicate' : 'invalid-input-response');
    tokens.delete(response);
    return { success: true, ...known };
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const isKnown = request.method === 'POST' && request.url === paths[kind];
    const status = party.isDown ? 503 : isKnown ? 200 : 404;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(status === 200 ? JSON.stringify(verify(body)) : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const name = kind.toUpperCase();
  const env = {
    STYLEBOX_DEMO: 'true',
    STYLEBOX_HUMAN_CHECK: kind,
    [`STYLEBOX_${name}_URL`]: `http://127.0.0.1:${server.address().port}`,
    [`STYLEBOX_${name}_SECRET`]: SECRET,
    [`STYLEBOX_${name}_SITE_KEY`]: 'a-double-site-key',
  };
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { party, env, stop };
}

export const startTurnstile = () => start('turnstile');
export const startRecaptcha = () => start('recaptcha');

const refusal = (code) => ({ success: false, 'error-codes': [code] });

/** Modules of this folder as one classic script that ends with `last`. */
function classic(names, last) {
  const source = names.map((name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')).join('\n');
  return `(() => {\n${source.replaceAll(/^export /gm, '')}\n${last}\n})();`;
}

const frame = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Challenge</title>
<style>
  body { margin: 0; }
  label { display: flex; box-sizing: border-box; height: 65px; align-items: center; gap: 12px; padding: 0 12px; border: 1px solid #e0e0e0;
    background: #fafafa; font: 14px Arial, sans-serif; }
  input { width: 24px; height: 24px; }
</style>
<label><input type="checkbox"><span>Verify you are human</span></label>
<script>${classic(['widget.mjs'], 'widget();')}</script></html>`;

const turnstile = classic(['double.mjs', 'host.mjs'], 'window.turnstile = makeTurnstile(browserHost());');
const recaptcha = classic(['host.mjs'], 'window.grecaptcha = makeRecaptcha();');
const script = (body) => ({ contentType: 'text/javascript', body });

/** The parties' files by their addresses without a query. */
const files = {
  'https://challenges.cloudflare.com/turnstile/v0/api.js': () => script(turnstile),
  'https://challenges.cloudflare.com/double/widget.html': () => ({ contentType: 'text/html', body: frame }),
  'https://www.google.com/recaptcha/api.js': () => script(recaptcha),
};

/** Serves the script and the frame of a party to a visitor, with tokens of `party`. `isBlocked` says whether the script is blocked. */
export async function serveParty(context, party, { isBlocked = () => false } = {}) {
  await context.route(/^https:\/\/(challenges\.cloudflare|www\.google)\.com\//, (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (pathname.endsWith('/double/token')) {
      const token = party.mint(JSON.parse(route.request().postData()));
      return route.fulfill({ contentType: 'text/plain', headers: { 'Access-Control-Allow-Origin': '*' }, body: token });
    }
    const file = files[`${origin}${pathname}`];
    return file && !isBlocked() ? route.fulfill(file()) : route.fulfill({ status: 404 });
  });
}

/** The checkbox in the frame of Turnstile's double. */
export const turnstileBox = (page) =>
  page.frameLocator('iframe[title="Widget containing a Cloudflare security challenge"]').getByRole('checkbox', { name: 'Verify you are human' });

/** Checks the box of Turnstile's double, and waits until there is a token. */
export async function passTurnstile(page) {
  await turnstileBox(page).check({ force: true });
  await page.frameLocator('iframe[title="Widget containing a Cloudflare security challenge"]').getByText('Success!').waitFor();
}
