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
    body: { code, description, invited_by, kind: 'amount_off', value: '25.00' },
  },
});
const hello25 = counts('Hello25', '$25.00 off', null);

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
    mouseLeaves();
    await waitFor(() => expect(offer()).toBeVisible());
    expect(offer()).toHaveTextContent('The code Hello25 is on your first order already: $25 come off what you keep.');
    await user.click(screen.getByRole('button', { name: 'Go on with my quiz' }));
    await waitFor(() => expect(offer()).toBeNull());
    await waitFor(() => expect(feet).toHaveFocus());
    mouseLeaves();
    await act(async () => new Promise(process.nextTick));
    expect(offer()).toBeNull();
  });

  test('a friend who was invited learns that only one of the two discounts counts', async () => {
    serveQuiz({ more: counts('Referral20', '20% off', 'Dana') });
    openPage('/quiz/4');
    await screen.findByRole('combobox', { name: 'Feet' });
    mouseLeaves();
    await waitFor(() => expect(offer()).toBeVisible());
    expect(offer()).not.toHaveTextContent('is on your first order already');
    expect(offer()).toHaveTextContent(
      'Without it your first box is 20% off, by Referral20. Only one of the two counts.',
    );
  });

  test('it is not shown again on a later step, or after a reload', async () => {
    sessionStorage.setItem('stylebox.exitOfferSeen', 'true');
    serveQuiz();
    openPage('/quiz/4');
    await screen.findByRole('combobox', { name: 'Feet' });
    mouseLeaves();
    await act(async () => new Promise(process.nextTick));
    expect(offer()).toBeNull();
  });

  test('it does not open while somebody types', async () => {
    serveQuiz();
    const { user } = openPage('/quiz/3');
    await user.type(await screen.findByRole('textbox'), 'Always in navy');
    mouseLeaves();
    await act(async () => new Promise(process.nextTick));
    expect(offer()).toBeNull();
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  test('it opens only for customers without a box', async () => {
    serveQuiz({ account: { ...ann, first_timer: false } });
    openPage('/quiz/4');
    await screen.findByRole('combobox', { name: 'Feet' });
    mouseLeaves();
    await act(async () => new Promise(process.nextTick));
    expect(sessionStorage.getItem('stylebox.exitOfferSeen')).toBeNull();
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    release = hold(true);
  });

  test('it opens after five seconds without a touch, and the mouse does not matter', async () => {
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

  test('it waits while a text field has the focus', async () => {
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
