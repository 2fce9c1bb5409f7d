import { screen, waitFor, within } from '@testing-library/react';
import type { Referral, Referrals } from '~/api/schema.gen';
import { messagesText } from '~/core';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { type Handlers, holdSession, serve } from '~test/server';

beforeEach(holdSession);

const call = (page: number) => `GET /referrals?page=${page}&limit=10&sort_field=created_at&sort_order=asc`;

const friend = (id: string, customer_name: string, change: Partial<Referral> = {}): Referral => ({
  id,
  customer_name,
  created_at: '2026-11-01T15:00:00Z',
  joined_at: null,
  reward: null,
  ...change,
});

const reward = (change: Partial<NonNullable<Referral['reward']>> = {}): Partial<Referral> => ({
  reward: { earned_at: '2026-11-10T15:00:00Z', expires_at: '2027-11-10T15:00:00Z', used_at: null, ...change },
});

const page = (number: number, referrals: Referral[], total = referrals.length): { body: Referrals } => ({
  body: { referrals, page: number, limit: 10, total, earnings: { earned: 0, usable: 0, use_before: null } },
});

async function open(handlers: Handlers = { [call(0)]: page(0, []) }) {
  const server = serve({ 'GET /account': { body: { ...dana, referral_code: 'DANA42' } }, ...handlers });
  const opened = openPage('/refer/friend');
  await screen.findByRole('heading', { level: 2, name: 'Your friends' });
  return { ...server, ...opened };
}

const friends = () =>
  within(screen.getByRole('region', { name: 'Your friends' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('the link is a complete address, and copying it is announced with one word', async () => {
  const { user } = await open();
  const link = screen.getByRole('textbox', { name: 'Your link' });
  expect(link).toHaveValue('http://localhost/members/register?referral=DANA42');
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe('http://localhost/members/register?referral=DANA42');
  expect(screen.getByText('Copied')).toBeVisible();
  expect(screen.getAllByText('Copied')).toHaveLength(1);
});

test('a browser that does not copy selects the link and says so', async () => {
  const { user } = await open();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText(/^Your browser does not let us copy/)).toBeVisible();
  expect(screen.queryByText('Copied')).toBeNull();
  const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Your link' });
  expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
});

describe('the share sheet', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'share'));

  test('is offered if the browser has one; closing it shows no failure', async () => {
    const share = jest.fn().mockRejectedValue(new DOMException('', 'AbortError'));
    Object.assign(navigator, { share });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith(
      expect.objectContaining({ url: 'http://localhost/members/register?referral=DANA42' }),
    );
    // No message says that something failed.
    await expect(share.mock.results[0]?.value).rejects.toThrow();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(messagesText('unexpected'))).toBeNull();
    expect(screen.getByRole('button', { name: 'Share' })).toBeVisible();
  });

  test('is not offered if the browser has none', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });
});

test('each friend is shown with their progress', async () => {
  await open({
    [call(0)]: page(0, [
      friend('r0', 'Abe K.'),
      friend('r1', 'Ben L.', { joined_at: '2026-11-05T15:00:00Z' }),
      friend('r2', 'Cleo D.', reward()),
      friend('r3', 'Dora M.', reward({ used_at: '2026-11-15T15:00:00Z' })),
      friend('r4', 'Eve O.', reward({ earned_at: '2025-11-01T15:00:00Z', expires_at: '2026-11-01T15:00:00Z' })),
    ]),
  });
  await screen.findByText('Ben L.');
  expect(friends()).toEqual([
    'Abe K. Invited signed up on November 1, 2026',
    'Ben L. Joined first box on November 5, 2026',
    'Cleo D. Reward earned use it before November 10, 2027',
    'Dora M. Reward used on November 15, 2026',
    'Eve O. Reward ended on November 1, 2026',
  ]);
});

test('more friends load in pages of ten', async () => {
  const ten = Array.from({ length: 10 }, (_, place) => friend(`r${place}`, `Friend ${place}`));
  const { user } = await open({
    [call(0)]: page(0, ten, 11),
    [call(1)]: page(1, [friend('r10', 'Zoe Z.')], 11),
  });
  await screen.findByText('Friend 9');
  expect(friends()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Show More Friends' }));
  await waitFor(() => expect(friends()).toHaveLength(11));
  await waitFor(() => expect(screen.getByText('Zoe Z.').closest('p')).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Show More Friends' })).toBeNull();
});

test('a customer without friends reads what this screen will show, and the terms', async () => {
  await open();
  expect(await screen.findByText(/^No one has joined with your link yet/)).toBeVisible();
  // 20% each, for 365 days (spec B, section 1).
  const terms = screen.getByRole('region', { name: 'How it works' });
  expect(terms).toHaveTextContent('20% comes off their first box. They can use it for 365 days.');
  expect(terms).toHaveTextContent('20% comes off your next box. You can use it for 365 days from then on.');
});

test('if the list cannot be loaded, the link stays, and loading can be tried again', async () => {
  let answer: object = { status: 500, body: { error: 'Broken' } };
  const { user } = await open({ [call(0)]: () => answer });
  expect(await screen.findByText(/^We can’t look up your friends/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Your link' })).toBeVisible();
  answer = page(0, [friend('r1', 'Ben L.')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ben L.')).toBeVisible();
});
