import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { declareDraft } from './draft';
import { forgetDrafts } from './reload';
import { forgetDraft, keepDraft, keptDraft, writeOpenDrafts } from './store';
import { useDraftState } from './useDraft';

interface Values {
  name: string;
  card: { number: string; holder: string };
  sizes: string[];
}

const values: Values = { name: 'Ada', card: { number: '4242', holder: 'Ada L.' }, sizes: ['M'] };
const lists = { fields: ['name', 'card.holder', 'sizes'] } as const;
const reload = declareDraft<Values>({ name: 'over a reload', lifetime: 'reload', ...lists });
const customer = declareDraft<Values>({ name: 'of a customer', lifetime: 'customer', ...lists });
const tab = declareDraft<Values>({ name: 'of a tab', lifetime: 'tab', ...lists });

const kept = { name: 'Ada', 'card.holder': 'Ada L.', sizes: ['M'] };
const stored = () => JSON.stringify({ ...sessionStorage });

/** Loads the modules again, as a reload does: only the tab's storage is left. */
async function reloaded() {
  jest.resetModules();
  return { ...(await import('./store')), ...(await import('./reload')) };
}

afterEach(() => forgetDraft(reload));

test('a misspelt field does not compile', () => {
  const options = { name: 'never declared', lifetime: 'reload' } as const;
  const declare = () => [
    // @ts-expect-error: it is called name.
    declareDraft<Values>({ ...options, fields: ['nmae'] }),
    // @ts-expect-error: it is called card.holder.
    declareDraft<Values>({ ...options, fields: ['card.owner'] }),
    // @ts-expect-error: it has fields of its own, and a secret among them.
    declareDraft<Values>({ ...options, fields: ['card'] }),
  ];
  const keep = () => [
    // @ts-expect-error: these values lack the draft's fields.
    keepDraft(customer, { nmae: 'Ada' }),
    // @ts-expect-error: it is called name.
    keptDraft(customer)?.nmae,
  ];
  expect([declare, keep]).toHaveLength(2);
});

test('only the fields on the list are stored', () => {
  for (const draft of [reload, customer, tab]) keepDraft(draft, values);
  writeOpenDrafts();
  expect(stored()).not.toContain('4242');
  expect(keptDraft(customer)).toEqual(kept);
  expect(keptDraft(tab)).toEqual(kept);
});

test('a field that is no longer on the list is not restored', () => {
  keepDraft(customer, values);
  expect(keptDraft({ ...customer, fields: ['name'] })).toEqual({ name: 'Ada' });
});

test('a draft for the page’s reload is stored only by the reload, and removed afterwards', async () => {
  keepDraft(reload, values);
  expect(sessionStorage).toHaveLength(0);
  writeOpenDrafts();
  expect(stored()).toContain('Ada');

  const page = await reloaded();
  expect(sessionStorage).toHaveLength(0);
  expect(page.keptDraft(reload)).toEqual(kept);
  page.endReload(reload);
  expect(page.keptDraft(reload)).toBeNull();
});

test('nothing of a closed form is stored', () => {
  keepDraft(reload, values);
  forgetDraft(reload);
  writeOpenDrafts();
  expect(sessionStorage).toHaveLength(0);
});

test('a customer’s draft survives every reload, until they sign out', async () => {
  keepDraft(customer, values);
  const page = await reloaded();
  expect(page.keptDraft(customer)).toEqual(kept);
  page.forgetDrafts();
  expect(page.keptDraft(customer)).toBeNull();
});

test('a draft that survived a reload is forgotten too when the customer signs out', async () => {
  keepDraft(reload, values);
  writeOpenDrafts();
  const page = await reloaded();
  page.forgetDrafts();
  expect(page.keptDraft(reload)).toBeNull();
});

test('once a store’s tablet forgets its customer, nothing more is stored', () => {
  keepDraft(customer, values);
  keepDraft(reload, values);
  localStorage.setItem('stylebox.tablet.finishing', 'forgotten');
  forgetDrafts();
  for (const draft of [reload, customer, tab]) keepDraft(draft, values);
  writeOpenDrafts();
  expect(sessionStorage).toHaveLength(0);
});

test('a draft that has its owner survives a sign-out', () => {
  keepDraft(tab, values);
  forgetDrafts();
  expect(keptDraft(tab)).toEqual(kept);
});

test('a draft for several objects has an entry for each', () => {
  keepDraft(customer, values, 'l1');
  keepDraft(customer, { ...values, name: 'Bea' }, 'l2');
  forgetDraft(customer, 'l1');
  expect(keptDraft(customer, 'l1')).toBeNull();
  expect(keptDraft(customer, 'l2')).toMatchObject({ name: 'Bea' });
});

test.each(['{', 'null', '"text"', '7'])('unexpected text in the storage breaks nothing: %s', async (text) => {
  sessionStorage.setItem('stylebox.draft.of a customer', text);
  sessionStorage.setItem('stylebox.typed', text);
  const page = await reloaded();
  expect(page.keptDraft(customer) ?? {}).toEqual({});
  expect(page.keptDraft(reload) ?? {}).toEqual({});
});

describe('a piece of state', () => {
  function Note({ draft }: { draft?: typeof customer }) {
    const [{ name }, set] = useDraftState<Values>(draft, { ...values, name: '' });
    return <input value={name} onChange={({ target }) => set({ ...values, name: target.value })} />;
  }
  const field = () => screen.getByRole('textbox');

  test('starts with its draft, which is forgotten when the state is back at its start', async () => {
    const { unmount } = render(<Note draft={customer} />);
    expect(sessionStorage).toHaveLength(0);
    await userEvent.type(field(), 'Ada');
    expect(stored()).toContain('Ada');
    unmount();
    render(<Note draft={customer} />);
    expect(field()).toHaveValue('Ada');
    await userEvent.clear(field());
    expect(sessionStorage).toHaveLength(0);
  });

  test('is not stored without a draft', async () => {
    render(<Note />);
    await userEvent.type(field(), 'Ada');
    writeOpenDrafts();
    expect(sessionStorage).toHaveLength(0);
  });
});
