/**
 * For any input, the built rules return a value or throw an Error with a message. They never trap or leak memory, and later calls are
 * not affected. To run it with another seed: `STYLEBOX_SEED=7 npm test -- anyInput`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceOf } from '../../../scripts/lib/chance.mjs';
import { anyJson, exotic, replaced } from './values';

const SEED = Number(process.env.STYLEBOX_SEED ?? 2026);
const CALLS = 20_000;
const BAD_CALLS = 100_000;

interface Case {
  name: string;
  input: Record<string, unknown>;
  terms?: Record<string, unknown>;
  expect?: unknown;
  error?: true;
}
type Answer = { answer: unknown } | { error: string } | { broken: string };
type Rule = (...given: unknown[]) => unknown;

const scripts = join(__dirname, '..', '..', '..', 'scripts', 'fixtures');
const { typedRules } = jest.requireActual(join(scripts, 'typed.mjs'));
const { differences } = jest.requireActual(join(scripts, 'compare.mjs'));

/** The package, and the sizes of its memory and table. */
function load() {
  const { Instance } = WebAssembly;
  let exports: WebAssembly.Exports = {};
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports);
      exports = this.exports;
    }
  };
  let core: Record<string, Rule> = {};
  jest.isolateModules(() => {
    core = jest.requireActual('stylebox-core-wasm');
  });
  WebAssembly.Instance = Instance;
  const { memory, __wbindgen_externrefs: table } = exports as {
    memory: WebAssembly.Memory;
    __wbindgen_externrefs: WebAssembly.Table;
  };
  return { core, held: () => ({ bytes: memory.buffer.byteLength, values: table.length }) };
}

const { core, held } = load();
const declarations = readFileSync(join(__dirname, '../../../core-wasm/pkg-node/stylebox_core_wasm.d.ts'), 'utf8');
const table: unknown = JSON.parse(readFileSync(join(__dirname, '../../../core/rules.json'), 'utf8'));
const { answer, lacks } = typedRules(core, declarations, table) as {
  answer: (call: { rule: string; input: unknown; terms?: unknown }) => Answer;
  lacks: (rule: string) => boolean;
};

const fixtures = join(__dirname, '..', '..', '..', 'fixtures');
const golden = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json'))
  .toSorted()
  .flatMap((path) => {
    const { rule, cases } = JSON.parse(readFileSync(join(fixtures, path), 'utf8')) as { rule: string; cases: Case[] };
    return lacks(rule) ? [] : cases.map((one) => ({ rule, one }));
  });
const rules = [...new Set(golden.map(({ rule }) => rule))];
const functions = Object.keys(core).filter((name) => declarations.includes(`export function ${name}(`));

/** What a call did wrong; null if it returned or threw an Error with a message. */
function fault(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    const { name, message } = error as Error;
    return name === 'Error' && message !== '' ? null : `${name}: ${message}`;
  }
}

const faultOf = (rule: string, input: unknown) => {
  const answered = answer({ rule, input });
  return 'broken' in answered ? `${rule}: ${answered.broken}` : null;
};

/** Fails with the first few faults and the seed. */
const expectNone = (faults: (string | null)[]) =>
  expect({ seed: SEED, faults: faults.filter(Boolean).slice(0, 5) }).toEqual({ seed: SEED, faults: [] });

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe(`seed ${SEED}`, () => {
  // A bad call must not change later answers.
  afterEach(() => {
    const wrong = golden.flatMap(({ rule, one }) =>
      differences(one, answer({ rule, input: one.input, terms: one.terms })).map(
        (line: string) => `${rule}: ${one.name}: ${line}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('the package and the fixtures have enough functions', () => {
    expect(functions.length).toBeGreaterThanOrEqual(rules.length);
    expect(rules.length).toBeGreaterThanOrEqual(100);
  });

  test('a golden input with a random value in one place never breaks a rule', () => {
    const chance = chanceOf(SEED);
    expectNone(
      times(CALLS, () => {
        const { rule, one } = chance.pick(golden);
        return faultOf(rule, replaced(one.input, chance, anyJson(chance, 3)));
      }),
    );
  });

  test('random JSON never breaks a rule', () => {
    const chance = chanceOf(SEED + 1);
    expectNone(times(CALLS, () => faultOf(chance.pick(rules), anyJson(chance, 4))));
    expectNone(
      times(CALLS, () => {
        const name = chance.pick(functions);
        return fault(() => core[name]?.(...times(6, () => anyJson(chance, 3))));
      }),
    );
  });

  test('values that are not JSON never break a function, as any argument', () => {
    const chance = chanceOf(SEED + 2);
    for (const [what, make] of Object.entries(exotic)) {
      for (const name of functions) {
        expectNone([fault(() => core[name]?.(...times(6, make)))].map((each) => each && `${name}, ${what}: ${each}`));
        const mixed = times(6, () => (chance.below(2) === 0 ? make() : 'x'));
        expectNone([fault(() => core[name]?.(...mixed))].map((each) => each && `${name}, ${what}: ${each}`));
      }
    }
  });

  test('values that are not JSON never break a rule, in one place of a golden input', () => {
    const chance = chanceOf(SEED + 3);
    const makers = Object.entries(exotic);
    expectNone(
      times(CALLS, () => {
        const { rule, one } = chance.pick(golden);
        const [what, make] = chance.pick(makers);
        const name = chance.pick(Object.keys(one.input ?? {}).concat('more'));
        const found = faultOf(rule, { ...one.input, [name]: replaced(one.input?.[name], chance, make()) });
        return found && `${found} (${what})`;
      }),
    );
  });

  test('no bad call leaks memory', () => {
    const chance = chanceOf(SEED + 4);
    const takesObject = functions.filter((name) => new RegExp(`function ${name}\\(\\w+: [A-Z]`).test(declarations));
    const long = 'x'.repeat(500);
    const bad: (() => unknown)[] = [
      () => ({ now: long, holidays: { company_holidays: [long, long] } }),
      () => [long, long],
      () => long,
      () => ({ a: [{ b: long }, Symbol('x')] }),
      () => ({ a: long, b: 1n }),
      ...Object.values(exotic).filter(
        (make) => make !== exotic['a long text'] && make !== exotic['a long list with holes'],
      ),
    ];
    const call = () => {
      fault(() => core[chance.pick(takesObject)]?.(chance.pick(bad)()));
      fault(() => core.registrationValidate?.({ first_name: long, last_name: long, email: 5 }));
      fault(() => core.moneyFormat?.(long));
      fault(() => core.errorsParse?.({ errors: { a: long, b: Symbol('x') } }));
    };
    times(2_000, call);
    const before = held();
    for (let index = 0; index < BAD_CALLS; index += 4) call();
    expect(held()).toEqual(before);
  });

  test('values that are too large or too deep are refused quickly', () => {
    const lists = { stores: Object.assign([], { length: 4_000_000_000 }), hidden: [] };
    expect(() => core.storesVisible?.(lists)).toThrow('The value is too large.');
    let shared: unknown = 'x';
    for (let level = 0; level < 100; level += 1) shared = { left: shared, right: shared };
    expect(() => core.errorsParse?.(shared)).toThrow('The value is too large.');
    let deep: unknown = 'x';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(() => core.errorsParse?.(deep)).toThrow('The value is nested too deeply.');
    expect(core.normalizeNotes?.('é'.repeat(2_000_000))).toHaveLength(2_000_000);
  });
});
