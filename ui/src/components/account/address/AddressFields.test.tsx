import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ann } from '~test/accounts';
import { annAtHome, openPayment, sendButton, typeCard } from '~test/payment';
import { type Handlers, holdSession } from '~test/server';

beforeEach(holdSession);

const minneapolis = { postal_code: '55401', city: 'Minneapolis', state: 'MN', stores: [] };
const beverlyHills = { postal_code: '90210', city: 'Beverly Hills', state: 'CA', stores: [] };
const known: Handlers = {
  'GET /postal_codes/55401': { body: minneapolis },
  'GET /postal_codes/90210': { body: beverlyHills },
  'GET /postal_codes/00901': { status: 404, body: { errors: { not_found: 'Not found' } } },
};

/** A customer without a known address or ZIP code. */
const nowhere = { ...ann, registration_postal_code: '' };
const open = (handlers: Handlers = {}, account = nowhere) =>
  openPayment({ 'GET /account': { body: account }, ...known, ...handlers });

const zip = () => screen.getByLabelText(/^ZIP code/);
const city = () => screen.getByLabelText(/^City/);
const state = () => screen.getByLabelText(/^State/);
const lookUps = (calls: { path: string }[]) => calls.filter(({ path }) => path.startsWith('/postal_codes/'));

/** Replaces the ZIP code by typing another. */
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
  // The last four digits do not change the place.
  await user.type(zip(), '1234');
  expect(zip()).toHaveValue('55401-1234');
  expect(lookUps(calls)).toHaveLength(1);
});

test('another ZIP code replaces the filled-in city and state', async () => {
  const { user } = await open();
  await type(user, '55401');
  await waitFor(() => expect(city()).toHaveValue('Minneapolis'));
  await type(user, '90210');
  await waitFor(() => expect(city()).toHaveValue('Beverly Hills'));
  expect(state()).toHaveValue('CA');
});

test('a field that the customer typed is never replaced; the other one is still filled in', async () => {
  const { user } = await open();
  await user.type(city(), 'Saint Anthony');
  await type(user, '55401');
  await waitFor(() => expect(state()).toHaveValue('MN'));
  expect(city()).toHaveValue('Saint Anthony');
  await type(user, '90210');
  await waitFor(() => expect(state()).toHaveValue('CA'));
  expect(city()).toHaveValue('Saint Anthony');
});

test('a filled-in field that the customer changed or emptied is not filled in again', async () => {
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

describe('a place that loads while the city has the focus', () => {
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

  test('fills in the city once it is left empty', async () => {
    const { user, arrive } = await openLate();
    await arrive();
    expect(city()).toHaveValue('');
    expect(city()).toHaveFocus();
    await user.tab();
    await waitFor(() => expect(city()).toHaveValue('Minneapolis'));
    expect(city()).toBeValid();
  });

  test('does not replace a typed city', async () => {
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

test('the ZIP code of the registration fills in city and state', async () => {
  await open({}, { ...ann, registration_postal_code: '55401' });
  await waitFor(() => expect(city()).toHaveValue('Minneapolis'));
});

test('an address on file needs no look-up', async () => {
  const { calls } = await open({}, annAtHome);
  expect(city()).toHaveValue('Minneapolis');
  expect(lookUps(calls)).toHaveLength(0);
});

test('the billing address is filled in from its own ZIP code', async () => {
  const { user } = await open({}, annAtHome);
  await user.click(screen.getByRole('checkbox', { name: /billing address is the same/ }));
  await user.type(screen.getByLabelText(/^Billing ZIP code/), '90210');
  await waitFor(() => expect(screen.getByLabelText(/^Billing city/)).toHaveValue('Beverly Hills'));
  expect(screen.getByLabelText(/^Billing state/)).toHaveValue('CA');
  expect(city()).toHaveValue('Minneapolis');
});

describe('a state that does not match the ZIP code', () => {
  const places: Handlers = {
    'GET /postal_codes/89101': { body: { postal_code: '89101', city: 'Las Vegas', state: 'NV', stores: [] } },
    'GET /postal_codes/20001': { body: { postal_code: '20001', city: 'Washington', state: 'DC', stores: [] } },
  };
  const asked = (text: string) => screen.findByText(text);
  const answer = (name: string) => screen.getByRole('button', { name });
  const notAsked = (text: RegExp) => expect(screen.queryByText(text)).toBeNull();

  /** Types a state and leaves the field. */
  async function typeState(user: UserEvent, text: string) {
    await user.clear(state());
    await user.type(state(), text);
    await user.tab();
  }

  test('is asked about, and one tap corrects it', async () => {
    const { user } = await open(places);
    await typeState(user, 'NE');
    await type(user, '89101');
    expect(await asked('89101 is in Nevada.')).toHaveAttribute('role', 'status');
    await user.click(answer('Change to Nevada'));
    expect(state()).toHaveValue('NV');
    expect(state()).toHaveFocus();
    notAsked(/89101 is in/);
  });

  test('stays if the customer says that the address is right, until state or ZIP code changes', async () => {
    const { user } = await open(places);
    await typeState(user, 'Maryland');
    await type(user, '20001');
    await asked('20001 is in the District of Columbia.');
    await user.click(answer('My address is right'));
    expect(state()).toHaveValue('MD');
    expect(state()).toHaveFocus();
    await user.tab();
    notAsked(/20001 is in/);
    await typeState(user, 'Va.');
    await asked('20001 is in the District of Columbia.');
  });

  test('is asked about if it is pasted, and if the ZIP code is typed later', async () => {
    const { user } = await open(places);
    await user.click(state());
    await user.paste('Minnesota');
    await type(user, '90210');
    await asked('90210 is in California.');
    await type(user, '55401');
    await waitFor(() => notAsked(/is in/));
  });

  test('is not asked about while it is typed: Ne begins Nevada', async () => {
    const { user } = await open(places);
    await user.type(city(), 'Las Vegas');
    await type(user, '89101');
    await waitFor(() => expect(state()).toHaveValue('NV'));
    await user.clear(state());
    await user.type(state(), 'Ne');
    expect(state()).toHaveValue('Ne');
    notAsked(/is in/);
    await user.keyboard('vada');
    await user.tab();
    expect(state()).toHaveValue('NV');
    notAsked(/is in/);
  });

  test.each([
    ['unknown', '00901'],
    ['not answered', '99999'],
  ])('is not asked about if the ZIP code is %s', async (_, code) => {
    const { user, calls } = await open(places);
    await typeState(user, 'NE');
    await type(user, code);
    await waitFor(() => expect(lookUps(calls).length).toBeGreaterThan(0));
    notAsked(/is in/);
  });

  test('that is on file is not asked about again', async () => {
    const kept = annAtHome.shipping_addresses.map((address) => ({ ...address, shipping_state: 'WI' }));
    const { user, calls } = await open({}, { ...annAtHome, shipping_addresses: kept });
    expect(state()).toHaveValue('WI');
    await user.type(city(), ' Falls');
    expect(lookUps(calls)).toHaveLength(0);
    notAsked(/is in/);
    await typeState(user, 'IA');
    await asked('55401 is in Minnesota.');
  });

  test('of the billing address is asked about separately', async () => {
    const { user } = await open(places, annAtHome);
    await user.click(screen.getByRole('checkbox', { name: /billing address is the same/ }));
    await user.type(screen.getByLabelText(/^Billing state/), 'NE');
    await user.type(screen.getByLabelText(/^Billing ZIP code/), '89101');
    await asked('89101 is in Nevada.');
    await user.click(answer('Change to Nevada'));
    expect(screen.getByLabelText(/^Billing state/)).toHaveValue('NV');
    expect(state()).toHaveValue('MN');
  });

  test('stops the form once; then the customer can send it as it is', async () => {
    const { user, to } = await open(places, annAtHome);
    await typeCard(user);
    await type(user, '89101');
    await asked('89101 is in Nevada.');
    await user.click(sendButton());
    expect(screen.getByText('89101 is in Nevada.')).toHaveFocus();
    expect(to('POST /credit_cards')).toHaveLength(0);
    await user.click(sendButton());
    await waitFor(() => expect(to('POST /credit_cards')).toHaveLength(1));
  });
});
