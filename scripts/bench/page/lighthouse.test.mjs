import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReport } from './lighthouse.mjs';

const audit = (title, score) => ({ title, score });
const category = (score, ...refs) => ({ score, auditRefs: refs.map(([id, weight]) => ({ id, weight })) });

test('a report is read as four scores and the titles of the audits that lowered them', () => {
  const read = readReport({
    categories: {
      performance: category(0.967, ['paint', 10], ['hint', 0]),
      accessibility: category(1, ['labels', 3]),
      'best-practices': category(1),
      seo: category(0.91, ['description', 1], ['unknown', 1]),
    },
    audits: {
      paint: audit('The paint is early', 0.9),
      hint: audit('A hint without weight', 0),
      labels: audit('Fields have labels', 1),
      description: audit('There is no description', 0),
      unknown: audit('It does not apply here', null),
    },
  });
  assert.deepEqual(read, { performance: 97, accessibility: 100, bestPractices: 100, seo: 91, failed: ['There is no description'] });
});
