import { act, screen, waitFor, within } from '@testing-library/react';
import { ann } from '~test/accounts';
import { openPayment } from '~test/payment';
import { type Call, type Handlers, holdSession, statusOf } from '~test/server';

beforeEach(holdSession);

const market = { id: 'p1', line: '731 Market Street', place: 'San Francisco, CA, USA' };
const elm = { id: 'p2', line: '731 Elm Street', place: '' };
const whole = { line_1: '731 Market Street', line_2: '', city: 'San Francisco', state: 'CA', postal_code: '94103' };

const nowhere = { ...ann, registration_postal_code: '' };

const open = (handlers: Handlers = {}) =>
  openPayment({
    'GET /status': { body: statusOf({ address_suggestions: 'Google Maps' }) },
    'GET /account': { body: nowhere },
    'GET /postal_codes/94103': { status: 404 },
    'POST /address_suggestions': { body: { suggestions: [market, elm] } },
    'POST /address_suggestions/choice': { body: { address: whole } },
    ...handlers,
  });

/** The field of the first line, once it has suggestions. */
const line1 = () => screen.findByRole('combobox', { name: /^Address line 1/ });
const options = async () =>
  within(await screen.findByRole('listbox', { name: 'Suggested addresses' })).getAllByRole('option');
const bodies = (calls: Call[]) => calls.map(({ body }) => body as Record<string, string>);

test('a customer who pauses gets suggestions, and chooses one by keyboard', async () => {
  const { user, to } = await open();
  const field = await line1();
  expect(field).toHaveAttribute('aria-expanded', 'false');
  await user.type(field, '731 M');
  expect((await options()).map(({ textContent }) => textContent)).toEqual([
    '731 Market Street San Francisco, CA, USA',
    '731 Elm Street',
  ]);
  expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByText('Google Maps')).toBeVisible();
  expect(screen.getByText(/^2 suggested by Google Maps/)).toHaveAttribute('role', 'status');
  await waitFor(() => expect(bodies(to('POST /address_suggestions')).at(-1)?.text).toBe('731 M'));

  await user.keyboard('{ArrowDown}{ArrowDown}');
  const [first, second] = await options();
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(field).toHaveAttribute('aria-activedescendant', second?.id);
  await user.keyboard('{ArrowUp}');
  expect(field).toHaveAttribute('aria-activedescendant', first?.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field).toHaveValue('731 Market Street'));
  expect(screen.getByLabelText(/^City/)).toHaveValue('San Francisco');
  expect(screen.getByLabelText(/^State/)).toHaveValue('CA');
  expect(screen.getByLabelText(/^ZIP code/)).toHaveValue('94103');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('listbox')).toBeNull();
  // A choice ends the group of calls; the next address starts another.
  const asked = bodies(to('POST /address_suggestions')).at(-1);
  expect(bodies(to('POST /address_suggestions/choice'))).toEqual([{ id: 'p1', session: asked?.session }]);
  await user.type(field, ' 9');
  await waitFor(() => expect(bodies(to('POST /address_suggestions')).at(-1)?.text).toBe('731 Market Street 9'));
  expect(bodies(to('POST /address_suggestions')).at(-1)?.session).not.toBe(asked?.session);
});

test('a customer chooses a suggestion by a press, and the typed apartment stays', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText(/^Address line 2/), 'Apt 5');
  const field = await line1();
  await user.type(field, '731');
  await user.click((await options())[0] as HTMLElement);
  await waitFor(() => expect(screen.getByLabelText(/^City/)).toHaveValue('San Francisco'));
  expect(screen.getByLabelText(/^Address line 2/)).toHaveValue('Apt 5');
  expect(field).toHaveFocus();
});

/** Holds the whole address back until the returned function answers it. */
function holdWhole() {
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const handlers: Handlers = {
    'POST /address_suggestions/choice': async () => {
      await held;
      return { body: { address: whole } };
    },
  };
  return { handlers, answer: () => act(async () => answer()) };
}

test('the chosen address comes too late for a part that was typed meanwhile, but not for the others', async () => {
  const { handlers, answer } = holdWhole();
  const { user } = await open(handlers);
  await user.type(await line1(), '731');
  await user.click((await options())[0] as HTMLElement);
  await user.type(screen.getByLabelText(/^City/), 'Oakland');
  await answer();
  await waitFor(() => expect(screen.getByLabelText(/^ZIP code/)).toHaveValue('94103'));
  expect(screen.getByLabelText(/^City/)).toHaveValue('Oakland');
});

test('the chosen address is dropped if the customer types on in its field', async () => {
  const { handlers, answer } = holdWhole();
  const { user, to } = await open(handlers);
  const field = await line1();
  await user.type(field, '731');
  await user.click((await options())[0] as HTMLElement);
  await waitFor(() => expect(to('POST /address_suggestions/choice')).toHaveLength(1));
  await user.type(field, ' Main');
  await answer();
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  expect(field).toHaveValue('731 Main');
  expect(screen.getByLabelText(/^City/)).toHaveValue('');
});

test('a customer can type another address despite suggestions', async () => {
  const { user, to } = await open();
  const field = await line1();
  await user.type(field, '731 M');
  await options();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.type(field, 'y Own Road');
  await options();
  await user.tab();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field).toHaveValue('731 My Own Road');
  expect(screen.getByLabelText(/^Address line 2/)).toHaveFocus();
  expect(to('POST /address_suggestions/choice')).toHaveLength(0);
});

test('Enter without a chosen suggestion sends the form', async () => {
  const { user } = await open();
  await user.type(await line1(), '731 M');
  await options();
  await user.keyboard('{Enter}');
  expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
});

test('a short text gets no suggestions, and a failure shows no message', async () => {
  const { user, to } = await open({ 'POST /address_suggestions': { status: 503 } });
  const field = await line1();
  await user.type(field, '73');
  await new Promise((later) => setTimeout(later, 300));
  expect(to('POST /address_suggestions')).toHaveLength(0);
  await user.type(field, '1');
  await waitFor(() => expect(to('POST /address_suggestions')).toHaveLength(1));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a provider of suggestions the field is a plain one', async () => {
  const { user, to } = await open({ 'GET /status': { body: statusOf() } });
  await user.type(screen.getByLabelText(/^Address line 1/), '731 Market');
  expect(screen.queryByRole('combobox', { name: /^Address line 1/ })).toBeNull();
  expect(to('POST /address_suggestions')).toHaveLength(0);
});
