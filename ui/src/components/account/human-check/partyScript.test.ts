import { answerScripts } from '~test/partyScripts';
import { loadPartyScript } from './partyScript';

const address = (name: string) => `https://party.example/${name}.js`;
const isThere = () => window.turnstile !== undefined;
const load = (name: string) => loadPartyScript(address(name), isThere);
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

test('a script is loaded once', async () => {
  const seen = answerScripts();
  await Promise.all([load('a'), load('a')]);
  await load('a');
  expect(seen.asked).toEqual([address('a')]);
});

test.each(['is blocked', 'is empty'] as const)('a script that %s can be loaded again', async (fate) => {
  const name = fate.replaceAll(' ', '-');
  answerScripts(fate);
  await expect(load(name)).rejects.toThrow(/blocked/);
  expect(scripts()).not.toContain(address(name));
  const seen = answerScripts();
  await load(name);
  expect(seen.asked).toEqual([address(name)]);
});

test('a script that never loads fails after a timeout', async () => {
  jest.useFakeTimers();
  answerScripts('is late');
  const loaded = expect(load('c')).rejects.toThrow(/within 8000 ms/);
  await jest.advanceTimersByTimeAsync(8_000);
  await loaded;
  expect(scripts()).not.toContain(address('c'));
  jest.useRealTimers();
});
