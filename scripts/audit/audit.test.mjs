// How `just audit` reads lock files, licenses and reports. No registry is asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowed, packagesOf, wrongLicenses } from './licenses.mjs';
import { vulnerabilities } from './npm.mjs';
import { billOfMaterials, shippedCrates } from './sbom.mjs';

test('an OR expression needs one allowed license, an AND expression needs all of them to be allowed', () => {
  const allowed = ['MIT', 'ISC'];
  for (const expression of ['MIT', '(MIT OR GPL-3.0)', 'GPL-3.0 OR MIT', 'MIT AND ISC', '(GPL-3.0 OR MIT) AND ISC']) {
    assert.ok(isAllowed(expression, allowed), expression);
  }
  for (const expression of ['GPL-3.0', 'MIT AND GPL-3.0', 'GPL-3.0 OR MIT AND AGPL-3.0', 'SEE LICENSE IN x', '', undefined]) {
    assert.ok(!isAllowed(expression, allowed), String(expression));
  }
});

const lock = {
  packages: {
    '': { name: 'page' },
    'node_modules/shown': { version: '1.0.0', license: 'MIT' },
    'node_modules/tool': { version: '2.0.0', license: 'MPL-2.0', dev: true },
    'node_modules/shown/node_modules/@scope/inner': { version: '3.0.0', license: 'MPL-2.0' },
  },
};

test('a tool may have a license that the page may not contain', () => {
  const packages = packagesOf(lock);
  assert.deepEqual(packages.map(({ name }) => name), ['shown', 'tool', '@scope/inner']);
  assert.equal(wrongLicenses(packages).length, 1);
  assert.match(wrongLicenses(packages)[0], /^@scope\/inner 3\.0\.0 has the license MPL-2\.0/);
  assert.deepEqual(wrongLicenses(packagesOf(lock, { areTools: true })), []);
});

test('an answer without a report is not read as "no vulnerabilities"', () => {
  assert.equal(vulnerabilities('{"message": "405"}', 'ui'), null);
  assert.equal(vulnerabilities('', 'ui'), null);
  assert.deepEqual(vulnerabilities('{"auditReportVersion": 2, "vulnerabilities": {}}', 'ui'), []);
  const known = { auditReportVersion: 2, vulnerabilities: { left: { name: 'left', severity: 'high', range: '<2' } } };
  assert.deepEqual(vulnerabilities(JSON.stringify(known), 'ui'), ['ui: left <2 has a vulnerability (high).']);
});

test('the SBOM lists what the server and the page contain, and no tools', () => {
  const crate = (name, source = 'registry') => ({ id: name, name, version: '1.0.0', license: 'MIT/Apache-2.0', source });
  const dep = (pkg, kind) => ({ pkg, dep_kinds: [{ kind }] });
  const metadata = {
    packages: [crate('server', null), crate('core', null), crate('used'), crate('below'), crate('test-only')],
    resolve: {
      nodes: [
        { id: 'server', deps: [dep('core', null), dep('used', null), dep('test-only', 'dev')] },
        { id: 'core', deps: [] },
        { id: 'used', deps: [dep('below', null)] },
        { id: 'below', deps: [] },
        { id: 'test-only', deps: [] },
      ],
    },
  };
  const crates = shippedCrates(metadata, ['server']);
  assert.deepEqual(crates.map(({ name }) => name).sort(), ['below', 'used']);
  const { components, bomFormat } = billOfMaterials({ version: '1.0.0', crates, packages: packagesOf(lock) });
  assert.equal(bomFormat, 'CycloneDX');
  assert.deepEqual(components.map(({ purl }) => purl), [
    'pkg:cargo/below@1.0.0',
    'pkg:cargo/used@1.0.0',
    'pkg:npm/%40scope/inner@3.0.0',
    'pkg:npm/shown@1.0.0',
  ]);
  assert.deepEqual(components[0].licenses, [{ expression: 'MIT OR Apache-2.0' }]);
});
