import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { statusQuery } from '~/api/status';
import { importModule } from '~/lib/importModule';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { questionnaireOf } from '~test/quiz';
import { type Answer, type Handlers, holdSession, serve, statusOf } from '~test/server';

jest.mock('~/lib/importModule', () => ({ importModule: jest.fn() }));

const question = { consent_version: '2026-11' };
const asking = { body: statusOf({ analytics: question }) };
const patched = { 'PATCH /account': { body: ann } };

const bar = () => screen.queryByText(/May an analytics service count/);
const gpc = (value: boolean | undefined) =>
  Object.defineProperty(navigator, 'globalPrivacyControl', { value, configurable: true });

beforeEach(() => {
  localStorage.clear();
  // A cookie belongs to the path at which it was set.
  window.history.replaceState(null, '', '/');
  document.cookie = 'XSRF-TOKEN=; Max-Age=0';
});
afterEach(() => {
  gpc(undefined);
  localStorage.clear();
});

/** Opens a screen of a shop with an analytics service. As in the page, the status comes once the screen is shown. */
async function open(path: string, handlers: Handlers = {}) {
  const server = serve({ 'GET /status': asking, ...handlers });
  const page = openPage(path);
  await screen.findByRole('heading', { level: 1 });
  await act(() => page.client.prefetchQuery(statusQuery));
  return { ...server, ...page };
}

/** Lets what is loaded after the screen arrive. */
const everythingArrives = () => act(async () => new Promise((resolve) => setTimeout(resolve)));

const openSignedIn = (account = ann, handlers: Handlers = {}) => {
  holdSession();
  return open('/theme/box', {
    'GET /account': { body: account },
    'GET /current_themeboxes': { body: { results: [] } },
    ...handlers,
  });
};

describe('the question about analytics', () => {
  test('is not asked if there is no analytics service', async () => {
    await open('/welcome', { 'GET /status': { body: statusOf() } });
    expect(bar()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Privacy choices' })).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  test.each([
    ['Agree', true],
    ['Refuse', false],
  ])('a visitor answers it once with %s', async (label, agreed) => {
    const { user, calls } = await open('/welcome');
    expect(await screen.findByText(/May an analytics service count/)).toBeVisible();
    // Nothing is stored before the answer.
    expect(localStorage).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(bar()).toBeNull());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    const said = JSON.parse(localStorage.getItem('stylebox.analytics') ?? '');
    expect(said).toMatchObject({ version: '2026-11', agreed });
    if (agreed) expect(said.clientId).toMatch(/^\d{1,10}\.\d{1,10}$/);
    else expect(said.clientId).toBeNull();
    expect(calls.filter(({ method }) => method !== 'GET')).toHaveLength(0);
  });

  test('an answer to another version of the question does not count', async () => {
    localStorage.setItem('stylebox.analytics', '{"version":"2025-01","agreed":true,"clientId":"1.2"}');
    await open('/welcome');
    expect(await screen.findByText(/May an analytics service count/)).toBeVisible();
  });

  test('a yes without the id of the browser counts as no', async () => {
    localStorage.setItem('stylebox.analytics', '{"version":"2026-11","agreed":true,"clientId":null}');
    const { user } = await open('/welcome');
    await user.click(await screen.findByRole('button', { name: 'Privacy choices' }));
    expect(await screen.findByText('You declined.')).toBeVisible();
    expect(bar()).toBeNull();
  });

  test('Global Privacy Control counts as no, and the question is not asked', async () => {
    gpc(true);
    const { user } = await open('/welcome');
    await user.click(await screen.findByRole('button', { name: 'Privacy choices' }));
    expect(await screen.findByText(/We take that as a no/)).toBeVisible();
    expect(bar()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull();
  });

  test('Global Privacy Control withdraws an earlier yes', async () => {
    gpc(true);
    const { to } = await openSignedIn({ ...ann, analytics_consent: true }, patched);
    await waitFor(() => expect(to('PATCH /account')).toHaveLength(1));
    expect(to('PATCH /account')[0]?.body).toEqual({
      customer: { analytics_consent: { version: '2026-11', agreed: false }, google_analytics_client_id: null },
    });
  });

  test('a customer answers it for the account', async () => {
    const { user, to } = await openSignedIn(ann, {
      'PATCH /account': { body: { ...ann, analytics_consent: true } },
    });
    await user.click(await screen.findByRole('button', { name: 'Agree' }));
    await waitFor(() => expect(bar()).toBeNull());
    expect(to('PATCH /account')[0]?.body).toEqual({
      customer: {
        analytics_consent: { version: '2026-11', agreed: true },
        google_analytics_client_id: expect.stringMatching(/^\d{1,10}\.\d{1,10}$/),
      },
    });
    // The account has it, not the browser.
    expect(localStorage).toHaveLength(0);
  });

  test('a visitor’s no counts for the customer who signs in, a visitor’s yes does not', async () => {
    localStorage.setItem('stylebox.analytics', '{"version":"2026-11","agreed":true,"clientId":"1.2"}');
    const first = await openSignedIn();
    expect(await screen.findByText(/May an analytics service count/)).toBeVisible();
    first.unmount();
    localStorage.setItem('stylebox.analytics', '{"version":"2026-11","agreed":false,"clientId":null}');
    await openSignedIn();
    expect(bar()).toBeNull();
  });

  test('if the answer cannot be saved, the question stays', async () => {
    const { user } = await openSignedIn(ann, { 'PATCH /account': { status: 500, body: null } });
    await user.click(await screen.findByRole('button', { name: 'Refuse' }));
    const why = 'An unexpected error occurred';
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refuse' })).toHaveAccessibleDescription(why));
    expect(screen.getByRole('button', { name: 'Agree' })).not.toHaveAccessibleDescription();
    expect(bar()).toBeVisible();
  });

  describe('under Privacy choices, on a screen that does not load the account', () => {
    const refuse = async (account: Answer) => {
      holdSession();
      const page = await open('/quiz/1', {
        'GET /account': account,
        'GET /questionnaire': { body: questionnaireOf({}) },
        'PATCH /account': { body: { ...ann, analytics_consent: false } },
      });
      await page.user.click(await screen.findByRole('button', { name: 'Privacy choices' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Privacy choices' }));
      await page.user.click(dialog.getByRole('button', { name: 'Refuse' }));
      return { ...page, dialog };
    };

    test('a customer refuses for the account', async () => {
      const { to, dialog } = await refuse({ body: { ...ann, analytics_consent: true } });
      expect(await dialog.findByText('You declined.')).toBeVisible();
      expect(to('PATCH /account').map(({ body }) => body)).toEqual([
        { customer: { analytics_consent: { version: '2026-11', agreed: false }, google_analytics_client_id: null } },
      ]);
    });

    test('a customer whose account cannot be loaded sees that the answer is not saved', async () => {
      const { to, dialog } = await refuse({ status: 500, body: null });
      await waitFor(() =>
        expect(dialog.getByRole('button', { name: 'Refuse' })).toHaveAccessibleDescription(
          'An unexpected error occurred',
        ),
      );
      expect(dialog.getByRole('button', { name: 'Agree' })).not.toHaveAccessibleDescription();
      expect(dialog.queryByText('You declined.')).toBeNull();
      expect(to('PATCH /account')).toHaveLength(0);
      expect(localStorage.getItem('stylebox.analytics')).toBeNull();
    });

    test('the answer of a customer whose account cannot be loaded is not guessed, and can be looked up again', async () => {
      holdSession();
      let isDown = true;
      const { user } = await open('/quiz/1', {
        'GET /account': () => (isDown ? { status: 500, body: null } : { body: { ...ann, analytics_consent: true } }),
        'GET /questionnaire': { body: questionnaireOf({}) },
      });
      await user.click(await screen.findByRole('button', { name: 'Privacy choices' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Privacy choices' }));
      expect(await dialog.findByText(/^We can’t look up your answer right now/)).toBeVisible();
      expect(dialog.queryByText('You have not answered yet.')).toBeNull();
      isDown = false;
      await user.click(dialog.getByRole('button', { name: 'Try again' }));
      expect(await dialog.findByText('You agreed.')).toBeVisible();
    });
  });

  test('Privacy choices that cannot be loaded say so below their button until they are loaded', async () => {
    const { user } = await open('/welcome');
    const choices = await screen.findByRole('button', { name: 'Privacy choices' });
    jest.doMock('~/components/account/privacy/PrivacyDialog', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    await user.click(choices);
    const notLoaded = 'The privacy choices did not load. Try again, or reload the page.';
    await waitFor(() => expect(choices).toHaveAccessibleDescription(notLoaded));
    act(() => void toast.dismiss());
    expect(choices).toHaveAccessibleDescription(notLoaded);
    expect(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'Reload' })).toBeVisible();
    jest.dontMock('~/components/account/privacy/PrivacyDialog');
    await user.click(choices);
    expect(await screen.findByRole('dialog', { name: 'Privacy choices' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(choices).not.toHaveAccessibleDescription());
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });

  test('the answer can be taken back under Privacy choices', async () => {
    localStorage.setItem('stylebox.analytics', '{"version":"2026-11","agreed":true,"clientId":"1.2"}');
    const { user } = await open('/welcome');
    await user.click(await screen.findByRole('button', { name: 'Privacy choices' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Privacy choices' }));
    expect(dialog.getByText('You agreed.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await dialog.findByText('You declined.')).toBeVisible();
    expect(JSON.parse(localStorage.getItem('stylebox.analytics') ?? '')).toMatchObject({
      agreed: false,
      clientId: null,
    });
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Privacy choices' })).toHaveFocus());
  });
});

describe('the fraud check’s kit', () => {
  const kit = jest.fn();
  const loaded = jest.mocked(importModule);
  const collector = { script: '/api/fraud_collector.js?version=1', client_id: '900900', environment: 'TEST' };
  const shop = { 'GET /status': { body: statusOf({ fraud_collector: collector }) } };
  /** Ann with this session. */
  const annIn = (session: string) => ({ ...ann, kount_session_id: session });
  const calls = () => kit.mock.calls.map(([, session]) => session);

  beforeEach(() => {
    kit.mockReset();
    loaded.mockReset().mockResolvedValue({ default: kit });
  });

  test('is not loaded by default', async () => {
    await openSignedIn(annIn('a'));
    await everythingArrives();
    expect(loaded).not.toHaveBeenCalled();
  });

  test('is not loaded before somebody is signed in', async () => {
    await open('/welcome', shop);
    await everythingArrives();
    expect(loaded).not.toHaveBeenCalled();
  });

  test('is started with the id of the session', async () => {
    await openSignedIn(annIn('b'), shop);
    await waitFor(() => expect(kit).toHaveBeenCalledTimes(1));
    expect(loaded).toHaveBeenCalledWith(collector.script);
    expect(kit).toHaveBeenCalledWith({ clientID: '900900', environment: 'TEST', isSinglePageApp: true }, 'b');
  });

  test('starts once for a session, and again for the next one', async () => {
    const { unmount } = await openSignedIn(annIn('c'), shop);
    await waitFor(() => expect(calls()).toEqual(['c']));
    unmount();
    const again = await openSignedIn(annIn('c'), shop);
    again.unmount();
    expect(calls()).toEqual(['c']);
    await openSignedIn(annIn('d'), shop);
    await waitFor(() => expect(calls()).toEqual(['c', 'd']));
  });

  test.each<[string, () => void]>([
    ['cannot be loaded', () => loaded.mockRejectedValue(new Error('offline'))],
    ['is something else', () => loaded.mockResolvedValue({})],
    [
      'fails',
      () =>
        kit.mockImplementation(() => {
          throw new Error('no storage');
        }),
    ],
  ])('does not affect the page if it %s', async (how, fail) => {
    fail();
    await openSignedIn(annIn(how), shop);
    await waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
