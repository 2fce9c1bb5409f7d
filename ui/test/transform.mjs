import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swc from '@swc/jest';
import { stripInjectedStyles } from '../scripts/injectedStyles.mjs';

const compiled = swc.createTransformer({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
});

// CommonJS has no import.meta. The packages only ask it for a development server.
const withoutMeta = (source) => source.replaceAll('import.meta.hot', 'undefined');

// Jest keeps what it transformed until the key changes, so these files are part of it.
const own = createHash('sha256');
for (const file of ['transform.mjs', '../scripts/injectedStyles.mjs'])
  own.update(readFileSync(new URL(file, import.meta.url)));
const ownKey = own.digest('hex');

export default {
  ...compiled,
  getCacheKey: (...file) => ownKey + compiled.getCacheKey(...file),
  // jsdom would apply sonner's styles, by which a new toast is invisible until it has moved in. The page's other styles are not in jsdom.
  process: (source, path, ...rest) => compiled.process(stripInjectedStyles(withoutMeta(source), path), path, ...rest),
};
