import { ann } from '~test/accounts';
import { onwardWith } from './themeBoxModel';

const box = { theme: 'Weekend away', label: 'A weekend away' };

test('a visitor goes on to registration, also if a screen led here', () => {
  const registers = { to: '/register-themebox', replace: false, toast: null };
  expect(onwardWith({ box, account: undefined, back: undefined })).toEqual(registers);
  expect(onwardWith({ box, account: undefined, back: '/payment/billing' })).toEqual(registers);
});

test('a customer returns to the screen that led here, which replaces this one in the history', () => {
  const back = '/payment/billing';
  expect(onwardWith({ box, account: ann, back })).toEqual({ to: back, replace: true, toast: null });
});

test('any other customer goes on to the form of an order, which shows the choice', () => {
  const onward = onwardWith({ box, account: ann, back: undefined });
  expect(onward).toEqual({
    to: '/customize/order/order',
    replace: false,
    toast: 'Your choice is kept: A weekend away.',
  });
});
