import { messagesText, policy, rulesVersion, sessionNeedsCsrf } from '~/core';
import { screenPath } from '~/paths';
import { ApiError, type Method } from './errors';
import { noticeRules } from './newerRules';

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The call continues if the customer leaves the page. */
  keepalive?: boolean;
}

async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const screen = screenPath();
  const headers: Record<string, string> = {
    Accept: 'application/json; version=1',
    'X-Rules-Version': rulesVersion(),
    ...options.headers,
  };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (sessionNeedsCsrf({ method, path })) headers['X-XSRF-TOKEN'] = cookie('XSRF-TOKEN') ?? '';

  const timeout = AbortSignal.timeout(policy().request_timeout_ms);
  const request: RequestInit = {
    method,
    headers,
    credentials: 'include',
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  };
  if (options.keepalive) request.keepalive = true;
  if (options.body !== undefined) request.body = JSON.stringify(options.body);

  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`/api${path}`, request);
    noticeRules(response.headers.get('X-Rules-Version'));
    body = await read(response);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, method, path, screen, unreachable());
  }
  if (!response.ok) throw new ApiError(response.status, method, path, screen, body);
  return body as T;
}

/** The body of a call that got no answer: core has a text for that too. */
const unreachable = () => ({ errors: { no_connection: messagesText('no_connection') } });

/** The calls by method; `path` is below `/api`. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => call<T>('GET', path, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('PUT', path, { ...options, body }),
  patch: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('PATCH', path, { ...options, body }),
  delete: <T>(path: string, options?: CallOptions) => call<T>('DELETE', path, options),
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
