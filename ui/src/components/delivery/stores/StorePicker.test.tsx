import { screen, waitFor, within } from '@testing-library/react';
import type { PostalCodePlace } from '~/api/schema.gen';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { serveQuiz } from '~test/quiz';
import type { Answer, Handlers } from '~test/server';

/** The stores of the tests by their distance from downtown Minneapolis, and from Seattle. */
const near = (postal_code: string, stores: [string, number][]): PostalCodePlace => ({
  postal_code,
  city: 'Here',
  state: 'MN',
  stores: stores.map(([id, miles]) => ({ id, miles })),
});
const places: Handlers = {
  'GET /postal_codes/55401': {
    body: near('55401', [
      ['L02', 6],
      ['L01', 8],
      ['L24', 940],
      ['L22', 1392],
    ]),
  },
  'GET /postal_codes/98107': {
    body: near('98107', [
      ['L22', 0],
      ['L02', 1391],
      ['L01', 1389],
      ['L24', 2321],
    ]),
  },
};

const search = () => screen.findByRole('searchbox', { name: 'Find by city, state or ZIP' });
const list = () => screen.getByRole('radiogroup', { name: /Where would you like to pick it up/ });
const names = () =>
  within(list())
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.firstElementChild?.nextElementSibling?.textContent);

test('the stores are sorted by name, or by distance once the search has a ZIP code', async () => {
  serveQuiz({ visiting: true, more: places });
  const { user } = openPage('/schedule-pickup');
  await user.click(await search());
  expect(names()).toEqual(names().toSorted());
  expect(within(list()).queryByText(/mile/)).toBeNull();
  await user.keyboard('98107');
  expect(await screen.findByText('Under 1 mile')).toBeVisible();
  expect(names()[0]).toBe('Ballard');
  expect(screen.getByRole('radio', { name: /^Grand Avenue.*1,391 miles$/ })).toBeVisible();
  expect(within(list()).getByRole('status')).toHaveTextContent(/^\d+ stores, nearest first$/);
  // A search for a name still works.
  await user.clear(await search());
  await user.keyboard('alexandria');
  expect(names()).toEqual(['Old Town']);
});

test('an unknown ZIP code is searched for among the stores', async () => {
  serveQuiz({ visiting: true });
  const { user } = openPage('/schedule-pickup');
  await user.type(await search(), '55105');
  await waitFor(() => expect(names()).toEqual(['Grand Avenue']));
  await user.clear(await search());
  await user.keyboard('00901');
  expect(await screen.findByText('No store found for “00901”.')).toBeVisible();
});

test('the list keeps its order if the place of the customer’s ZIP code loads late', async () => {
  let answer = () => undefined as void;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow: Handlers = {
    'GET /postal_codes/55401': async () => {
      await late;
      return places['GET /postal_codes/55401'] as Answer;
    },
  };
  serveQuiz({ more: slow, account: { ...ann, registration_postal_code: '55401' } });
  openPage('/schedule-pickup');
  // The list waits for it, up to a second.
  expect(await screen.findByText('Looking up our stores…')).toBeVisible();
  await waitFor(() => expect(within(list()).getAllByRole('radio').length).toBeGreaterThan(3), { timeout: 3000 });
  const before = names();
  expect(before).toEqual(before.toSorted());
  answer();
  expect(await screen.findByText('6 miles')).toBeVisible();
  expect(names()).toEqual(before);
  expect(within(list()).getByRole('status')).toHaveTextContent(/^\d+ stores$/);
});

test('a customer’s nearest store comes first, by the ZIP code of the registration', async () => {
  serveQuiz({ more: places, account: { ...ann, registration_postal_code: '55401-1234' } });
  openPage('/schedule-pickup');
  expect(await screen.findByText('6 miles')).toBeVisible();
  expect(names().slice(0, 2)).toEqual(['Grand Avenue', 'Edina Galleria']);
});

test('without any store the list says so, and a visitor can go on', async () => {
  serveQuiz({ visiting: true, stores: () => [], more: places });
  openPage('/schedule-pickup');
  expect(await screen.findByText(/^No store offers pick-up right now/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue, and send it to me' })).toHaveAttribute(
    'href',
    '/members/register',
  );
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});
