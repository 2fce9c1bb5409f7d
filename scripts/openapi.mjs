// Makes the page's types of all calls and bodies from the server's OpenAPI description, server/openapi.json. `--check` only says
// whether they are stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './lib/paths.mjs';
import { Refusal, fail, step } from './lib/steps.mjs';
import { documentFile, installGenerator, typesFile, typesOf } from './openapi/types.mjs';

const USAGE = 'Usage: node scripts/openapi.mjs [--check]';

async function main([option, ...more]) {
  const isCheck = option === '--check';
  if ((option !== undefined && !isCheck) || more.length > 0) throw new Refusal(USAGE);

  await step("The generator's packages", installGenerator);
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
