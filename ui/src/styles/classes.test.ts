import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const source = join(process.cwd(), 'src');
const read = (name: string) => readFileSync(join(source, name), 'utf8');
const names = readdirSync(source, { recursive: true, encoding: 'utf8' });
const sheets = names.filter((name) => name.endsWith('.module.css'));

/** The classes that a sheet defines. */
const definedIn = (sheet: string) => {
  const selectors = read(sheet)
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name));
};

/** The classes that the components name, by their sheets. */
function usedClasses() {
  const used = new Map(sheets.map((sheet) => [sheet, new Set<string>()]));
  for (const file of names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))) {
    const code = read(file);
    for (const [, binding, path = ''] of code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = path.startsWith('~/') ? path.slice(2) : normalize(join(dirname(file), path));
      for (const [, name = ''] of code.matchAll(new RegExp(`\\b${binding}\\.(\\w+)`, 'g'))) used.get(sheet)?.add(name);
      // `styles[kind]` may be any class of the sheet.
      if (new RegExp(`\\b${binding}\\[`).test(code)) for (const name of definedIn(sheet)) used.get(sheet)?.add(name);
    }
  }
  return used;
}

const missingFrom = (these: ReadonlySet<string>, of: ReadonlySet<string>) => [...of].filter((name) => !these.has(name));

test('every class that a component uses is in its style sheet, and every class of a style sheet is used', () => {
  const usedIn = usedClasses();
  const wrong = sheets.flatMap((sheet) => {
    const [defined, used] = [definedIn(sheet), usedIn.get(sheet) ?? new Set<string>()];
    return [
      ...missingFrom(defined, used).map((name) => `${sheet} does not define .${name}`),
      ...missingFrom(used, defined).map((name) => `nothing names .${name} of ${sheet}`),
    ];
  });
  expect(wrong).toEqual([]);
  expect(sheets.length).toBeGreaterThan(50);
});
