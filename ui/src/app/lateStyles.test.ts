import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const sources = join(process.cwd(), 'src');

/** The file of an import; null if it belongs to a package or is not code. */
function fileOf(from: string, name: string): string | null {
  const path = name.startsWith('~/') ? join(sources, name.slice(2)) : name.startsWith('.') && join(dirname(from), name);
  return path ? ([`${path}.ts`, `${path}.tsx`].find(existsSync) ?? null) : null;
}

const codeOf = (file: string) => readFileSync(file, 'utf8');

const importsOf = (code: string) =>
  [...code.matchAll(/^import (?!type )(?:[^;']*? from )?'([^']+)'/gms)].map(([, name]) => name ?? '');

/** A module with everything that it imports, without what it loads on demand. */
function withImports(entries: readonly string[]): string[] {
  const found = new Set(entries);
  // The set grows during the loop: imports of imports are added too.
  for (const file of found) {
    for (const name of importsOf(codeOf(file))) {
      const imported = fileOf(file, name);
      if (imported) found.add(imported);
    }
  }
  return [...found];
}

const hasStyles = (file: string) =>
  withImports([file]).some((each) => importsOf(codeOf(each)).some((name) => name.endsWith('.module.css')));

/** The screens that the build renders, from their features' lists. */
function renderedScreens(): string[] {
  const lists = withImports([join(sources, 'app/router.tsx')]).filter((file) => file.endsWith('routes.tsx'));
  return lists.flatMap((file) =>
    codeOf(file)
      .split(/\n {2}\{\n/)
      .filter((screen) => screen.includes('prerendered:'))
      .flatMap((screen) => [...screen.matchAll(/import\('([^']+)'\)/g)])
      .map(([, name]) => fileOf(file, name ?? '') ?? `${name} of ${file}`),
  );
}

test('code that a rendered screen loads on demand waits for its styles, which the document does not have', () => {
  const screens = renderedScreens();
  expect(screens).toHaveLength(9);
  const files = withImports([join(sources, 'app/start.tsx'), ...screens]);
  const later = files
    .filter((file) => !file.endsWith('routes.tsx'))
    .flatMap((file) =>
      [...codeOf(file).matchAll(/(\w*\(?)\bimport\('([^']+)'\)/g)].map(([, before, name = '']) => ({
        name: `${relative(sources, file)}: ${name}`,
        waits: before === 'withStyles(' || before === 'codeOfScreen(',
        loaded: fileOf(file, name),
      })),
    );
  const unstyled = later.filter(({ waits, loaded }) => !waits && loaded !== null && hasStyles(loaded));
  expect(unstyled.map(({ name }) => name)).toEqual([]);
  // The list matches the page.
  expect(later.filter(({ waits }) => waits).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'components/account/human-check/HumanCheck.tsx: ./TurnstileWidget',
      'features/account/registration/parts/Registration.tsx: ./PlannedPickup',
    ]),
  );
});
