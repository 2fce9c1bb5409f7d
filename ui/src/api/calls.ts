import type { Method } from './errors';
import type { paths } from './schema.gen';

/** The paths that take a method, as the server describes them: `/orders/{id}`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][Lowercase<M>] extends object ? P : never;
}[keyof paths];

/** The settings of every call. */
export interface CallSettings {
  signal?: AbortSignal;
  /** The call continues if the customer leaves the page. */
  keepalive?: boolean;
  /** Time limit for the answer, in milliseconds; core's `request_timeout_ms` by default. */
  timeoutMs?: number;
  /**
   * The call is sent without the session's cookie: its answer is the same for everybody, and may come from the service
   * worker.
   */
  anonymous?: boolean;
  /** The same call, if it was made before the page's code was loaded. */
  early?: Promise<Response> | undefined;
}

/** The input of a call: its `path`, `query` and `header` parameters and its `body`, if the server's description has them. */
export type CallInput<M extends Method, P extends PathOf<M>> = CallSettings & InputOf<paths[P][Lowercase<M>]>;

/** The input as an argument, which can be left out if nothing in it is required. */
export type InputArgument<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

/** The body of a call's answer; null if it has none. */
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
