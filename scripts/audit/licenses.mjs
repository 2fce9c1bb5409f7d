// Licenses of npm packages, as their lock files name them.

/** What the page may contain: permissive licenses, and that of fonts. */
export const SHIPPED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1'];
/** What tools may have as well: they run here and are not distributed. */
export const TOOLS = [...SHIPPED, 'BlueOak-1.0.0', 'CC-BY-4.0', 'CC0-1.0', 'MIT-0', 'MPL-2.0', 'Python-2.0', 'Unlicense', 'Zlib'];

/** Whether an SPDX expression can be met by the allowed licenses: `(MIT OR GPL-3.0) AND ISC`. */
export function isAllowed(expression, allowed) {
  const words = expression?.match(/[()]|[^\s()]+/g) ?? [];
  const take = () => words.shift();
  const one = () => {
    const word = take();
    if (word !== '(') return allowed.includes(word);
    const inner = any();
    take();
    return inner;
  };
  const all = () => {
    let met = one();
    while (words[0] === 'AND') {
      take();
      met = one() && met;
    }
    return met;
  };
  const any = () => {
    let met = all();
    while (words[0] === 'OR') {
      take();
      met = all() || met;
    }
    return met;
  };
  return words.length > 0 && any() && words.length === 0;
}

/** The packages of a lock file: name, version, license, and whether only tools need them. */
export const packagesOf = (lock, { areTools = false } = {}) =>
  Object.entries(lock.packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, { version, license, dev, integrity }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license: license ?? null,
      isTool: areTools || Boolean(dev),
      integrity,
    }));

/** A sentence for each package whose license is not allowed. */
export const wrongLicenses = (packages) =>
  packages
    .filter(({ license, isTool }) => !isAllowed(license, isTool ? TOOLS : SHIPPED))
    .map(({ name, version, license }) => `${name} ${version} has the license ${license ?? 'none'}, which is not on the list in scripts/audit/licenses.mjs.`);
