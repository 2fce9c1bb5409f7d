// TypeScript's types of all bodies in an OpenAPI description.
import { join } from 'node:path';
import { unlessUnchanged } from '../lib/fingerprint.mjs';
import { root, ui } from '../lib/paths.mjs';
import { run } from '../lib/steps.mjs';

const folder = join(root, 'scripts', 'openapi');

/** The server's description of its calls, which a test of the server holds fresh. */
export const documentFile = join(root, 'server', 'openapi.json');

/** The page's types of all bodies. */
export const typesFile = join(ui, 'src', 'api', 'schema.gen.ts');

const HEADER = `// The bodies of all calls, made from the server's OpenAPI description by \`node scripts/openapi.mjs\`. Not to be edited.
`;

/** Installs the generator, from its lock file. */
export async function installGenerator() {
  const stamp = 'scripts/openapi/node_modules/.installed';
  const sources = ['scripts/openapi/package.json', 'scripts/openapi/package-lock.json'];
  const npm = () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { log: 'openapi-npm', cwd: folder });
  return (await unlessUnchanged(stamp, sources, npm)) ? 'installed' : 'present';
}

/** The types of the bodies in `document`, as the text of a module. The generator must be installed. */
export async function typesOf(document) {
  const { default: generate, astToString } = await import('openapi-typescript');
  // The paths stay out: the ids of the operations are not unique, and the page calls by path.
  const bodies = { ...document, paths: {} };
  // An object without properties is one that may have any.
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, emptyObjectsUnknown: true };
  return HEADER + astToString(await generate(bodies, options));
}
