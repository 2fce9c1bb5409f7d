import { errorsOutcome, messagesText, policy, rulesVersion, sessionNeedsCsrf } from '~/core';
import { versionHeaders } from '~/lib/early';
import { forgetCookie, isSignOutUnsent, rememberSignOut } from '~/lib/memory';
import { randomHex } from '~/lib/randomHex';
import { noticeReach } from '~/lib/reach';
import { withTabLock } from '~/lib/tabLock';
import { screenPath } from '~/lib/screenPath';
import { shortTimeoutMs } from '~/lib/time/shortTimeout';
import type { CallAnswer, CallInput, CallSettings, InputArgument, PathOf } from './calls';
import { ApiError, type Method } from './errors';
import { noticeRules } from './newerRules';

/** The input of any call; `CallInput` is the input of a particular one. */
interface CallOptions extends CallSettings {
  path?: Record<string, string>;
  query?: Record<string, string | number>;
  header?: Record<string, string>;
  body?: unknown;
}

/**
 * The id of the customer whose record this page shows; null if it shows none. The cookies belong to the customer who signed in
 * last, in any tab.
 */
let customer: string | null = null;

/** Sets the customer whose page this is. From then on calls are made for this customer alone. */
export function setCustomer(id: string | null): void {
  if (id !== customer) tagged.clear();
  customer = id;
}

/** The last answers that came with an ETag, by address. The server need not send them again if they have not changed. */
const tagged = new Map<string, { tag: string; body: unknown }>();

/** The calls that open a session. */
const openers = new Set(['POST /sessions', 'POST /registrations', 'PUT /passwords', 'PUT /phone_links']);

/**
 * Only one tab at a time may end or open a session: the answer to a late sign-out would end the session that was opened
 * meanwhile.
 */
const sessionLock = 'stylebox.session';

/**
 * Makes a call. If a sign-out could not be sent, the browser still has the cookie of that session. Until the server knows of the
 * sign-out, only calls that open another session are sent with the cookie.
 */
async function call(method: Method, template: string, options?: CallOptions): Promise<unknown> {
  const name = `${method} ${template}`;
  if (name === 'DELETE /sessions') return signOut(options);
  if (!isSignOutUnsent()) return send(method, template, options);
  if (!openers.has(name)) {
    const answer = await send(method, template, { ...options, anonymous: true });
    void finishSignOut();
    return answer;
  }
  await finishSignOut();
  return withTabLock(sessionLock, async () => {
    const answer = await send(method, template, options);
    // The new session has replaced the one that was to end.
    rememberSignOut(false);
    return answer;
  });
}

/**
 * Ends the session that the browser holds. The server deletes the cookies of a session that was still open. If the session
 * had ended already, its anti-forgery cookie would still say that somebody is signed in, so it is deleted here, unless it
 * belongs to a newer session.
 */
async function signOut(options?: CallOptions): Promise<unknown> {
  const ended = cookie('XSRF-TOKEN');
  const answer = await send('DELETE', '/sessions', options);
  if (ended !== null && cookie('XSRF-TOKEN') === ended) forgetCookie('XSRF-TOKEN');
  return answer;
}

let ending: Promise<void> | null = null;

/** Tells the server of a sign-out that it does not know of yet. */
export function endSession(): Promise<void> {
  ending ??= withTabLock(sessionLock, tellSignOut).finally(() => {
    ending = null;
  });
  return ending;
}

/** `endSession`, which is tried again later if it fails. */
export const finishSignOut = async (): Promise<void> => {
  if (isSignOutUnsent()) await endSession().catch(() => undefined);
};

async function tellSignOut(): Promise<void> {
  // Another tab may have told the server, or opened another session.
  if (!isSignOutUnsent()) return;
  try {
    // The call continues if the customer leaves the page.
    await signOut({ keepalive: true, timeoutMs: shortTimeoutMs });
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : unanswered('DELETE', '/sessions');
    const outcome = errorsOutcome({ status: error.status });
    rememberSignOut(outcome === 'later' || outcome === 'unknown');
    throw error;
  }
  rememberSignOut(false);
}

async function send(method: Method, template: string, options: CallOptions = {}): Promise<unknown> {
  const path = fillPath(template, options.path);
  const screen = screenPath();
  const headers: Record<string, string> = {
    ...versionHeaders(rulesVersion()),
    // The start of this call's trace (W3C Trace Context). The ids are random and say nothing about the customer. 00: the page
    // keeps no record.
    traceparent: `00-${randomHex(16)}-${randomHex(8)}-00`,
    ...options.header,
  };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  // Signing in and out applies to the browser's session, also if another customer has it.
  if (customer !== null && path !== '/sessions') headers['X-Customer-Id'] = customer;
  if (sessionNeedsCsrf({ method, path })) headers['X-XSRF-TOKEN'] = cookie('XSRF-TOKEN') ?? '';

  const address = `/api${path}${queryOf(options.query)}`;
  const known = method === 'GET' && !options.anonymous ? tagged.get(address) : undefined;
  if (known) headers['If-None-Match'] = known.tag;

  const timeout = AbortSignal.timeout(options.timeoutMs ?? policy().request_timeout_ms);
  const request: RequestInit = {
    method,
    headers,
    credentials: options.anonymous ? 'omit' : 'include',
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  };
  if (options.keepalive) request.keepalive = true;
  if (options.body !== undefined) request.body = JSON.stringify(options.body);

  let response: Response;
  let body: unknown;
  try {
    response = await (options.early ?? fetch(address, request));
    noticeRules(response.headers.get('X-Rules-Version'));
    body = await read(response);
    noticeReach(true);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noticeReach(false);
    throw unanswered(method, path, screen);
  }
  if (response.status === 304 && known) return known.body;
  if (!response.ok) throw new ApiError(response.status, method, path, screen, body);
  const tag = response.headers.get('ETag');
  if (method === 'GET' && !options.anonymous && tag !== null) tagged.set(address, { tag, body });
  return body;
}

/** The error of a call that got no answer, with core's text for it. */
export const unanswered = (method: Method, path: string, screen = screenPath()) =>
  new ApiError(0, method, path, screen, { errors: { no_connection: messagesText('no_connection') } });

/** The calls of a method, typed by the server's description: `api.get('/orders/{id}', { path: { id } })`. */
const callsOf =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(path: P, ...[input]: InputArgument<CallInput<M, P>>) =>
    call(method, path, input) as Promise<CallAnswer<M, P>>;

/** The calls; paths are below `/api`. */
export const api = {
  get: callsOf('GET'),
  post: callsOf('POST'),
  put: callsOf('PUT'),
  patch: callsOf('PATCH'),
  delete: callsOf('DELETE'),
};

/** The path with its parameters in the place of their names. */
const fillPath = (template: string, parameters: Record<string, string> = {}) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));

const queryOf = (query: Record<string, string | number> = {}) => {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
};

/** The body: JSON as its value, anything else as text, null if it is empty. */
async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value of a cookie that scripts may read; null if there is none. */
export function cookie(name: string): string | null {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}
