import { goodbyeAt } from './finishingModel';

const at = (step: Parameters<typeof goodbyeAt>[0]['step'], isUnreached = false) =>
  goodbyeAt({ step, last: 'photos', secondsLeft: 20, isUnreached });

test('while the last photos are sent, the customer can finish without them', () => {
  expect(at('sending')).toEqual({
    words: 'One moment, your last photos are being sent. Then this tablet forgets you.',
    canTryAgain: false,
    canGiveUp: true,
  });
});

test('if they could not be sent, the customer can try again, and is told how long the tablet waits', () => {
  expect(at('failed')).toEqual({
    words: 'Your last photos could not be sent. Try again, or add them at home: in 20 seconds this tablet forgets you.',
    canTryAgain: true,
    canGiveUp: true,
  });
  expect(goodbyeAt({ step: 'failed', last: 'answers', secondsLeft: 5, isUnreached: false }).words).toMatch(
    /^Your last answers .* in 5 seconds/,
  );
});

test('once the customer is forgotten, there is no “Finish without them”', () => {
  const forgetting = { words: 'One moment, this tablet is forgetting you.', canTryAgain: false, canGiveUp: false };
  expect(at('forgotten')).toEqual(forgetting);
  expect(at('ended')).toEqual(forgetting);
});

test('a session whose end cannot be sent is tried again, until it has ended in another tab', () => {
  expect(at('forgotten', true)).toMatchObject({ canTryAgain: true, canGiveUp: false });
  expect(at('forgotten', true).words).toMatch(/cannot reach us to end your session/);
  expect(at('ended', true)).toEqual(at('ended'));
});
