import { ApiError, whyFailed } from '~/api/errors';
import { type CodeChannel, confirmationFailure, getsNoTexts } from '~/api/account/mfa';
import { errorsOutcome, type MfaEvent, type MfaState, messagesText, mfaNext } from '~/core';

/** What the code step shows. */
export interface CodeState {
  /** Core's state of the confirmation. */
  progress: MfaState;
  channel: CodeChannel;
  code: string;
  /** The masked recipient of the code that was sent. */
  sentTo: string | null;
  /** What is wrong with the code. */
  message?: string | undefined;
  /** Whether the message has to be read out: the focus was on the field already, so that moving it there says nothing. */
  isSpoken: boolean;
  /** Why the last try failed, if the code is not at fault. It stays until the next try, unlike its toast. */
  failure: readonly string[];
  /** Whether the form is handling the refused change. */
  isRefused: boolean;
}

export const untried: CodeState = {
  progress: 'required',
  channel: 'email',
  code: '',
  sentTo: null,
  isSpoken: false,
  failure: [],
  isRefused: false,
};

export type CodeEvent =
  | { type: 'channel_chosen'; channel: CodeChannel }
  | { type: 'typed'; code: string }
  /** A code is requested or submitted: the messages of the last try disappear. */
  | { type: 'tried' }
  | { type: 'code_sent'; to: string }
  /** `isTextRefused`: the phone cannot get text messages, so the code has to go by email. */
  | { type: 'request_failed'; failure: readonly string[]; isTextRefused: boolean }
  | { type: 'accepted' }
  | { type: 'code_wrong'; isSpoken: boolean }
  /** The code is no longer valid: another one is needed. */
  | { type: 'code_ended'; isSpoken: boolean }
  | { type: 'failed'; failure: readonly string[] }
  | { type: 'change_refused'; isRefused: boolean };

const noMessage = { message: undefined, isSpoken: false };

export function codeReducer(state: CodeState, event: CodeEvent): CodeState {
  const after = (next: MfaEvent) => mfaNext({ state: state.progress, event: next, address_error: false });
  switch (event.type) {
    case 'channel_chosen':
      return { ...state, channel: event.channel };
    case 'typed':
      return { ...state, ...noMessage, code: event.code };
    case 'tried':
      return { ...state, ...noMessage, failure: [] };
    case 'code_sent':
      return { ...state, progress: after('code_requested'), sentTo: event.to, code: '' };
    case 'request_failed': {
      const channel = event.isTextRefused ? 'email' : state.channel;
      return { ...state, progress: after('request_failed'), channel, failure: event.failure };
    }
    case 'accepted':
      return { ...state, progress: after('accepted') };
    case 'code_wrong': {
      const message = messagesText('mfa_code_wrong');
      return { ...state, progress: after('code_rejected'), message, isSpoken: event.isSpoken };
    }
    case 'code_ended': {
      const message = messagesText('mfa_code_ended');
      return { ...state, progress: after('mfa_error'), sentTo: null, code: '', message, isSpoken: event.isSpoken };
    }
    case 'failed':
      return { ...state, failure: event.failure };
    case 'change_refused':
      return { ...state, isRefused: event.isRefused };
  }
}

/** The consequence of a failed request for a code. The step shows `toasts` too, with `why` below them. */
export type RequestFailure =
  | { kind: 'nothing_waits' }
  /** The session has ended: sign-in says why. */
  | { kind: 'session_over' }
  | { kind: 'told'; isTextRefused: boolean; toasts: readonly string[]; why: readonly string[] };

export function requestFailure(error: unknown): RequestFailure {
  if (confirmationFailure(error) === 'nothing_waits') return { kind: 'nothing_waits' };
  // A text message has failed since this step was opened.
  if (getsNoTexts(error)) {
    return { kind: 'told', isTextRefused: true, toasts: [messagesText('no_text_messages')], why: [] };
  }
  if (error instanceof ApiError && error.status === 401) return { kind: 'session_over' };
  return { kind: 'told', isTextRefused: false, toasts: [messagesText('mfa_request_failed')], why: knownReasons(error) };
}

/** The consequence of a code that was not accepted. */
export type CodeFailure =
  | { kind: 'wrong' }
  | { kind: 'ended' }
  /** The change is refused, or no longer waits. */
  | { kind: 'change_refused' }
  | { kind: 'told'; toasts: readonly string[] };

export function codeFailure(error: unknown): CodeFailure {
  const reason = confirmationFailure(error);
  if (reason === 'wrong') return { kind: 'wrong' };
  if (reason === 'ended') return { kind: 'ended' };
  if (reason === 'nothing_waits' || isFinal(error)) return { kind: 'change_refused' };
  const why = knownReasons(error);
  return { kind: 'told', toasts: why.length > 0 ? why : [messagesText('mfa_failed')] };
}

/** Why a call failed. Empty if the reason is not known: the code step has its own text for that (spec A, section 8). */
const knownReasons = (error: unknown) => whyFailed(error).filter((text) => text !== messagesText('unexpected'));

/** Whether the change was refused, so that the same code would be refused again. */
const isFinal = (error: unknown) => error instanceof ApiError && errorsOutcome({ status: error.status }) === 'refused';
