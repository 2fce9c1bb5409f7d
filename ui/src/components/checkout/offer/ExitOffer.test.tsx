import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { serveQuiz } from '~test/quiz';

const offer = () => screen.queryByRole('dialog', { name: '$25 off your first box' });
const phone = (media: string) => media === '(hover: none) and (pointer: coarse)';

/** A mouse unless `touched`, and fake timers. */
function hold(touched: boolean) {
  const original = window.matchMedia;
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: touched && phone(media) }) as unknown as MediaQueryList;
  return () => {
    window.matchMedia = original;
  };
}

/** What `GET /account/signup_code` answers. */
const counts = (code: string, description: string, invited_by: string | null) => ({
  'GET /account/signup_code': {
    body: { code, description, invited_by, kind: 'amount_off', value: '25.00', ended: null },
  },
});
const hello25 = counts('Hello25', '$25.00 off', null);

/** Holds back the answer about the discount until the returned function is called. */
function holdOffer() {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { body } = hello25['GET /account/signup_code'];
  const more = {
    'GET /account/signup_code': async () => {
      await answered;
      return { body };
    },
  };
  return { answer, more };
}

/** Lets the offer's code, which loads after the screen, and what was answered arrive. */
const everythingArrives = () => act(async () => new Promise((resolve) => setTimeout(resolve)));

const mouseLeaves = () => fireEvent.mouseLeave(document.documentElement);
let release = () => undefined as void;
afterEach(() => {
  jest.useRealTimers();
  release();
});

describe('with a mouse', () => {
  beforeEach(() => {
    release = hold(false);
  });

  test('the offer opens once when the mouse leaves, and the quiz goes on', async () => {
    serveQuiz({ more: hello25 });
    const { user } = openPage('/quiz/4');
    const feet = await screen.findByRole('combobox', { name: 'Feet' });
    feet.focus();
    await waitFor(() => {
      // The offer's code loads after the screen.
      mouseLeaves();
      expect(offer()).toBeVisible();
    });
    expect(offer()).toHaveTextContent(
      'The code Hello25 is on your first order already. It takes $25 off what you keep.',
    );
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(offer()).toBeNull());
    await waitFor(() => expect(feet).toHaveFocus());
    mouseLeaves();
    await act(async () => new Promise(process.nextTick));
    expect(offer()).toBeNull();
  });

  test('the delivery step offers it too', async () => {
    serveQuiz({ more: hello25 });
    openPage('/quiz/delivery');
    await screen.findByRole('radio', { name: /^Send it to me/ });
    mouseLeaves();
    await waitFor(() => expect(offer()).toBeVisible());
    // The delivery step is not a question of the quiz.
    expect(offer()).not.toHaveTextContent(/quiz|answers/);
  });

  test('an invited friend reads that only one of the two discounts counts', async () => {
    serveQuiz({ more: counts('Referral20', '20% off', 'Dana') });
    openPage('/quiz/4');
    await screen.findByRole('combobox', { name: 'Feet' });
    mouseLeaves();
    await waitFor(() => expect(offer()).toBeVisible());
    expect(offer()).not.toHaveTextContent('is on your first order already');
    expect(offer()).toHaveTextContent(
      'Without it your first box is 20% off, by Referral20. You can use one of the two.',
    );
  });

  // The first step, unlike the others, opens without the customer's record.
  test.each([
    ['that the coupon already counts', {}, hello25, /The code Hello25 is on your first order already/],
    ['no offer after a box', { first_timer: false }, hello25, null],
    ['no offer if the coupon is used up', {}, { 'GET /account/signup_code': { status: 404 } }, null],
    ['no offer as long as nobody knows what counts', {}, { 'GET /account/signup_code': { status: 503 } }, null],
  ])('on the first step after a reload a customer sees %s', async (_, changes, more, said) => {
    const { calls } = serveQuiz({ account: { ...ann, ...changes }, more });
    openPage('/quiz/1');
    await screen.findByRole('textbox', { name: 'Month' });
    mouseLeaves();
    if (said) {
      await waitFor(() => expect(offer()).toBeVisible());
      expect(offer()).toHaveTextContent(said);
      return;
    }
    const last = 'first_timer' in changes ? '/account' : '/account/signup_code';
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain(last));
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    expect(offer()).toBeNull();
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
  });

  test('a visitor reads where to type the code', async () => {
    serveQuiz({ visiting: true });
    openPage('/quiz/1');
    await screen.findByRole('textbox', { name: 'Month' });
    mouseLeaves();
    await waitFor(() => expect(offer()).toBeVisible());
    expect(offer()).toHaveTextContent(
      'The code Hello25 takes $25 off what you keep: type it where you enter your card.',
    );
  });

  test('the offer does not open again on a later step, or after a reload', async () => {
    sessionStorage.setItem('stylebox.exitOfferSeen', 'true');
    const { to } = serveQuiz({ more: hello25 });
    openPage('/quiz/4');
    await screen.findByRole('combobox', { name: 'Feet' });
    await everythingArrives();
    mouseLeaves();
    await everythingArrives();
    expect(offer()).toBeNull();
    expect(to('GET /account/signup_code')).toHaveLength(0);
  });

  test('the offer does not open while the customer types', async () => {
    const { to } = serveQuiz({ more: hello25 });
    openPage('/quiz/3');
    const text = await screen.findByRole('textbox');
    await everythingArrives();
    const now = jest.spyOn(performance, 'now');
    text.focus();
    fireEvent.input(text, { target: { value: 'Always in navy' } });
    mouseLeaves();
    await everythingArrives();
    expect(offer()).toBeNull();
    expect(to('GET /account/signup_code')).toHaveLength(0);
    expect(text).toHaveFocus();
    // The offer was ready: it opens once the customer has stopped typing.
    now.mockReturnValue(performance.now() + 5_000);
    mouseLeaves();
    await waitFor(() => expect(offer()).toBeVisible());
    now.mockRestore();
  });

  test('the offer does not open if the customer types again while it loads, and opens when they leave again', async () => {
    const { answer, more } = holdOffer();
    const { to } = serveQuiz({ more });
    openPage('/quiz/3');
    const text = await screen.findByRole('textbox');
    await waitFor(() => {
      mouseLeaves();
      expect(to('GET /account/signup_code')).toHaveLength(1);
    });
    const now = jest.spyOn(performance, 'now');
    fireEvent.input(text, { target: { value: 'Always in navy' } });
    answer();
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    expect(offer()).toBeNull();
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
    now.mockReturnValue(performance.now() + 5_000);
    mouseLeaves();
    await waitFor(() => expect(offer()).toBeVisible());
    now.mockRestore();
  });

  test('the offer does not open if its screen was left while it loaded', async () => {
    const { answer, more } = holdOffer();
    const { to } = serveQuiz({ more });
    const { unmount } = openPage('/quiz/3');
    await screen.findByRole('textbox');
    await waitFor(() => {
      mouseLeaves();
      expect(to('GET /account/signup_code')).toHaveLength(1);
    });
    unmount();
    answer();
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
  });

  test('the offer opens only for customers without a box', async () => {
    const { to } = serveQuiz({ account: { ...ann, first_timer: false }, more: hello25 });
    openPage('/quiz/4');
    await screen.findByRole('combobox', { name: 'Feet' });
    await everythingArrives();
    mouseLeaves();
    await everythingArrives();
    expect(offer()).toBeNull();
    expect(to('GET /account/signup_code')).toHaveLength(0);
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    release = hold(true);
  });

  test('the offer opens after five seconds without a touch, and the mouse does not matter', async () => {
    serveQuiz({ more: hello25 });
    openPage('/quiz/4');
    await screen.findByRole('combobox', { name: 'Feet' });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    mouseLeaves();
    fireEvent.scroll(window);
    await act(() => jest.advanceTimersByTimeAsync(4_999));
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
    fireEvent.pointerDown(document.body);
    await act(() => jest.advanceTimersByTimeAsync(4_999));
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    jest.useRealTimers();
    await waitFor(() => expect(offer()).toBeVisible());
  });

  test('the offer does not open if the customer touches the screen while it loads, and waits again', async () => {
    const { answer, more } = holdOffer();
    const { to } = serveQuiz({ more });
    openPage('/quiz/4');
    await screen.findByRole('combobox', { name: 'Feet' });
    // The offer's code loads after the screen.
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    fireEvent.scroll(window);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(to('GET /account/signup_code')).toHaveLength(1));
    fireEvent.pointerDown(document.body);
    answer();
    await act(() => jest.advanceTimersByTimeAsync(4_999));
    expect(offer()).toBeNull();
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    jest.useRealTimers();
    await waitFor(() => expect(offer()).toBeVisible());
  });

  test('the offer waits while a text field has the focus', async () => {
    serveQuiz({ more: hello25 });
    openPage('/quiz/3');
    const text = await screen.findByRole('textbox');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    act(() => text.focus());
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
    act(() => text.blur());
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    jest.useRealTimers();
    await waitFor(() => expect(offer()).toBeVisible());
  });
});
