import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ann } from '~test/accounts';
import { annAtHome, openPayment } from '~test/payment';
import { type Handlers, holdSession } from '~test/server';

beforeEach(holdSession);

const minneapolis = { postal_code: '55401', city: 'Minneapolis', state: 'MN', stores: [] };
const beverlyHills = { postal_code: '90210', city: 'Beverly Hills', state: 'CA', stores: [] };
const known: Handlers = {
  'GET /postal_codes/55401': { body: minneapolis },
  'GET /postal_codes/90210': { body: beverlyHills },
  'GET /postal_codes/00901': { status: 404, body: { errors: { not_found: 'Not found' } } },
};

/** A customer of whom neither an address nor a ZIP code is known. */
const nowhere = { ...ann, registration_postal_code: '' };
const open = (handlers: Handlers = {}, account = nowhere) =>
  openPayment({ 'GET /account': { body: account }, ...known, ...handlers });

const zip = () => screen.getByLabelText(/^ZIP code/);
const city = () => screen.getByLabelText(/^City/);
const state = () => screen.getByLabelText(/^State/);
const lookUps = (calls: { path: string }[]) => calls.filter(({ path }) => path.startsWith('/postal_codes/'));

/** Types a ZIP code in the place of the one that is there. */
async function type(user: UserEvent, digits: string) {
  await user.clear(zip());
  await user.type(zip(), digits);
}

test('a complete ZIP code fills in city and state, says so, and leaves the focus', async () => {
  const { user, calls } = await open();
  await type(user, '5540');
  expect(lookUps(calls)).toHaveLength(0);
  await user.type(zip(), '1');
  await waitFor(() => expect(city()).toHaveValue('Minneapolis'));
  expect(state()).toHaveValue('MN');
  expect(zip()).toHaveFocus();
  expect(screen.getByText('Filled in from the ZIP code: Minneapolis, MN')).toHaveAttribute('role', 'status');
  // The street's four digits are of the same place.
  await user.type(zip(), '1234');
  expect(zip()).toHaveValue('55401-1234');
  expect(lookUps(calls)).toHaveLength(1);
});

test('another ZIP code replaces what was filled in', async () => {
  const { user } = await open();
  await type(user, '55401');
  await waitFor(() => expect(city()).toHaveValue('Minneapolis'));
  await type(user, '90210');
  await waitFor(() => expect(city()).toHaveValue('Beverly Hills'));
  expect(state()).toHaveValue('CA');
});

test('what the customer typed is never replaced; the other field is still filled in', async () => {
  const { user } = await open();
  await user.type(city(), 'Saint Anthony');
  await type(user, '55401');
  await waitFor(() => expect(state()).toHaveValue('MN'));
  expect(city()).toHaveValue('Saint Anthony');
  await type(user, '90210');
  await waitFor(() => expect(state()).toHaveValue('CA'));
  expect(city()).toHaveValue('Saint Anthony');
});

test('what was filled in and then changed belongs to the customer, and so does an emptied field', async () => {
  const { user } = await open();
  await type(user, '55401');
  await waitFor(() => expect(city()).toHaveValue('Minneapolis'));
  await user.clear(city());
  await user.clear(state());
  await user.type(state(), 'WI');
  await user.tab();
  expect(city()).toHaveValue('');
  expect(state()).toHaveValue('WI');
});

describe('an answer that comes while the city has the focus', () => {
  /** The customer has typed the ZIP code and gone on to the city. */
  async function openLate() {
    let answer = () => undefined as void;
    const late = new Promise<{ body: unknown }>((resolve) => {
      answer = () => resolve({ body: minneapolis });
    });
    const { user } = await open({ 'GET /postal_codes/55401': () => late });
    await type(user, '55401');
    await user.click(city());
    const arrive = async () => {
      answer();
      await waitFor(() => expect(state()).toHaveValue('MN'));
    };
    return { user, arrive };
  }

  test('fills it in once it is left empty', async () => {
    const { user, arrive } = await openLate();
    await arrive();
    expect(city()).toHaveValue('');
    expect(city()).toHaveFocus();
    await user.tab();
    await waitFor(() => expect(city()).toHaveValue('Minneapolis'));
    expect(city()).toBeValid();
  });

  test('leaves it as the customer typed it', async () => {
    const { user, arrive } = await openLate();
    await user.type(city(), 'Saint');
    await arrive();
    await user.type(city(), ' Anthony');
    await user.tab();
    expect(city()).toHaveValue('Saint Anthony');
  });
});

test.each([
  ['unknown', '00901'],
  ['not answered', '99999'],
])('a ZIP code that is %s fills in nothing and says nothing', async (_, code) => {
  const { user, calls } = await open();
  await type(user, code);
  await waitFor(() => expect(lookUps(calls)).toHaveLength(1));
  await user.type(city(), 'San Juan');
  expect(city()).toHaveValue('San Juan');
  expect(state()).toHaveValue('');
  expect(screen.queryByText(/Filled in/)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the ZIP code of the registration is enough', async () => {
  await open({}, { ...ann, registration_postal_code: '55401' });
  await waitFor(() => expect(city()).toHaveValue('Minneapolis'));
});

test('a known address asks nothing', async () => {
  const { calls } = await open({}, annAtHome);
  expect(city()).toHaveValue('Minneapolis');
  expect(lookUps(calls)).toHaveLength(0);
});

test('the billing address is completed by its own ZIP code', async () => {
  const { user } = await open({}, annAtHome);
  await user.click(screen.getByRole('checkbox', { name: /billing address is the same/ }));
  await user.type(screen.getByLabelText(/^Billing ZIP code/), '90210');
  await waitFor(() => expect(screen.getByLabelText(/^Billing city/)).toHaveValue('Beverly Hills'));
  expect(screen.getByLabelText(/^Billing state/)).toHaveValue('CA');
  expect(city()).toHaveValue('Minneapolis');
});
