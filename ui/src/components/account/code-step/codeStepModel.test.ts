import { failed } from '~test/failed';
import { type CodeEvent, codeFailure, codeReducer, type CodeState, requestFailure, untried } from './codeStepModel';

const after = (...events: CodeEvent[]): CodeState => events.reduce(codeReducer, untried);
const sent: CodeEvent = { type: 'code_sent', to: 'a…@example.com' };
const typed = (code: string): CodeEvent => ({ type: 'typed', code });

test('after a code is sent, the earlier typed code is removed', () => {
  expect(after(typed('123456'), sent)).toMatchObject({ progress: 'code_sent', sentTo: 'a…@example.com', code: '' });
});

test('a wrong code stays as typed, and its message is removed at the next key', () => {
  const wrong = after(sent, typed('111111'), { type: 'code_wrong', isSpoken: true });
  expect(wrong).toMatchObject({ code: '111111', isSpoken: true });
  expect(wrong.message).toMatch(/code entered is incorrect/);
  const next = codeReducer(wrong, typed('11111'));
  expect(next).toMatchObject({ code: '11111', isSpoken: false });
  expect(next.message).toBeUndefined();
});

test('an expired code is removed, and no code counts as sent', () => {
  const ended = after(sent, typed('111111'), { type: 'code_ended', isSpoken: false });
  expect(ended).toMatchObject({ code: '', sentTo: null, isSpoken: false });
  expect(ended.message).toBe('This code no longer works. Please request another one.');
});

test('the reason of a failed try stays while the customer types, until the next try', () => {
  const state = after({ type: 'failed', failure: ['Please come back later.'] }, typed('1'));
  expect(state.failure).toEqual(['Please come back later.']);
  expect(codeReducer(state, { type: 'tried' }).failure).toEqual([]);
});

test('after a failed request the code that was sent before still counts', () => {
  const state = after(sent, typed('111111'), { type: 'request_failed', failure: ['x'], isTextRefused: false });
  expect(state).toMatchObject({ sentTo: 'a…@example.com', code: '111111', failure: ['x'] });
});

test('a phone that gets no text messages switches the choice to email', () => {
  const byText: CodeEvent = { type: 'channel_chosen', channel: 'sms' };
  expect(after(byText, { type: 'request_failed', failure: ['x'], isTextRefused: false }).channel).toBe('sms');
  expect(after(byText, { type: 'request_failed', failure: ['x'], isTextRefused: true }).channel).toBe('email');
});

const tooMany = failed(429, { errors: { too_many_requests: 'Too many tries. Please wait a moment and try again.' } });

describe('a request for a code that failed', () => {
  test('says so, with the reason if it is known', () => {
    const why = ['Too many tries. Please wait a moment and try again.'];
    const toasts = ['Something went wrong!'];
    expect(requestFailure(tooMany)).toEqual({ kind: 'told', isTextRefused: false, toasts, why });
    const unexpected = failed(500, { errors: { unexpected: 'An unexpected error occurred' } });
    expect(requestFailure(unexpected)).toEqual({ kind: 'told', isTextRefused: false, toasts, why: [] });
  });

  test('is left to the form if no change waits, and to sign-in if the session is over', () => {
    expect(requestFailure(failed(409, { errors: { mfa_not_required: 'x' } }))).toEqual({ kind: 'nothing_waits' });
    expect(requestFailure(failed(401))).toEqual({ kind: 'session_over' });
  });

  test('names the phone if it gets no text messages', () => {
    const issues = [{ field: 'mfa_type', code: 'no_text_messages', message: 'x' }];
    const found = requestFailure(failed(422, { errors: { form_invalid: 'x' }, issues }));
    expect(found).toMatchObject({ kind: 'told', isTextRefused: true, why: [] });
  });
});

describe('a code that was not taken', () => {
  test.each([
    ['is wrong', 422, 'mfa_code_invalid', 'wrong'],
    ['is too old', 422, 'mfa_code_expired', 'ended'],
    ['was tried too often', 422, 'mfa_tries_used_up', 'ended'],
    ['confirms nothing that waits', 409, 'mfa_not_required', 'change_refused'],
    ['was right, but the change is refused', 422, 'card_declined', 'change_refused'],
  ])('%s', (_why, status, code, kind) => {
    expect(codeFailure(failed(status, { errors: { [code]: 'x' } }))).toEqual({ kind });
  });

  test('can be sent again if the call failed, which is said once', () => {
    const toasts = ['Too many tries. Please wait a moment and try again.'];
    expect(codeFailure(tooMany)).toEqual({ kind: 'told', toasts });
    expect(codeFailure(failed(502))).toEqual({ kind: 'told', toasts: ['An unexpected error occurred.'] });
  });
});
