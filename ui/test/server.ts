import type { Status } from '~/api/schema.gen';
import { consentCurrent } from '~/core';

/** The body of `GET /status`. */
export const statusOf = (changes: Partial<Status> = {}): Status => ({
  now: '2026-11-20T15:00:00Z',
  demo: null,
  version: '0.1.0',
  rules_version: '0000000000000000',
  consent_version: consentCurrent().version,
  card_entry: 'typed',
  card_fields: null,
  analytics: null,
  fraud_collector: null,
  human_check: null,
  address_suggestions: null,
  ...changes,
});

/** The server's answer to a call; the status is 200 if left out. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Call {
  method: string;
  /** With its query. */
  path: string;
  /** The name of the handler that answered it. */
  name: string;
  headers: Headers;
  /** Whether it went out with the session's cookie. */
  credentials: RequestCredentials | undefined;
  body: unknown;
}

type Handler = Answer | ((call: Call) => Answer | Promise<Answer>);

/**
 * Answers by method and path below `/api`, such as `'POST /sessions'`. A handler without a query answers every query that has no handler of
 * its own.
 */
export type Handlers = Record<string, Handler>;

/**
 * Replaces the server. A call without a handler gets a 500, so that the page shows an error and the test fails. `HEAD` asks for a page, and
 * each path has one.
 */
export function serve(handlers: Handlers): { calls: Call[]; to: (name: string) => Call[] } {
  const calls: Call[] = [];
  const known: Handlers = {
    'GET /status': { body: statusOf() },
    ...handlers,
  };
  globalThis.fetch = async (input, init) => {
    const path = String(input).replace(/^\/api/, '');
    const method = init?.method ?? 'GET';
    const whole = `${method} ${path}`;
    const call: Call = {
      method,
      path,
      name: whole in known ? whole : whole.replace(/\?.*/, ''),
      headers: new Headers(init?.headers),
      credentials: init?.credentials,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    calls.push(call);
    const handler = known[call.name] ?? (method === 'HEAD' ? { status: 200 } : undefined);
    const answer = typeof handler === 'function' ? await handler(call) : handler;
    const {
      status = 200,
      body = null,
      headers = {},
    } = answer ?? {
      status: 500,
      body: { error: `Nobody expected ${call.method} ${path}` },
    };
    return new Response(status === 204 || body === null ? null : JSON.stringify(body), { status, headers });
  };
  return { calls, to: (name) => calls.filter((call) => call.name === name) };
}

/** Sets the anti-forgery cookie, by which the page knows that there may be a session. */
export function holdSession(): void {
  document.cookie = 'XSRF-TOKEN=token; path=/';
}
