import { placeAfter } from './suggestedPlace';

test.each([
  ['ArrowDown', [0, 1, 2, -1, 0]],
  ['ArrowUp', [2, 1, 0, -1, 2]],
])('%s goes from the typed text through all suggestions and back to the text', (key, places) => {
  const visited: number[] = [];
  let active = -1;
  for (const _ of places) {
    active = placeAfter(key, active, 3) ?? NaN;
    visited.push(active);
  }
  expect(visited).toEqual(places);
});

test('any other key selects no suggestion', () => {
  expect(placeAfter('Enter', 0, 3)).toBeNull();
  expect(placeAfter('a', -1, 3)).toBeNull();
});
