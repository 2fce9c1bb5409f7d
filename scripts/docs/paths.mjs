// The files that documents name: links, and paths between back quotes.
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from '../lib/paths.mjs';

/** Where a path in a text may begin. A text about the server says `jobs/mod.rs`, and means `server/src/jobs/mod.rs`. */
const BASES = ['', 'core', 'core/src', 'server', 'server/src', 'server/src/service', 'ui', 'ui/src', 'ui/src/components', 'ui/src/features'];
const NAMED = /`((?:[\w.@-]+\/)+[\w.@-]*)(?:::\w+)*`/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)\s#]+)/g;
/** Folders of built or installed files and of data. */
const MADE = /^(?:target|data|\.tools|ui\/dist|dist)\//;
/** Words with a slash that are not paths (media types, addresses, dates, keys in a bucket), and folders that each feature has. */
const NO_PATHS = /^(?:image|text|application|photos|staging|shop|parts|screens|dd|\d+)\/|^[\w-]+\.(?!rs)[\w.-]*\//;

/** A text without its blocks of code, which show commands and examples. */
const prose = (document) => document.replace(/^```[\s\S]*?^```/gm, '').replace(/^ {4,}(?![-*\d]).*$/gm, (line) => (/^ {4,}\S/.test(line) ? line : ''));

const isThere = (path, bases, endings) => bases.some((base) => endings.some((ending) => existsSync(join(root, base, `${path.replace(/\/$/, '')}${ending}`))));

/** The files that a document names and that do not exist. */
export function missingFiles(path, document) {
  const text = prose(document);
  const links = [...text.matchAll(LINK)].map(([, target]) => target).filter((target) => !existsSync(join(root, normalize(join(dirname(path), target)))));
  const named = [...text.matchAll(NAMED)]
    .map(([, name]) => name)
    .filter((name) => !MADE.test(name) && !NO_PATHS.test(name) && !/[A-Z]{3,}/.test(name.replace('README.md', '')))
    .filter((name) => !isThere(name, [...BASES, dirname(path)], ['', '.rs', '.ts', '.tsx', '/mod.rs']));
  return [...new Set([...links, ...named])];
}
