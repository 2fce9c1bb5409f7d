import type { QueryClient } from '@tanstack/react-query';
import { fireEvent } from '@testing-library/dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import { startSession } from '~/api/account/sessions';
import { forgetSession } from '~/lib/memory';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { jpeg } from '~test/photo';
import { question, serveQuiz } from '~test/quiz';
import { type Sent, serveUploads } from '~test/uploads';

/** Opens a quiz that asks for photos; `photos` are those on the server. */
function ask(photos: string[] = []) {
  const server = serveQuiz({
    steps: [question('file_upload', { validations: { required: false } })],
    responses: { asked: photos },
  });
  const uploads = serveUploads();
  const { user, client } = openPage('/quiz/1');
  const announced = () => server.to('POST /style_profiles/profile-1/upload_urls').map(({ body }) => body);
  return { user, client, uploads, announced, saved: () => server.saved()['asked'] };
}

const group = () => screen.findByRole('group', { name: /What is asked/ });
const chooser = () => screen.findByLabelText('Choose photos', { selector: 'input' });
const nextIsEnabled = () =>
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'false');
const sentFile = (sent: Sent[], index: number) => {
  const found = sent[index];
  if (!found) throw new Error(`Upload ${index} was not sent`);
  return found;
};

test('chosen photos are sent, two at a time, and their addresses are the answer', async () => {
  const { user, uploads, saved } = ask();
  await user.upload(await chooser(), [jpeg('one.jpg'), jpeg('two.jpg'), jpeg('three.jpg')]);
  await waitFor(() => expect(uploads.sent).toHaveLength(2));
  const first = sentFile(uploads.sent, 0);
  expect(first.address).toBe('/uploads/1?signature=s');
  expect(first.contentType).toBe('application/x-www-form-urlencoded');
  expect(first.file.name).toBe('one.jpg');

  first.progress(0.5);
  expect(await screen.findByRole('progressbar', { name: 'Uploading one.jpg' })).toHaveValue(0.5);
  nextIsEnabled();
  first.answer(204);
  await waitFor(() => expect(uploads.sent).toHaveLength(3));
  sentFile(uploads.sent, 1).answer(204);
  sentFile(uploads.sent, 2).answer(204);
  await waitFor(() => expect(saved()).toEqual(['/api/photos/1', '/api/photos/2', '/api/photos/3']));
  expect(within(await group()).getAllByRole('img')).toHaveLength(3);
  // Each photo changes the text that is read out.
  expect(screen.getByText(/^Photo added\. 3 of \d photos\.$/)).toBeInTheDocument();
  expect(screen.queryByRole('progressbar', { name: /Uploading/ })).not.toBeInTheDocument();
});

test('a photo without progress does not delay others, and can be removed while it is sent or waits', async () => {
  const { user, uploads, saved } = ask();
  await user.upload(
    await chooser(),
    ['still.jpg', 'two.jpg', 'three.jpg', 'four.jpg'].map((name) => jpeg(name)),
  );
  await waitFor(() => expect(uploads.sent).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Remove three.jpg' }));
  sentFile(uploads.sent, 1).answer(204);
  await waitFor(() => expect(uploads.sent).toHaveLength(3));
  expect(sentFile(uploads.sent, 2).file.name).toBe('four.jpg');

  await user.click(screen.getByRole('button', { name: 'Remove still.jpg' }));
  expect(sentFile(uploads.sent, 0).isAborted()).toBe(true);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(await group()).toHaveFocus();
  sentFile(uploads.sent, 2).answer(204);
  await waitFor(() => expect(saved()).toEqual(['/api/photos/2', '/api/photos/3']));
  expect(screen.queryByRole('progressbar', { name: /Uploading/ })).not.toBeInTheDocument();
});

test('a photo that the server does not take says why, and can be tried again', async () => {
  const { user, uploads, saved } = ask();
  await user.upload(await chooser(), jpeg('one.jpg'));
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  sentFile(uploads.sent, 0).answer(422, {
    errors: { form_invalid: 'Please check what you entered.' },
    issues: [{ field: 'photos', code: 'photo_type_invalid', message: 'Photos must be JPG or PNG.' }],
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('one.jpg: Photos must be JPG or PNG.');
  // The message at the photo is read out, so screen readers skip the toast.
  expect(await screen.findByText('“What is asked”: Photos must be JPG or PNG.')).toHaveAttribute('aria-hidden', 'true');
  nextIsEnabled();
  await user.click(screen.getByRole('button', { name: 'Try again with one.jpg' }));
  await waitFor(() => expect(uploads.sent).toHaveLength(2));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  sentFile(uploads.sent, 1).answer(204);
  await waitFor(() => expect(saved()).toEqual(['/api/photos/2']));
});

test('a photo that was not sent without a network can be removed', async () => {
  const { user, uploads, saved } = ask();
  await user.upload(await chooser(), jpeg('one.jpg'));
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  sentFile(uploads.sent, 0).fail();
  expect(await screen.findByRole('alert')).toHaveTextContent('one.jpg:');
  await user.click(screen.getByRole('button', { name: 'Remove one.jpg' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(saved()).toEqual([]);
});

test('a sixth photo and a file of another kind are refused by core, and nothing is sent', async () => {
  const five = [1, 2, 3, 4, 5].map((number) => `/api/photos/${number}`);
  const { uploads } = ask(five);
  expect(within(await group()).getAllByRole('img')).toHaveLength(5);
  const zone = await screen.findByText('or drop them here');
  fireEvent.drop(zone, { dataTransfer: { files: [jpeg('six.jpg')] } });
  await waitFor(async () => expect(await group()).toHaveAccessibleDescription('Up to 5 photos.'));
  expect(uploads.sent).toHaveLength(0);
});

test('a dropped file of another kind is refused', async () => {
  const { uploads } = ask();
  const zone = await screen.findByText('or drop them here');
  fireEvent.drop(zone, { dataTransfer: { files: [new File(['text'], 'notes.txt', { type: 'text/plain' })] } });
  await waitFor(async () => expect(await group()).toHaveAccessibleDescription('Photos must be JPG or PNG.'));
  expect(uploads.sent).toHaveLength(0);
});

test('of seven photos at once the first five are taken, and a message says so; a file of another type does not count', async () => {
  const { user, uploads, saved } = ask();
  const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg', '7.jpg'];
  await user.upload(
    await chooser(),
    names.map((name) => jpeg(name)),
  );
  await waitFor(async () => expect(await group()).toHaveAccessibleDescription('5 of 7 photos added. Up to 5 photos.'));
  for (let sent = 0; sent < 5; sent += 1) {
    await waitFor(() => expect(uploads.sent.length).toBeGreaterThan(sent));
    sentFile(uploads.sent, sent).answer(204);
  }
  await waitFor(() => expect(saved()).toHaveLength(5));
  expect(uploads.sent.map(({ file }) => file.name)).toEqual(names.slice(0, 5));
});

test('if a file of another type is chosen too, the photos are still taken', async () => {
  const { uploads } = ask(['/api/photos/8', '/api/photos/9']);
  const files = [new File(['text'], 'notes.jpg', { type: 'image/jpeg' }), jpeg('1'), jpeg('2')];
  fireEvent.drop(await screen.findByText('or drop them here'), { dataTransfer: { files } });
  await waitFor(async () =>
    expect(await group()).toHaveAccessibleDescription('2 of 3 photos added. Photos must be JPG or PNG.'),
  );
  await waitFor(() => expect(uploads.sent.map(({ file }) => file.name)).toEqual(['1', '2']));
});

test.each([
  ['me.jfif', 'image/jpeg'],
  ['ME.JPE', ''],
  ['me', ''],
  ['me.jpg ', 'image/jpg'],
  ['me.png', 'image/png'],
])('a JPEG with the name %p and the type %p is sent as a JPEG', async (name, type) => {
  const { uploads, announced } = ask();
  fireEvent.drop(await screen.findByText('or drop them here'), { dataTransfer: { files: [jpeg(name, type)] } });
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  expect(announced()).toEqual([{ filename: name, size: 4, media_type: 'image/jpeg' }]);
});

test.each([
  ['a text', 'me.jpg', 'text'],
  ['a WebP', 'me.png', 'RIFF....WEBPVP8 '],
  ['an empty file', 'me.jpeg', ''],
])('%s with the name %p is not taken as a photo', async (_, name, content) => {
  const { user, uploads } = ask();
  await user.upload(await chooser(), new File([content], name, { type: 'image/jpeg' }));
  await waitFor(async () => expect(await group()).toHaveAccessibleDescription('Photos must be JPG or PNG.'));
  expect(uploads.sent).toHaveLength(0);
});

test('a file that can no longer be read is asked for again', async () => {
  const { user, uploads } = ask();
  const moved = jpeg('one.jpg');
  moved.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) });
  await user.upload(await chooser(), moved);
  await waitFor(async () =>
    expect(await group()).toHaveAccessibleDescription('The photo could not be read. Please choose it again.'),
  );
  expect(uploads.sent).toHaveLength(0);
});

test('a saved photo can be removed', async () => {
  const { user, saved } = ask(['/api/photos/1', '/api/photos/2']);
  await user.click(await screen.findByRole('button', { name: 'Remove photo 1' }));
  await waitFor(() => expect(saved()).toEqual(['/api/photos/2']));
  expect(await group()).toHaveFocus();
});

test('a photo that is sent after the step was left is added to the current answer', async () => {
  const { user, uploads, saved } = ask(['/api/photos/9']);
  await user.upload(await screen.findByLabelText('Add more photos', { selector: 'input' }), jpeg('one.jpg'));
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { name: /thanks for letting us know/ });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(await screen.findByRole('button', { name: 'Remove photo 1' }));
  await waitFor(() => expect(saved()).toEqual([]));
  sentFile(uploads.sent, 0).answer(204);
  await waitFor(() => expect(saved()).toEqual(['/api/photos/1']));
});

test('a photo that fails after the step was left is named, counted on return, and can be tried again', async () => {
  const { user, uploads, saved } = ask(['/api/photos/6', '/api/photos/7', '/api/photos/8', '/api/photos/9']);
  await user.upload(await screen.findByLabelText('Add more photos', { selector: 'input' }), jpeg('one.jpg'));
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { name: /thanks for letting us know/ });
  sentFile(uploads.sent, 0).fail();
  expect((await screen.findAllByText(/What is asked.*We cannot be reached right now/))[0]).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText(/one\.jpg/, { selector: '[role=alert] *' })).toBeInTheDocument();
  fireEvent.drop(screen.getByText('or drop them here'), { dataTransfer: { files: [jpeg('six.jpg')] } });
  await waitFor(async () => expect(await group()).toHaveAccessibleDescription('Up to 5 photos.'));
  await user.click(screen.getByRole('button', { name: 'Try again with one.jpg' }));
  await waitFor(() => expect(uploads.sent).toHaveLength(2));
  sentFile(uploads.sent, 1).answer(204);
  await waitFor(() => expect(saved()).toHaveLength(5));
});

test('a customer who comes back sees photos that are being sent', async () => {
  const { user, uploads } = ask();
  await user.upload(await chooser(), jpeg('one.jpg'));
  await waitFor(() => expect(uploads.sent).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { name: /thanks for letting us know/ });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('progressbar', { name: 'Uploading one.jpg' })).toBeInTheDocument();
});

test.each<[string, (client: QueryClient) => void]>([
  ['at sign-out', () => forgetSession()],
  ['when somebody else signs in', (client) => startSession(client, { ...ann, id: 'another' })],
])('uploads end %s, and nothing becomes an answer', async (_, happens) => {
  const { user, client, uploads, saved } = ask();
  await user.upload(
    await chooser(),
    ['one.jpg', 'two.jpg', 'three.jpg'].map((name) => jpeg(name)),
  );
  await waitFor(() => expect(uploads.sent).toHaveLength(2));
  act(() => happens(client));
  expect(uploads.sent.map((sent) => sent.isAborted())).toEqual([true, true]);
  sentFile(uploads.sent, 0).answer(204);
  await act(() => new Promise(process.nextTick));
  expect(uploads.sent).toHaveLength(2);
  expect(saved()).toEqual([]);
});
