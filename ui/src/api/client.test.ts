import { holdSession, serve } from '~test/server';
import { api } from './client';
import { ApiError, errorsOf, issuesOf } from './errors';

test('a call names the API version, and has the anti-forgery token only if core asks for it', async () => {
  holdSession();
  const { calls } = serve({
    'GET /account': { body: {} },
    'PATCH /account': { body: {} },
    'POST /sessions': { body: {} },
  });
  await api.get('/account');
  await api.patch('/account', { customer: {} });
  await api.post('/sessions', { customer: {} });

  expect(calls.map(({ headers }) => headers.get('Accept'))).toEqual(Array(3).fill('application/json; version=1'));
  expect(calls.map(({ headers }) => headers.get('X-XSRF-TOKEN'))).toEqual([null, 'token', null]);
});

test('the error of a refusal has its status and body', async () => {
  const body = { errors: { credentials_invalid: 'No' }, issues: [{ field: 'email', code: 'x', message: 'y' }] };
  serve({ 'POST /sessions': { status: 401, body } });
  const error = await api.post('/sessions', {}).catch((refusal: unknown) => refusal);

  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401, method: 'POST' });
  expect(errorsOf(error)).toEqual([{ code: 'credentials_invalid', message: 'Invalid username or password' }]);
  expect(issuesOf(error)).toEqual(body.issues);
});

test('a call without an answer is an error with status 0', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const error = await api.get('/account').catch((refusal: unknown) => refusal);
  expect(error).toMatchObject({ status: 0 });
  const message = 'We cannot be reached just now. Please check your connection and try again.';
  expect(errorsOf(error)).toEqual([{ code: 'no_connection', message }]);
});
