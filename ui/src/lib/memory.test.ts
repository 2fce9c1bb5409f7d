import { forgetSession, onMemoryChange, recall, remember, resumeSession, suspendSession } from './memory';

test('somebody who signs in keeps what they chose as a visitor', () => {
  remember('selectedThemebox', 'date_night');
  resumeSession('ann');
  expect(recall('selectedThemebox')).toBe('date_night');
});

test('a customer whose session ended keeps their choices, and nobody else gets them', () => {
  for (const [who, kept] of [
    ['ann', 'date_night'],
    ['bea', null],
  ] as const) {
    remember('selectedThemebox', 'date_night');
    suspendSession('ann');
    resumeSession(who);
    expect([who, recall('selectedThemebox')]).toEqual([who, kept]);
  }
});

test('a second call that finds the session over does not forget whose it was', () => {
  remember('selectedThemebox', 'date_night');
  suspendSession('ann');
  suspendSession(null);
  resumeSession('bea');
  expect(recall('selectedThemebox')).toBeNull();
});

test('nothing of a customer outlives sign-out', () => {
  const keys = ['selectedThemebox', 'drtgSignup', 'referral', 'blog', 'campaign', 'campaignUrl', 'redirectTo'] as const;
  for (const key of keys) remember(key, 'something');
  forgetSession();
  for (const key of keys) expect([key, recall(key)]).toEqual([key, null]);
});

test('listeners hear of each change until they stop', () => {
  const heard = jest.fn();
  const stop = onMemoryChange(heard);
  remember('blog', 'autumn');
  remember('blog', null);
  stop();
  remember('blog', 'winter');
  expect(heard).toHaveBeenCalledTimes(2);
});
