import { errorsParse, errorsPresentation, type Issue, sessionOnUnauthorized } from '~/core';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call that failed. `status` is 0 if there was no answer; `screen` is the path that the customer was on. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly method: Method,
    readonly path: string,
    readonly screen: string,
    readonly body: unknown,
  ) {
    super(`${method} ${path} answered ${status}`);
  }
}

/**
 * A form was not sent although its fields follow their rules. `issues` say what is missing, and at which fields that is
 * shown.
 */
export class NotSent extends Error {
  override readonly name = 'NotSent';

  constructor(readonly issues: Issue[]) {
    super('The form was not sent.');
  }
}

/** Whether a call got no answer. */
export const isUnreached = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

const atFields = new WeakSet<ApiError>();

/** Notes that a form shows a failure beside its fields and reads it out. The toast is then not read out too. */
export const noteAtFields = (error: ApiError): void => void atFields.add(error);

export const isAtFields = (error: ApiError): boolean => atFields.has(error);

/** How a screen shows a failed call: which toasts, and beside which field (core's `errors.presentation`). */
export function presentation(error: ApiError) {
  return errorsPresentation({ status: error.status, method: error.method, path: error.screen, body: error.body });
}

/** Why a call failed, in the customer's words; empty if the customer is told nothing. */
export const whyFailed = (error: unknown): readonly string[] =>
  error instanceof ApiError ? presentation(error).toasts : [];

/** What to do after a 401 (core's `session.on_unauthorized`); null for any other failure. */
export function unauthorized({ status, screen, method }: ApiError, is_pickup_planned: boolean) {
  return status === 401 ? sessionOnUnauthorized({ path: screen, method, is_pickup_planned }) : null;
}

/** The code and message of each error in a failed call's body (core's `errors.parse`). */
export function errorsOf(error: unknown) {
  return error instanceof ApiError ? errorsParse(error.body) : [];
}

/** The issues of a form's fields: those that the server found, or those of a form that was not sent. */
export function issuesOf(error: unknown): Issue[] {
  if (error instanceof NotSent) return error.issues;
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return [];
  const { issues } = error.body as { issues?: unknown };
  return Array.isArray(issues) ? (issues as Issue[]) : [];
}
