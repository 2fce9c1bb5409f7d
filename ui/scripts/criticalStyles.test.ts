import { stylesFor, stylesOfTheRest } from './criticalStyles';

const kept = (css: string, ...classes: string[]) => stylesFor(css, classes.map((name) => `"${name}"`).join());

test('rules of a screen’s classes and rules without a class are kept', () => {
  expect(kept(':root{--a:1}h1{margin:0}._a_1{color:red}._b_2{color:blue}', '_a_1')).toBe(
    ':root{--a:1}h1{margin:0}._a_1{color:red}',
  );
});

test('a rule needs all classes of one of its selectors', () => {
  const css = '._a_1 ._b_2{top:0}._a_1>p,._b_2 p{top:1px}._b_2,._c_3{top:2px}';
  expect(kept(css, '_a_1')).toBe('._a_1>p,._b_2 p{top:1px}');
  expect(kept(css, '_a_1', '_b_2')).toBe(css);
});

test('a class inside `:not()` or `:is()` is not needed', () => {
  const css = '._a_1:not(._b_2){top:0}._a_1:is(._b_2,:has(._c_3)){top:1px}._b_2:not(._a_1){top:2px}';
  expect(kept(css, '_a_1')).toBe('._a_1:not(._b_2){top:0}._a_1:is(._b_2,:has(._c_3)){top:1px}');
});

test('a group keeps its kept rules, and is removed if it has none', () => {
  const css = '@media (width>=48rem){._a_1{top:0}@supports (gap:1px){._b_2{top:1px}}}@media print{._b_2{top:2px}}';
  expect(kept(css, '_a_1')).toBe('@media (width>=48rem){._a_1{top:0}}');
});

test('fonts and used animations are kept', () => {
  const css =
    '@font-face{font-family:A;src:url(a.woff2)}@keyframes _turn_1{0%{top:0}to{top:1px}}@keyframes _rise_2{to{top:2px}}._a_1{animation:1s _turn_1}';
  expect(kept(css, '_a_1')).toBe(
    '@font-face{font-family:A;src:url(a.woff2)}@keyframes _turn_1{0%{top:0}to{top:1px}}._a_1{animation:1s _turn_1}',
  );
});

test('braces and semicolons in strings do not end a rule', () => {
  const css = '._a_1:before{content:"};{"}._b_2:before{content:"\\"}"}h1{margin:0}';
  expect(kept(css, '_a_1')).toBe('._a_1:before{content:"};{"}h1{margin:0}');
});

test('the styles that load later declare no fonts', () => {
  expect(stylesOfTheRest('@font-face{font-family:A;src:url("a;b")}h1{margin:0}@media print{h1{margin:1px}}')).toBe(
    'h1{margin:0}@media print{h1{margin:1px}}',
  );
});
