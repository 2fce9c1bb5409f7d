import { dateRef, flowAnswer, flowRef, frequencyRef } from '~/api/style/pickupPlan';
import { delivery_questions } from '~test/quiz';
import { missingNames, onwardFrom, unsentAnswers } from './deliveryModel';

const everyMonth = 'subscription_30_day';
const shipped = flowAnswer(delivery_questions, 'delivery');
const pickedUp = flowAnswer(delivery_questions, 'pickup');

describe('a preselected answer', () => {
  const nothing = { questions: delivery_questions, responses: {}, flow: 'delivery', date: '2026-12-01' } as const;
  const answered = { [flowRef()]: shipped, [frequencyRef()]: everyMonth, [dateRef()]: '2026-12-01' };

  test('is sent: the day, and that the box is shipped', () => {
    const responses = { [frequencyRef()]: everyMonth };
    expect(unsentAnswers({ ...nothing, responses, visiting: false })).toEqual([
      [dateRef(), '2026-12-01'],
      [flowRef(), shipped],
    ]);
  });

  test('is not sent again once it is answered', () => {
    expect(unsentAnswers({ ...nothing, responses: answered, visiting: false })).toEqual([]);
  });

  test('is another day if the chosen one has closed', () => {
    const responses = { ...answered, [dateRef()]: '2026-11-26' };
    expect(unsentAnswers({ ...nothing, responses, visiting: false })).toEqual([[dateRef(), '2026-12-01']]);
  });

  test('makes a pick-up on demand, but not for a visitor, who may have a subscription', () => {
    const responses = { ...answered, [flowRef()]: pickedUp };
    const pickup = { ...nothing, responses, flow: 'pickup' } as const;
    expect(unsentAnswers({ ...pickup, visiting: false })).toEqual([[frequencyRef(), 'subscription_on_demand']]);
    expect(unsentAnswers({ ...pickup, visiting: true })).toEqual([]);
  });
});

describe('where the step leads', () => {
  const plan = { next: '/quiz/confirmation', isMoreAsked: false };
  const step = { flow: 'delivery', visiting: false, back: null, plan } as const;

  test('a customer goes on with the plan', () => {
    expect(onwardFrom(step)).toEqual({ to: '/quiz/confirmation' });
  });

  test('a visitor registers, and with a pick-up goes to the payment step', () => {
    expect(onwardFrom({ ...step, visiting: true })).toEqual({ to: '/register' });
    expect(onwardFrom({ ...step, visiting: true, flow: 'pickup' })).toEqual({ to: '/payment/info' });
  });

  test('a customer who changes the answer is led back, after the questions that it adds', () => {
    const back = '/payment/billing';
    expect(onwardFrom({ ...step, back })).toEqual({ to: back });
    const isMoreAsked = { ...step, back, plan: { ...plan, isMoreAsked: true } };
    expect(onwardFrom(isMoreAsked)).toEqual({ to: '/quiz/confirmation', state: { back } });
  });
});

test('one open step of the quiz is named by its title, several by their number', () => {
  const names = { [dateRef()]: 'A day for your first box' };
  const [fit, colors] = [
    { title: 'Your fit', path: '/quiz/1' },
    { title: 'Your colors', path: '/quiz/2' },
  ];
  expect(missingNames([fit], [dateRef()], names)).toEqual(['Your fit', 'A day for your first box']);
  expect(missingNames([fit, colors], [], names)).toEqual(['2 steps of your quiz']);
});
