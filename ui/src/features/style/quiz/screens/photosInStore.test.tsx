import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { messagesText } from '~/core';
import { openPage } from '~test/openPage';
import { jpeg } from '~test/photo';
import { question, serveQuiz } from '~test/quiz';
import type { Answer } from '~test/server';
import { type Sent, serveUploads } from '~test/uploads';

const store = 'https://marlowe-photos.s3.us-east-1.amazonaws.com';
const links = 'POST /style_profiles/profile-1/upload_urls';
const finish = 'POST /photos/1/finish';

/** Opens a quiz whose photos go to a bucket. `answers` are the server's answers to the finish of an upload, in order. */
async function ask(answers: Answer[] = [{ status: 204 }]) {
  const server = serveQuiz({
    steps: [question('file_upload', { validations: { required: false } })],
    responses: { asked: [] },
    more: {
      [links]: {
        body: {
          upload_url: `${store}/staging/1?X-Amz-Signature=s`,
          download_url: '/api/photos/1',
          finish_url: '/api/photos/1/finish',
        },
      },
      [finish]: () => (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500 },
    },
  });
  const { sent } = serveUploads();
  const { user } = openPage('/quiz/1');
  await user.upload(await screen.findByLabelText('Choose photos', { selector: 'input' }), jpeg('one.jpg'));
  await waitFor(() => expect(sent).toHaveLength(1));
  return { user, sent, saved: () => server.saved()['asked'], to: server.to };
}

const first = (sent: Sent[]) => {
  const [found] = sent;
  if (!found) throw new Error('nothing was sent');
  return found;
};

const nextIsEnabled = () =>
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'false');

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

afterEach(() => jest.useRealTimers());

test('a photo is announced to the server, sent to the bucket with its type, and is an answer once the server has checked it', async () => {
  const { sent, saved, to } = await ask();
  expect(to(links)[0]?.body).toEqual({ filename: 'one.jpg', size: 4, media_type: 'image/jpeg' });
  expect(first(sent).address).toBe(`${store}/staging/1?X-Amz-Signature=s`);
  expect(first(sent).contentType).toBe('image/jpeg');
  first(sent).progress(0.5);
  expect(await screen.findByRole('progressbar', { name: 'Uploading one.jpg' })).toHaveValue(0.5);
  nextIsEnabled();
  expect(to(finish)).toHaveLength(0);
  first(sent).answer(200);
  await waitFor(() => expect(saved()).toEqual(['/api/photos/1']));
  expect(to(finish)).toHaveLength(1);
});

test('while a photo is being sent, the page rests', async () => {
  await ask();
  jest.useFakeTimers();
  const timers = jest.spyOn(window, 'setTimeout');
  await pass(10_000);
  expect(timers.mock.calls.length).toBeLessThan(30);
});

test('after a lost answer the server is asked again, and the photo is not sent twice', async () => {
  const lost = { status: 503, body: { errors: { photos_unavailable: 'Photos cannot be reached.' } } };
  const { sent, saved, to } = await ask([lost, lost, { status: 204 }]);
  jest.useFakeTimers();
  first(sent).answer(200);
  await pass(999);
  expect(to(finish)).toHaveLength(1);
  await pass(1);
  expect(to(finish)).toHaveLength(2);
  nextIsEnabled();
  await pass(2_000);
  expect(to(finish)).toHaveLength(3);
  await pass(1_000);
  expect(saved()).toEqual(['/api/photos/1']);
  expect(sent).toHaveLength(1);
});

test('if the bucket stays unreachable, a message shows after some tries, and the photo can be tried again', async () => {
  const down = { status: 503, body: { errors: { photos_unavailable: 'Photos cannot be reached.' } } };
  const { sent, saved, to } = await ask([down]);
  jest.useFakeTimers();
  first(sent).answer(200);
  await pass(7_000);
  expect(to(finish)).toHaveLength(4);
  expect(screen.getByRole('alert')).toHaveTextContent('one.jpg: Photos cannot be reached.');
  expect(screen.getByRole('button', { name: 'Try again with one.jpg' })).toBeVisible();
  nextIsEnabled();
  await pass(60_000);
  expect(to(finish)).toHaveLength(4);
  expect(saved()).toEqual([]);
});

test.each([400, 401, 403, 503])(
  'a photo that the bucket refuses with %d says so, and can be tried again',
  async (status) => {
    const { user, sent, saved, to } = await ask();
    first(sent).answer(status);
    expect(await screen.findByRole('alert')).toHaveTextContent(`one.jpg: ${messagesText('photos_unavailable')}`);
    nextIsEnabled();
    expect(to(finish)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Try again with one.jpg' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    sent[1]?.answer(200);
    await waitFor(() => expect(saved()).toEqual(['/api/photos/1']));
  },
);

test('a photo that the server refuses says why, immediately', async () => {
  const { sent, saved, to } = await ask([
    {
      status: 422,
      body: {
        errors: { form_invalid: 'Please check what you entered.' },
        issues: [{ field: 'photos', code: 'photo_type_invalid', message: 'Photos must be JPG or PNG.' }],
      },
    },
  ]);
  first(sent).answer(200);
  expect(await screen.findByRole('alert')).toHaveTextContent('one.jpg: Photos must be JPG or PNG.');
  expect(to(finish)).toHaveLength(1);
  expect(saved()).toEqual([]);
});

test('a photo that is removed while the server is asked again is not an answer', async () => {
  const { sent, saved, to } = await ask([{ status: 503 }, { status: 204 }]);
  jest.useFakeTimers();
  first(sent).answer(200);
  await pass(999);
  expect(to(finish)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Remove one.jpg' }));
  await pass(10_000);
  expect(to(finish)).toHaveLength(1);
  expect(saved()).toEqual([]);
});
