import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { policy } from '~/core';
import { fromReload } from '~/lib/draft/reload';
import { guardRestored } from '~/lib/tablet';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { locations, question, questionnaireOf, serveQuiz } from '~test/quiz';
import { holdSession, serve } from '~test/server';
import { serveUploads } from '~test/uploads';

/** Whether the code of the dialog for the phone cannot be fetched. */
let mockIsDown = false;
jest.mock('./PhoneDialog', () => {
  if (mockIsDown) throw new Error('no network');
  return jest.requireActual('./PhoneDialog');
});

const eve = { ...ann, registered_in_store: true };
const store = locations[1]?.id ?? '';
const storeKey = 'stylebox.tablet.store';

/** A tablet in a store with a customer who has registered on it. */
const tablet = {
  'GET /locations': { body: { locations } },
  'GET /account': { body: eve },
  'DELETE /sessions': { status: 204 },
};

beforeEach(() => localStorage.setItem(storeKey, store));

/** Lets so many seconds pass by the browser's clock. The page looks at it as when a tablet wakes up. */
function pass(seconds: number): void {
  const later = Date.now() + seconds * 1000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** The session has ended, and the browser opens the sign-up anew, which jsdom cannot. */
async function forgotten(): Promise<void> {
  await waitFor(() => expect(localStorage.getItem('stylebox.tablet.finishing')).toBe('ended'));
}

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

const dialog = () => screen.findByRole('dialog', { name: 'Are you still there?' });

/** The location page with a customer: it loads the customer and nothing else. */
async function openSignedIn(handlers = {}) {
  holdSession();
  const server = serve({ ...tablet, ...handlers });
  const page = openPage('/stylebox-store-signup-location');
  await screen.findByRole('button', { name: 'Finish' });
  return { ...server, ...page };
}

test('Finish ends the session, and forgets all but the store', async () => {
  sessionStorage.setItem('stylebox.draft.typed answer', '{"typed":"Eve"}');
  sessionStorage.setItem('stylebox.blog', 'knits');
  localStorage.setItem('stylebox.analytics', '{"version":"2026-11","agreed":false,"clientId":null}');
  localStorage.setItem('stylebox.session.known answers', '{"account":"ann"}');
  const late = 'stylebox.account.answers.profile-2';
  const { user, to, client } = await openSignedIn({
    'DELETE /sessions': () => {
      // A photo has arrived meanwhile.
      localStorage.setItem(late, '{"account":"ann","unsent":{}}');
      return { status: 204 };
    },
  });
  expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toHaveFocus();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('this tablet is forgetting you'));
  expect(sessionStorage).toHaveLength(0);
  expect(client.getQueryCache().getAll()).toEqual([]);
  expect(Object.keys(localStorage).toSorted()).toEqual(['stylebox.tablet.finishing', storeKey]);
  expect(localStorage.getItem(storeKey)).toBe(store);
});

test('a document that the browser shows by Back as it was left is loaded anew, on a tablet alone', () => {
  const root = document.createElement('div');
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  // jsdom cannot reload, and says so.
  const reloads = () => complaints.mock.calls.filter(([error]) => /navigation/.test(String(error))).length;
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  guardRestored(root);
  show(false);
  localStorage.removeItem(storeKey);
  show(true);
  expect([reloads(), root.hidden]).toEqual([0, false]);
  localStorage.setItem(storeKey, store);
  show(true);
  expect([reloads(), root.hidden]).toEqual([1, true]);
});

test('if the session cannot be ended, the customer is not shown any more, and it is tried again', async () => {
  let isDown = true;
  const { user, to } = await openSignedIn({ 'DELETE /sessions': () => ({ status: isDown ? 500 : 204 }) });
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(await screen.findByText(/cannot reach us to end your session/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument());
});

/** A customer who has chosen a photo, which is being sent. */
async function openWithPhoto(more = {}) {
  const server = serveQuiz({
    account: eve,
    steps: [question('file_upload', { validations: { required: false } })],
    more: { 'DELETE /sessions': { status: 204 }, ...more },
  });
  const { sent } = serveUploads();
  const page = openPage('/quiz/1');
  const chooser = await screen.findByLabelText('Choose photos', { selector: 'input' });
  await page.user.upload(chooser, new File(['picture'], 'one.jpg', { type: 'image/jpeg' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  return { ...server, ...page, sent };
}

describe('Finish while something is on its way', () => {
  afterEach(() => jest.useRealTimers());

  const ends = (to: (name: string) => unknown[]) => to('DELETE /sessions');
  const finish = () => screen.getByRole('button', { name: 'Finish' });

  test('waits for a photo, shows nothing of the customer meanwhile, and the photo is an answer', async () => {
    const { user, to, sent, saved } = await openWithPhoto();
    await user.click(finish());
    expect(await screen.findByText(/your last photos are being sent/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Thank you' })).toHaveFocus();
    expect(screen.queryByRole('group')).not.toBeInTheDocument();
    expect(sent[0]?.isAborted()).toBe(false);
    expect(ends(to)).toHaveLength(0);
    sent[0]?.answer(204);
    await forgotten();
    expect(saved()).toEqual({ asked: ['/api/photos/1'] });
    expect(ends(to)).toHaveLength(1);
  });

  test('says if a photo was not taken, sends it again, and can do without it', async () => {
    const { user, to, sent, saved } = await openWithPhoto();
    await user.click(finish());
    await screen.findByText(/your last photos are being sent/);
    sent[0]?.fail();
    expect(await screen.findByText(/Your last photos could not be sent/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(screen.getByText(/your last photos are being sent/)).toBeVisible();
    expect(ends(to)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Finish without them' }));
    await forgotten();
    expect(sent[1]?.isAborted()).toBe(true);
    expect(saved()).toEqual({});
    expect(ends(to)).toHaveLength(1);
  });

  test('forgets a customer who has gone, even if the photo stands still', async () => {
    const { to, sent } = await openWithPhoto();
    jest.useFakeTimers();
    fireEvent.click(finish());
    // The code of the goodbye loads.
    await act(async () => undefined);
    const passing = (seconds: number) => act(() => void jest.advanceTimersByTime(seconds * 1000));
    passing(119);
    expect(screen.getByText(/your last photos are being sent/)).toBeVisible();
    passing(2);
    expect(screen.getByText(/in 30 seconds this tablet forgets you/)).toBeVisible();
    passing(28);
    expect(ends(to)).toHaveLength(0);
    passing(2);
    expect(ends(to)).toHaveLength(1);
    expect(sent[0]?.isAborted()).toBe(true);
  });

  test('forgets a customer who has gone, however often the network comes back', async () => {
    const { to } = await openWithPhoto();
    jest.useFakeTimers();
    fireEvent.click(finish());
    // The code of the goodbye loads.
    await act(async () => undefined);
    for (let time = 0; time < 140; time += 20) {
      act(() => void jest.advanceTimersByTime(20_000));
      fireEvent(window, new Event('online'));
    }
    expect(ends(to)).toHaveLength(0);
    act(() => void jest.advanceTimersByTime(11_000));
    expect(ends(to)).toHaveLength(1);
  });

  test('sends what was typed last', async () => {
    const { saved, to } = serveQuiz({
      account: eve,
      steps: [question('short_text')],
      more: { 'DELETE /sessions': { status: 204 } },
    });
    const { user } = openPage('/quiz/1');
    await user.type(await screen.findByRole('textbox', { name: /What is asked/ }), 'Knits');
    await user.click(finish());
    await forgotten();
    expect(saved()).toEqual({ asked: 'Knits' });
    expect(ends(to)).toHaveLength(1);
  });
});

test('two idle minutes ask, an answer goes on, and silence forgets', async () => {
  expect([policy().store_idle_seconds, policy().store_idle_answer_seconds]).toEqual([120, 30]);
  const { user, to } = await openSignedIn();
  pass(119);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  pass(2);
  expect(await dialog()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I’m still here' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  pass(119);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  pass(11);
  expect(await dialog()).toHaveTextContent('20');
  expect(await screen.findByText('20 seconds left')).toBeInTheDocument();
  expect(to('DELETE /sessions')).toHaveLength(0);
  pass(20);
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
});

test('a visitor who typed is asked; an empty form is not', async () => {
  const { to } = serve(tablet);
  const { user } = openPage('/stylebox-store-signup');
  const name = await screen.findByLabelText(/^First name/);
  await screen.findByText(/Not this store/);
  pass(600);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.type(name, 'E');
  pass(121);
  await dialog();
  pass(30);
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
});

test('what was typed before a reload is asked about too', async () => {
  fromReload.set('store sign-up', { first_name: 'Eve' });
  serve(tablet);
  openPage('/stylebox-store-signup');
  expect(await screen.findByLabelText(/^First name/)).toHaveValue('Eve');
  await screen.findByText(/Not this store/);
  pass(121);
  expect(await dialog()).toBeVisible();
});

test('a tablet that was left long ago shows nothing when it is opened again', async () => {
  localStorage.setItem('stylebox.tablet.touchedAt', String(Date.now() - 151_000));
  holdSession();
  const { to } = serve(tablet);
  openPage('/stylebox-store-signup-location');
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
});

test('a session that has ended does not lead to sign-in, where the next customer would find drafts', async () => {
  holdSession();
  const { to } = serve({ ...tablet, 'GET /account': { status: 401, body: { errors: { not_authorized: 'x' } } } });
  const { path } = openPage('/dashboard');
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
  expect(path()).toBe('/dashboard');
  expect(sessionStorage.getItem('stylebox.redirectTo')).toBeNull();
});

test('so on a screen that visitors may see too: a customer of the tablet has no password to sign in with', async () => {
  const { user, to } = await openSignedIn({
    'PATCH /account': { status: 401, body: { errors: { not_authorized: 'x' } } },
  });
  await user.click(await screen.findByRole('radio', { name: /^Edina Galleria/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
});

test('a device of one’s own has neither Finish nor a bar', async () => {
  localStorage.clear();
  holdSession();
  serve(tablet);
  openPage('/stylebox-store-signup-location');
  expect(await screen.findByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Finish' })).not.toBeInTheDocument();
});

describe('going on on one’s own phone', () => {
  const link = { link: 'https://stylebox.example/members/stylebox-store-signup-phone#secret', ttl_seconds: 300 };

  test('if its code cannot be loaded, the screen stays, and it is tried again', async () => {
    mockIsDown = true;
    const { user } = await openSignedIn({
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': { body: { used: false } },
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    expect(await screen.findByText(/did not load/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Which store is this?' })).toBeVisible();
    mockIsDown = false;
    expect(await screen.findByRole('img', { name: 'A code for your phone’s camera' })).toBeVisible();
  });

  test('a code that is not shown any more still counts, and the tablet says that it was used', async () => {
    let used = false;
    const { user } = await openSignedIn({
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': () => ({ body: { used } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    await screen.findByRole('img', { name: 'A code for your phone’s camera' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    used = true;
    expect(await screen.findByText(/Your phone has it now/)).toBeVisible();
  });

  test('waits until the server has all answers, and says if they cannot be sent', async () => {
    const unsent = { color: { value: 'red', known: [null] } };
    localStorage.setItem('stylebox.account.answers.profile-1', JSON.stringify({ account: eve.id, unsent }));
    let isDown = true;
    const { user, to } = await openSignedIn({
      'GET /questionnaire': { body: questionnaireOf({}) },
      'PATCH /style_profiles/profile-1': () =>
        isDown ? { status: 500 } : { body: { responses: { color: 'red' }, stats: questionnaireOf({}).stats } },
      'GET /style_profiles/profile-1': { body: { id: 'profile-1', data: questionnaireOf({}) } },
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': { body: { used: false } },
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    expect(await screen.findByText(/Your last answers could not be sent yet/)).toBeVisible();
    expect(to('POST /phone_links')).toHaveLength(0);
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', { name: 'A code for your phone’s camera' })).toBeVisible();
    expect(to('PATCH /style_profiles/profile-1').at(-1)?.body).toEqual({ responses: { color: 'red' } });
    expect(localStorage.getItem('stylebox.account.answers.profile-1')).toBeNull();
  });

  test('shows a code, and once it is used the tablet ends its session', async () => {
    let used = false;
    const { user, to } = await openSignedIn({
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': () => ({ body: { used } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    expect(await screen.findByRole('img', { name: 'A code for your phone’s camera' })).toBeVisible();
    expect(to('POST /phone_links')[0]?.body).toEqual({ phone_link: { path: '/stylebox-store-signup-location' } });
    used = true;
    expect(await screen.findByText(/Your phone has it now/)).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Finish' }).at(-1) as HTMLElement);
    await forgotten();
    expect(to('DELETE /sessions')).toHaveLength(1);
  });

  test('once the phone has the session, the tablet still waits for a photo', async () => {
    const { user, to, sent, saved } = await openWithPhoto({
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': { body: { used: true } },
    });
    await user.click(screen.getByRole('button', { name: 'Use my phone' }));
    await screen.findByText(/Your phone has it now/);
    await user.click(screen.getAllByRole('button', { name: 'Finish' }).at(-1) as HTMLElement);
    await screen.findByText(/your last photos are being sent/);
    expect(to('DELETE /sessions')).toHaveLength(0);
    sent[0]?.answer(204);
    await forgotten();
    expect(saved()).toEqual({ asked: ['/api/photos/1'] });
  });

  test('a code that cannot be made is tried again', async () => {
    let isDown = true;
    const { user } = await openSignedIn({
      'POST /phone_links': () => (isDown ? { status: 500 } : { status: 201, body: link }),
      'GET /phone_links': { body: { used: false } },
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(again);
    expect(await screen.findByRole('img', { name: 'A code for your phone’s camera' })).toBeVisible();
  });

  test('is not offered to a customer who did not register in a store', async () => {
    await openSignedIn({ 'GET /account': { body: ann } });
    expect(screen.queryByRole('button', { name: 'Use my phone' })).not.toBeInTheDocument();
  });
});
