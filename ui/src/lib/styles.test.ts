import { loadStyles, withStyles } from './styles';

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
const settled = async (promise: Promise<unknown>) => {
  const later = new Promise((resolve) => setTimeout(resolve, 0, 'later'));
  return (await Promise.race([promise.then(() => 'now'), later])) === 'now';
};

afterEach(() => {
  delete document.documentElement.dataset['styles'];
  document.head.innerHTML = '';
});

test('a document that has all styles waits for nothing', async () => {
  expect(await settled(loadStyles())).toBe(true);
  expect(links()).toEqual([]);
});

test('code waits for the styles, and a failure is tried again', async () => {
  document.documentElement.dataset['styles'] = '/members/assets/style-1.css';
  const first = loadStyles();
  const code = withStyles(Promise.resolve('code'));
  expect(await settled(code)).toBe(false);
  expect(links().map(({ href }) => new URL(href).pathname)).toEqual(['/members/assets/style-1.css']);
  links()[0]?.dispatchEvent(new Event('error'));
  await first;
  expect(await code).toBe('code');
  expect(links()).toEqual([]);
  const again = withStyles(Promise.resolve('code'));
  expect(links()).toHaveLength(1);
  links()[0]?.dispatchEvent(new Event('load'));
  expect(await again).toBe('code');
  expect(await settled(withStyles(Promise.resolve('code')))).toBe(true);
  expect(links()).toHaveLength(1);
});

test('styles that could not be loaded are loaded when the network is back', async () => {
  document.documentElement.dataset['styles'] = '/members/assets/style-1.css';
  // Fresh modules, as on a page that has not loaded the styles yet.
  jest.resetModules();
  const { loadStyles: load } = await import('./styles');
  const first = load();
  links()[0]?.dispatchEvent(new Event('error'));
  await first;
  expect(links()).toEqual([]);
  window.dispatchEvent(new Event('online'));
  expect(links()).toHaveLength(1);
  links()[0]?.dispatchEvent(new Event('error'));
  window.dispatchEvent(new Event('online'));
  expect(links()).toHaveLength(1);
  // The styles are loaded now, so nothing more is requested.
  links()[0]?.dispatchEvent(new Event('load'));
  window.dispatchEvent(new Event('online'));
  expect(links()).toHaveLength(1);
});
