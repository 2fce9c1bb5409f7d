import type { Method } from './errors';
import type { paths } from './schema.gen';

/** The paths that take a method, as the server describes them: `/orders/{id}`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][Lowercase<M>] extends object ? P : never;
}[keyof paths];

/** What every call takes. */
export interface CallSettings {
  signal?: AbortSignal;
  /** The call continues if the customer leaves the page. */
  keepalive?: boolean;
  /** How long an answer is waited for; without it, as long as core says. */
  timeoutMs?: number;
  /** The call goes out without the session: what it asks for is everybody's, and the service worker may answer it. */
  anonymous?: boolean;
  /** The same call, which was made before the page's code had come. */
  early?: Promise<Response> | undefined;
}

/** What a call takes: its `path`, `query` and `header` parameters, and its `body`, if the description has them. */
export type CallInput<M extends Method, P extends PathOf<M>> = CallSettings & InputOf<paths[P][Lowercase<M>]>;

/** The input as an argument, which can be left out if nothing in it is required. */
export type InputArgument<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

/** The body that a call answers; null if it answers without one. */
export type CallAnswer<M extends Method, P extends PathOf<M>> = AnswerOf<paths[P][Lowercase<M>]>;

type InputOf<Operation> = Operation extends { parameters: infer Parameters }
  ? Parameters & (Operation extends { requestBody: Json<infer Body> } ? { body: Body } : unknown)
  : never;

type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? BodyOf<Responses[keyof Responses]>
  : never;

type BodyOf<Response> =
  Response extends Json<infer Body> ? Body : Response extends { content?: never } ? null : unknown;

interface Json<Body> {
  content: { 'application/json': Body };
}
