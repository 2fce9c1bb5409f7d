import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from '~test/server';
// The path from the root: `./OwnCheck` is replaced in tests.
import OwnCheck from '~/components/account/human-check/OwnCheck';

/** Workers that answer when the test says so. */
interface FakeWorker {
  asked: { type: string; counterStart?: number; counterStep?: number }[];
  answer: (data: unknown) => void;
  isTerminated: boolean;
}
const mockWorkers: FakeWorker[] = [];
jest.mock(
  'altcha/workers/pbkdf2?worker',
  () => ({
    __esModule: true,
    default: class implements FakeWorker {
      asked: FakeWorker['asked'] = [];
      answer: FakeWorker['answer'] = () => {};
      isTerminated = false;
      constructor() {
        mockWorkers.push(this);
      }
      addEventListener(type: string, listener: (message: { data: unknown }) => void) {
        if (type === 'message') this.answer = (data) => listener({ data });
      }
      postMessage(message: FakeWorker['asked'][number]) {
        this.asked.push(message);
      }
      terminate() {
        this.isTerminated = true;
      }
    },
  }),
  { virtual: true },
);

const minutes = 60_000;
const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: 'ab', salt: 'cd', cost: 5000, keyLength: 32, keyPrefix: '00' };
const challenge = { parameters, signature: 'signed' };
const solution = { counter: 7, derivedKey: '00ff', time: 12 };
const challenged = { 'GET /human_check': { body: challenge } };

function openCheck() {
  mockWorkers.length = 0;
  const tokens: string[] = [];
  const works: Promise<void>[] = [];
  const user = userEvent.setup({ delay: null });
  const view = render(
    <OwnCheck onToken={(token) => tokens.push(token)} onWork={(work) => works.push(work)} messageId={undefined} />,
  );
  return { ...view, user, tokens, works, box: screen.getByRole('checkbox', { name: 'I’m not a robot' }) };
}

/** Checks the box, and waits until the workers have begun. */
async function begin({ user, box }: Pick<ReturnType<typeof openCheck>, 'user' | 'box'>) {
  await user.click(box);
  await waitFor(() => expect(mockWorkers.at(-1)?.asked).toHaveLength(1));
}

test('no challenge is fetched before the box is checked', () => {
  const { calls } = serve(challenged);
  const { tokens } = openCheck();
  expect(calls).toEqual([]);
  expect([mockWorkers, tokens]).toEqual([[], []]);
});

test('the token holds the challenge and its solution', async () => {
  serve(challenged);
  const check = openCheck();
  await begin(check);
  expect(check.box).toHaveAccessibleName('Verifying…');
  expect(check.tokens).toEqual(['']);
  await act(async () => mockWorkers[0]?.answer(solution));
  expect(check.box).toHaveAccessibleName('Verified');
  expect(check.box).toBeChecked();
  expect(JSON.parse(atob(check.tokens.at(-1) ?? ''))).toEqual({ challenge, solution });
  expect(mockWorkers.every(({ isTerminated }) => isTerminated)).toBe(true);
});

test('the workers share the steps among them', async () => {
  serve(challenged);
  jest.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(3);
  await begin(openCheck());
  expect(mockWorkers.map(({ asked }) => [asked[0]?.counterStart, asked[0]?.counterStep])).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  jest.restoreAllMocks();
});

test('unchecking the box while the token is computed stops the workers', async () => {
  const { calls } = serve(challenged);
  const check = openCheck();
  await begin(check);
  await check.user.click(check.box);
  expect(mockWorkers[0]?.asked.at(-1)).toEqual({ type: 'abort' });
  // The work ends even though the worker never answers.
  await check.works.at(-1);
  expect(check.box).not.toBeChecked();
  expect(check.box).toHaveAccessibleName('I’m not a robot');
  expect(check.tokens.filter((token) => token !== '')).toEqual([]);
  // Checking the box again fetches a new challenge.
  await check.user.click(check.box);
  await waitFor(() => expect(calls).toHaveLength(2));
});

test('the work ends with the token, so that a form can wait for it', async () => {
  serve(challenged);
  const check = openCheck();
  await begin(check);
  let tokenAtEnd: string | undefined;
  void check.works[0]?.then(() => (tokenAtEnd = check.tokens.at(-1)));
  await act(async () => undefined);
  expect(tokenAtEnd).toBeUndefined();
  await act(async () => mockWorkers[0]?.answer(solution));
  await waitFor(() => expect(JSON.parse(atob(tokenAtEnd ?? ''))).toEqual({ challenge, solution }));
});

test('a computation that takes too long fails', async () => {
  serve(challenged);
  const check = openCheck();
  jest.useFakeTimers({ advanceTimers: true });
  await begin(check);
  await act(() => jest.advanceTimersByTimeAsync(89_000));
  expect(screen.queryByText(/Verification failed/)).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(await screen.findByText('Verification failed. Please try again.')).toBeVisible();
  expect(mockWorkers[0]?.asked.at(-1)).toEqual({ type: 'abort' });
  await check.works[0];
  jest.useRealTimers();
});

test('the box says that it is required, and shows the form’s message', () => {
  serve(challenged);
  const { box, rerender } = openCheck();
  expect(box).toBeRequired();
  expect(box).toBeValid();
  rerender(
    <>
      <OwnCheck onToken={jest.fn()} onWork={jest.fn()} messageId="said" />
      <p id="said">Tick the box.</p>
    </>,
  );
  expect(screen.getByRole('checkbox')).toBeInvalid();
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Tick the box.');
});

test('unchecking the box removes the token', async () => {
  serve(challenged);
  const check = openCheck();
  await begin(check);
  await act(async () => mockWorkers[0]?.answer(solution));
  await check.user.click(check.box);
  expect(check.box).not.toBeChecked();
  expect(check.tokens.at(-1)).toBe('');
  expect(check.box).toHaveAccessibleName('I’m not a robot');
});

test('without a challenge or a solution the box says so, and can be checked again', async () => {
  serve({ 'GET /human_check': { status: 503, body: { errors: { unexpected: 'x' } } } });
  const check = openCheck();
  await check.user.click(check.box);
  expect(await screen.findByText('Verification failed. Please try again.')).toHaveAttribute('role', 'alert');
  expect(check.box).toHaveAccessibleDescription('Verification failed. Please try again.');
  expect(check.box).not.toBeChecked();
  serve(challenged);
  await begin(check);
  await act(async () => mockWorkers[0]?.answer({ error: 'no' }));
  expect(await screen.findByText('Verification failed. Please try again.')).toBeVisible();
  expect(check.tokens.filter((token) => token !== '')).toEqual([]);
});

test('an expired token is removed', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const expiresAt = Math.floor((Date.now() + 10 * minutes) / 1_000);
  serve({ 'GET /human_check': { body: { ...challenge, parameters: { ...parameters, expiresAt } } } });
  const check = openCheck();
  await begin(check);
  await act(async () => mockWorkers[0]?.answer(solution));
  await act(() => jest.advanceTimersByTimeAsync(9 * minutes));
  expect(check.box).toBeChecked();
  await act(() => jest.advanceTimersByTimeAsync(minutes));
  expect(check.box).not.toBeChecked();
  expect(check.tokens.at(-1)).toBe('');
  expect(screen.getByText('Verification expired. Please try again.')).toBeVisible();
  jest.useRealTimers();
});

test('a check that is unmounted stops its workers, and reports nothing', async () => {
  serve(challenged);
  const check = openCheck();
  await begin(check);
  const before = check.tokens.length;
  check.unmount();
  expect(mockWorkers[0]?.asked.at(-1)).toEqual({ type: 'abort' });
  await act(async () => mockWorkers[0]?.answer(null));
  expect(check.tokens).toHaveLength(before);
});
