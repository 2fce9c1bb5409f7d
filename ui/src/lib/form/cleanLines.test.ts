import { cleanLines } from './cleanLines';

const typed = () => ({
  name: ' Ann\u{202e} ',
  card: { name: '\u{3164}', cvv: ' 1\u{200b} ' },
  email: '\u{200b}a@b.co',
});

test('the named lines are cleaned, at any depth, and nothing else', () => {
  const values = typed();
  expect(cleanLines(values, ['name', 'card.name'])).toEqual({
    name: 'Ann',
    card: { name: '', cvv: ' 1\u{200b} ' },
    email: '\u{200b}a@b.co',
  });
  expect(values).toEqual(typed());
});

test('clean values stay the same object, so that nothing is rendered again', () => {
  const values = { name: 'Ann', card: { name: 'Ann Lee' } };
  expect(cleanLines(values, ['name', 'card.name'])).toBe(values);
  expect(cleanLines(typed(), []).name).toBe(' Ann\u{202e} ');
});
