import { locations } from '~test/quiz';
import { foundStores, ranksOf } from './storeSearch';

const [a, b, c] = locations
  .filter(({ hidden }) => !hidden)
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
if (!a || !b || !c) throw new Error('The starting data has three stores.');
const stores = [c, a, b];
const nowhere = { place: null, looking: false };
const placeWith = (...near: string[]) => ({
  city: 'Minneapolis',
  state: 'MN',
  postal_code: '55401',
  stores: near.map((id, miles) => ({ id, miles })),
});
const search = { stores, search: '', searched: nowhere, first: null, order: ranksOf(null) };
const idsOf = ({ found }: ReturnType<typeof foundStores>) => found.map(({ id }) => id);

test('stores whose distance is not known are sorted by name', () => {
  expect(idsOf(foundStores(search))).toEqual([a.id, b.id, c.id]);
});

test('the nearest store comes first, and those without a distance last', () => {
  expect(idsOf(foundStores({ ...search, order: ranksOf(placeWith(c.id, b.id)) }))).toEqual([c.id, b.id, a.id]);
});

test('the store that was chosen stands above nearer ones, unless it is the nearest', () => {
  const order = ranksOf(placeWith(c.id, b.id));
  const chosen = foundStores({ ...search, first: b.label, order });
  expect([idsOf(chosen), chosen.isFirstChosen]).toEqual([[b.id, c.id, a.id], true]);
  expect(foundStores({ ...search, first: c.label, order }).isFirstChosen).toBe(false);
});

test('a searched ZIP code finds all stores, and sorts the chosen one like any other', () => {
  const place = placeWith(c.id, b.id);
  const found = foundStores({
    ...search,
    search: '55401',
    searched: { place, looking: false },
    first: b.label,
    order: ranksOf(place),
  });
  expect([idsOf(found), found.isFirstChosen]).toEqual([[c.id, b.id, a.id], false]);
});

test('while a ZIP code is looked up, the list still shows all stores', () => {
  expect(foundStores({ ...search, search: '00000', searched: { place: null, looking: true } }).found).toHaveLength(3);
  expect(foundStores({ ...search, search: '00000' }).found).toEqual([]);
});

test('before the stores are loaded none is found', () => {
  expect(foundStores({ ...search, stores: null, first: a.label })).toEqual({ found: [], isFirstChosen: false });
});
