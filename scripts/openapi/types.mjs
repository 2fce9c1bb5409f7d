// TypeScript's types of the calls and bodies in an OpenAPI description.
import { join } from 'node:path';
import { unlessUnchanged } from '../lib/fingerprint.mjs';
import { root, ui } from '../lib/paths.mjs';
import { run } from '../lib/steps.mjs';

const folder = join(root, 'scripts', 'openapi');

/** The server's description of its calls. A test of the server keeps it up to date. */
export const documentFile = join(root, 'server', 'openapi.json');

/** The page's types of the calls and bodies. */
export const typesFile = join(ui, 'src', 'api', 'schema.gen.ts');

const HEADER = `// The calls and their bodies, made from the server's OpenAPI description by \`node scripts/openapi.mjs\`. Not to be edited.
`;

/** Installs the generator, from its lock file. */
export async function installGenerator() {
  const stamp = 'scripts/openapi/node_modules/.installed';
  const sources = ['scripts/openapi/package.json', 'scripts/openapi/package-lock.json'];
  const npm = () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { log: 'openapi-npm', cwd: folder });
  return (await unlessUnchanged(stamp, sources, npm)) ? 'installed' : 'present';
}

/** The types of the calls and bodies in `document`, as the text of a module. The generator must be installed. */
export async function typesOf(document) {
  const { default: generate, astToString } = await import('openapi-typescript');
  // An object without properties is one that may have any.
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, emptyObjectsUnknown: true };
  return HEADER + astToString(await generate(withoutRefusals(document), options));
}

/**
 * The document without what the page's client handles for every call: refusals, answers that say that nothing has changed (304), and
 * the header of the rules' version. They would be three quarters of the types.
 */
function withoutRefusals(document) {
  const { paths, ...rest } = structuredClone(document);
  for (const path of Object.values(paths)) {
    delete path.parameters;
    for (const { responses } of Object.values(path)) {
      for (const [status, response] of Object.entries(responses)) {
        if (status >= 400 || status === '304') delete responses[status];
        else delete response.headers;
      }
    }
  }
  return { ...rest, paths };
}
