import { screen, waitFor, within } from '@testing-library/react';
import type { Account } from '~/api/schema.gen';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { newBox, send } from '~test/orderForm';
import { serveOrdering } from '~test/ordering';
import { locations, questionnaireOf } from '~test/quiz';
import { holdSession, serve } from '~test/server';

beforeEach(holdSession);
afterEach(() => sessionStorage.clear());

const suggestion = {
  line_1: '118 Nicollet Mall',
  line_2: 'Ste 4',
  city: 'Minneapolis',
  state: 'MN',
  postal_code: '55402-1234',
};

/** Dana, to whom the address check suggests another spelling of their address. */
const asked: Account = {
  ...dana,
  shipping_addresses: dana.shipping_addresses.map((address) => ({ ...address, suggestion })),
};

const offerName = 'A suggestion for your address';
const offer = async () => within(await screen.findByRole('region', { name: offerName }));

/** A server that stores the customer's answer to the suggestion. */
function answering() {
  let account = asked;
  const settle = (change: object) => {
    account = {
      ...account,
      shipping_addresses: account.shipping_addresses.map((one) => ({ ...one, ...change, suggestion: null })),
    };
  };
  return {
    'GET /account': () => ({ body: account }),
    'GET /orders': { body: { orders: [] } },
    'GET /locations': { body: { locations } },
    'GET /questionnaire': { body: questionnaireOf({}) },
    'GET /account/devices': { body: { devices: [] } },
    'GET /style_profiles/current': { status: 503 },
    'PATCH /shipping_addresses/a1': () => {
      settle({ shipping_line_2: suggestion.line_2, shipping_postal_code: suggestion.postal_code });
      return { body: account.shipping_addresses[0] };
    },
    'DELETE /shipping_addresses/a1/suggestion': () => {
      settle({});
      return { status: 204 };
    },
  };
}

test('a customer takes the suggestion on the dashboard', async () => {
  const { to } = serve(answering());
  const { user } = openPage('/dashboard');
  const offered = await offer();
  expect(offered.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '118 Nicollet MallMinneapolis, MN 55401',
    '118 Nicollet MallSte 4Minneapolis, MN 55402-1234',
  ]);
  await user.dblClick(offered.getByRole('button', { name: 'Use this address' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: offerName })).toBeNull());
  expect(to('PATCH /shipping_addresses/a1').map(({ body }) => body)).toEqual([{ shipping_address: suggestion }]);
  expect(await screen.findByText('Your changes are saved.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a customer declines the suggestion, and it does not come back', async () => {
  const { to } = serve(answering());
  const { user } = openPage('/dashboard');
  await user.click((await offer()).getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: offerName })).toBeNull());
  expect(to('DELETE /shipping_addresses/a1/suggestion')).toHaveLength(1);
  expect(to('PATCH /shipping_addresses/a1')).toHaveLength(0);
});

test.each([
  ['Use this address', 'PATCH /shipping_addresses/a1', 'Keep mine'],
  ['Keep mine', 'DELETE /shipping_addresses/a1/suggestion', 'Use this address'],
])('an answer that is not saved (%s) says so below its button, and can be given again', async (name, call, other) => {
  let isDown = true;
  serve({
    ...answering(),
    [call]: () => (isDown ? { status: 503, body: { error: 'Please come back later.' } } : { status: 204 }),
  });
  const { user } = openPage('/dashboard');
  const offered = await offer();
  await user.click(offered.getByRole('button', { name }));
  await waitFor(() =>
    expect(offered.getByRole('button', { name })).toHaveAccessibleDescription('Please come back later.'),
  );
  expect(offered.getByRole('button', { name: other })).not.toHaveAccessibleDescription();
  isDown = false;
  await user.click(offered.getByRole('button', { name }));
  await waitFor(() => expect(offered.getByRole('button', { name })).not.toHaveAccessibleDescription());
});

test('the account form offers the suggestion, and shows the new address once it is taken', async () => {
  serve(answering());
  const { user } = openPage('/account/management');
  await user.click((await offer()).getByRole('button', { name: 'Use this address' }));
  await waitFor(() => expect(screen.getByLabelText(/^ZIP code/)).toHaveValue('55402-1234'));
  expect(screen.getByLabelText(/^Address line 2/)).toHaveValue('Ste 4');
  expect(screen.queryByText(/changed in another tab/)).toBeNull();
});

test('an address that is being changed has no suggestion in its form', async () => {
  serve(answering());
  const { user } = openPage('/account/management');
  await offer();
  await user.type(screen.getByLabelText(/^Address line 1/), ' North');
  expect(screen.queryByRole('region', { name: offerName })).toBeNull();
});

test('the form of an order shows the suggestion, and the customer can order without an answer', async () => {
  const server = serveOrdering({ account: asked });
  const { user } = openPage(newBox);
  await offer();
  await user.click(await send());
  await waitFor(() => expect(server.to('POST /orders')).toHaveLength(1));
});
