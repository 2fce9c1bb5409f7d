import { ann } from '~test/accounts';
import { onwardWith } from './themeBoxModel';

const box = { theme: 'Weekend away', label: 'A weekend away' };

test('a visitor registers, also if a screen led here', () => {
  const registers = { to: '/register-themebox', replace: false, toast: null };
  expect(onwardWith({ box, account: undefined, back: undefined })).toEqual(registers);
  expect(onwardWith({ box, account: undefined, back: '/payment/billing' })).toEqual(registers);
});

test('a customer returns to the screen that led here, which takes the place of this one', () => {
  const back = '/payment/billing';
  expect(onwardWith({ box, account: ann, back })).toEqual({ to: back, replace: true, toast: null });
});

test('any other customer goes to the form of an order, and reads there what is kept', () => {
  const onward = onwardWith({ box, account: ann, back: undefined });
  expect(onward).toEqual({
    to: '/customize/order/order',
    replace: false,
    toast: 'Your choice is kept: A weekend away.',
  });
});
