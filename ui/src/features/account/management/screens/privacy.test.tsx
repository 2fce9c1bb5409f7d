import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import type { Account, AccountDevice } from '~/api/schema.gen';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { locations, questionnaireOf } from '~test/quiz';
import { type Answer, type Handlers, holdSession, serve } from '~test/server';

beforeEach(holdSession);

const phone: AccountDevice = {
  id: 'd1',
  name: 'Chrome on Android',
  created_at: '2026-11-01T15:00:00Z',
  last_seen_at: '2026-11-20T15:00:00Z',
  current: true,
};
const laptop: AccountDevice = { ...phone, id: 'd2', name: 'Firefox on Windows', current: false };
const tablet: AccountDevice = { ...phone, id: 'd3', name: 'Safari on iPad', current: false };

/** A server that keeps the devices. `change` is a change of the account. */
async function open(handlers: Handlers = {}, change: Partial<Account> = {}) {
  let devices = [phone, laptop, tablet];
  const server = serve({
    'GET /account': { body: { ...dana, ...change } },
    'GET /account/devices': () => ({ body: { devices } }),
    'DELETE /account/devices/d2': () => {
      devices = devices.filter(({ id }) => id !== 'd2');
      return { status: 204 };
    },
    'DELETE /account/devices': () => {
      devices = [phone];
      return { status: 204 };
    },
    'GET /locations': { body: { locations } },
    'GET /questionnaire': { body: questionnaireOf({}) },
    'GET /orders': { body: { orders: [] } },
    ...handlers,
  });
  const opened = openPage('/account/management');
  await screen.findByRole('heading', { level: 2, name: 'Privacy' });
  return { ...server, ...opened };
}

const part = (name: string) => within(screen.getByRole('region', { name }));
const names = () =>
  part('Signed-in devices')
    .getAllByRole('listitem')
    .map((row) => row.textContent?.replace(/(This device|Last used).*/, ''));

describe('the devices that are signed in', () => {
  test('can be signed out, except for the one in use', async () => {
    const { user } = await open();
    await waitFor(() => expect(names()).toEqual(['Chrome on Android', 'Firefox on Windows', 'Safari on iPad']));
    expect(screen.getByText('This device')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out Chrome on Android' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign out Firefox on Windows' }));
    await waitFor(() => expect(names()).toEqual(['Chrome on Android', 'Safari on iPad']));
    expect(await screen.findByText('Firefox on Windows is signed out.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Signed-in devices' })).toHaveFocus();
  });

  test('can be signed out together, except for the one in use', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Sign out on all other devices' }));
    await waitFor(() => expect(names()).toEqual(['Chrome on Android']));
    expect(screen.queryByRole('button', { name: 'Sign out on all other devices' })).toBeNull();
  });

  test('can be loaded again after a failure, and the rest of the screen stays', async () => {
    let status = 500;
    const { user } = await open({
      'GET /account/devices': () => (status === 500 ? { status } : { body: { devices: [phone] } }),
    });
    const again = await part('Signed-in devices').findByRole('button', { name: 'Try again' });
    status = 200;
    await user.click(again);
    await waitFor(() => expect(names()).toEqual(['Chrome on Android']));
  });
});

describe('a failure shows below its button, where it stays until the next press', () => {
  const why = 'Please come back later.';
  const closing = { since: '2026-11-20T15:00:00Z', waits_for: ['Your box has to be checked out.'] };
  test.each<[string, string, Partial<Account>]>([
    ['Sign out Firefox on Windows', 'DELETE /account/devices/d2', {}],
    ['Sign out on all other devices', 'DELETE /account/devices', {}],
    ['Download my data', 'GET /account/export', {}],
    ['Keep my account after all', 'DELETE /account/close', { closing }],
  ])('%s', async (name, call, change) => {
    const answers: Promise<Answer>[] = [Promise.resolve({ status: 503, body: { error: why } }), new Promise(() => {})];
    const { user } = await open({ [call]: () => answers.shift() ?? { status: 500 } }, change);
    await user.click(await screen.findByRole('button', { name }));
    const button = () => screen.getByRole('button', { name: new RegExp(`^(${name}|One moment...)$`) });
    await waitFor(() => expect(button()).toHaveAccessibleDescription(why));
    await waitFor(() => expect(screen.getAllByText(why)).toHaveLength(2));
    act(() => void toast.dismiss());
    expect(button()).toHaveAccessibleDescription(why);
    for (const other of part('Privacy').queryAllByRole('button')) {
      if (other !== button()) expect(other).not.toHaveAccessibleDescription(why);
    }
    await user.click(button());
    await waitFor(() => expect(button()).not.toHaveAccessibleDescription());
  });
});

test('a customer saves their data as a file', async () => {
  const saved: Blob[] = [];
  const clicked: string[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:data';
  };
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  const { user } = await open({ 'GET /account/export': { body: { account: { first_name: 'Dana' } } } });
  await user.click(screen.getByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(clicked).toEqual(['marlowe-my-data.json blob:data']));
  expect(saved[0]?.type).toBe('application/json');
  click.mockRestore();
});

describe('a new email that is not confirmed yet', () => {
  const pending: Account = { ...dana, pending_email: 'new@example.com' };
  const again = () => screen.getByRole('button', { name: 'Send the link again' });

  test('is shown, and can be withdrawn', async () => {
    let account = pending;
    const { user } = await open({
      'GET /account': () => ({ body: account }),
      'DELETE /account/pending_email': () => {
        account = { ...dana, pending_email: null };
        return { status: 204 };
      },
    });
    expect(screen.getByText('new@example.com')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep my current email' }));
    await waitFor(() => expect(screen.queryByText('new@example.com')).toBeNull());
    expect(await screen.findByText('Your email stays as it is.')).toBeVisible();
  });

  test('gets its link again with one call, without a change of the account', async () => {
    let answer: (reply: Answer) => void = () => undefined;
    const sent = new Promise<Answer>((resolve) => void (answer = resolve));
    const { user, to } = await open({
      'GET /account': { body: pending },
      'POST /account/pending_email': () => sent,
    });
    await user.click(again());
    await waitFor(() => expect(again()).toHaveAttribute('aria-disabled', 'true'));
    await user.click(again());
    expect(screen.queryByText('The link is on its way again.')).toBeNull();
    answer({ status: 204 });
    expect(await screen.findByText('The link is on its way again.')).toBeVisible();
    expect(to('POST /account/pending_email')).toHaveLength(1);
    expect(to('PATCH /account')).toHaveLength(0);
    expect(again()).not.toHaveAttribute('aria-disabled');
  });

  test('says if its link cannot be sent again now', async () => {
    const message = 'Too many tries. Please wait a while and try again.';
    const { user } = await open({
      'GET /account': { body: pending },
      'POST /account/pending_email': { status: 429, body: { errors: { too_many_requests: message } } },
    });
    await user.click(again());
    // In place, and as a toast.
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
    act(() => void toast.dismiss());
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(1));
    expect(screen.getByText(message).parentElement).toHaveTextContent(/^We sent a link to new@example\.com/);
    expect(screen.queryByText('The link is on its way again.')).toBeNull();
    expect(again()).toBeVisible();
  });

  test('shows a message if it cannot be withdrawn', async () => {
    const { user } = await open({
      'GET /account': { body: pending },
      'DELETE /account/pending_email': { status: 503, body: { error: 'Please come back later.' } },
    });
    await user.click(screen.getByRole('button', { name: 'Keep my current email' }));
    await waitFor(() => expect(screen.getAllByText('Please come back later.')).toHaveLength(2));
    act(() => void toast.dismiss());
    await waitFor(() => expect(screen.getAllByText('Please come back later.')).toHaveLength(1));
    expect(screen.getByText('Please come back later.').parentElement).toHaveTextContent(/^We sent a link to/);
  });

  test('is loaded again if it no longer waits', async () => {
    let account = pending;
    const { user } = await open({
      'GET /account': () => ({ body: account }),
      'POST /account/pending_email': () => {
        account = { ...dana, email: 'new@example.com', pending_email: null };
        return { status: 404, body: { errors: { not_found: 'There is nothing here.' } } };
      },
    });
    await user.click(again());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull());
    expect(screen.getByLabelText(/^Email/)).toHaveValue('new@example.com');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

describe('closing the account', () => {
  const openForm = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Close my account' }));
    return screen.findByLabelText('Current password');
  };

  test('says what follows, needs the password, and signs the customer out', async () => {
    const { user, to, path } = await open({ 'POST /account/close': { body: { closing: null } } });
    expect(
      part('Close my account').getByText(/^What was bought, paid and returned is kept without your name/),
    ).toBeVisible();
    await user.type(await openForm(user), 'Right-Passw0rd');
    // It must not look like the main action.
    expect(screen.getByRole('button', { name: 'Close my account for good' })).toHaveAttribute('data-variant', 'danger');
    await user.dblClick(screen.getByRole('button', { name: 'Close my account for good' }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(to('POST /account/close').map(({ body }) => body)).toEqual([{ current_password: 'Right-Passw0rd' }]);
    expect(await screen.findByText('Your account is closed.')).toBeVisible();
  });

  test('shows a message at the field of a wrong password, and closes nothing', async () => {
    const message = 'This is not your password.';
    const issue = { field: 'current_password', code: 'wrong', message };
    const { user, path } = await open({
      'POST /account/close': { status: 422, body: { errors: {}, issues: [issue] } },
    });
    const field = await openForm(user);
    await user.type(field, 'Wrong-Passw0rd');
    await user.click(screen.getByRole('button', { name: 'Close my account for good' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    expect(path()).toBe('/account/management');
  });

  test('sends nothing without a password', async () => {
    const { user, to } = await open();
    const field = await openForm(user);
    await user.click(screen.getByRole('button', { name: 'Close my account for good' }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(to('POST /account/close')).toHaveLength(0);
  });

  test('says what a waiting account waits for, and the account can be kept', async () => {
    const closing = { since: '2026-11-20T15:00:00Z', waits_for: ['Your box has to be checked out.'] };
    const { user } = await open({ 'DELETE /account/close': { body: { ...dana, closing: null } } }, { closing });
    expect(await part('Close my account').findByText('Your box has to be checked out.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep my account after all' }));
    expect(await screen.findByRole('button', { name: 'Close my account' })).toBeVisible();
    expect(
      await screen.findByText(
        'Your account stays open. Your subscription has ended, and a box that was canceled stays canceled.',
      ),
    ).toBeVisible();
  });
});
