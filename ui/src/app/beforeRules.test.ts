import { screens } from './router';

jest.mock('~/core', () => {
  const get = (_: object, name: string) => () => {
    throw new Error(
      `The rule ${name} is called while a module runs. The rules may still be loading then: call it later.`,
    );
  };
  return new Proxy({}, { get });
});

test('every module of the start and of the screens can run before the rules are loaded', async () => {
  expect((await import('./start')).start).toBeInstanceOf(Function);
  for (const { load } of screens) expect((await load()).default).toBeInstanceOf(Function);
});
