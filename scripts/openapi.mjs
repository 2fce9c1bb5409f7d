// Makes the page's types of all bodies from the server's OpenAPI description. `--check` only says whether they are stale;
// `--from URL` first fetches the description from a running server.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './lib/paths.mjs';
import { Refusal, fail, step } from './lib/steps.mjs';
import { documentFile, installGenerator, typesFile, typesOf } from './openapi/types.mjs';

const USAGE = 'Usage: node scripts/openapi.mjs [--check | --from URL]';

async function fetchDocument(server) {
  const response = await fetch(new URL('/api/openapi.json', server));
  if (!response.ok) throw new Refusal(`${server} answered ${response.status}.`);
  writeFileSync(documentFile, `${JSON.stringify(await response.json(), null, 2)}\n`);
}

async function main([option, url, ...more]) {
  const isCheck = option === '--check' && url === undefined;
  const isFetch = option === '--from' && URL.canParse(url) && more.length === 0;
  if (option !== undefined && !isCheck && !isFetch) throw new Refusal(USAGE);

  await step("The generator's packages", installGenerator);
  if (isFetch) await step(`The description from ${url}`, () => fetchDocument(url));
  const types = await typesOf(JSON.parse(readFileSync(documentFile, 'utf8')));
  const file = relative(root, typesFile);
  if (!isCheck) {
    writeFileSync(typesFile, types);
    console.log(`  ${file} is written.`);
  } else if (readFileSync(typesFile, 'utf8') !== types) {
    throw new Refusal(`${file} is stale: run \`node scripts/openapi.mjs\`.`);
  }
}

main(process.argv.slice(2)).catch(fail);
