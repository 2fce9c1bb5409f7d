import { keepDraft, keptDraft } from './draft/store';
import { declareDraft } from './draft/draft';
import {
  belongsTo,
  forgetSession,
  holdsAnything,
  onMemoryChange,
  recall,
  recallConsent,
  remember,
  rememberConsent,
  resumeSession,
  suspendSession,
} from './memory';

test('a visitor who signs in keeps their choices', () => {
  remember('selectedThemebox', 'date_night');
  resumeSession('ann');
  expect(recall('selectedThemebox')).toBe('date_night');
});

test('a customer whose session ended keeps their choices, and no other customer gets them', () => {
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

test('a second refused call does not forget whose session it was', () => {
  remember('selectedThemebox', 'date_night');
  suspendSession('ann');
  suspendSession(null);
  resumeSession('bea');
  expect(recall('selectedThemebox')).toBeNull();
});

describe('the customer whose record is loaded', () => {
  interface Typed {
    text: string;
  }
  const form = declareDraft<Typed>({ name: 'form', lifetime: 'customer', fields: ['text'] });
  const left = () => [keptDraft(form)?.text ?? null, recall('redirectTo')];
  const type = () => {
    keepDraft(form, { text: 'typed' });
    remember('redirectTo', '/account/management');
  };

  test('finds their own text', () => {
    belongsTo('ann');
    type();
    belongsTo('ann');
    expect(left()).toEqual(['typed', '/account/management']);
  });

  test('finds nothing of the previous customer, who signed out in another tab', () => {
    belongsTo('ann');
    type();
    belongsTo('bea');
    expect(left()).toEqual([null, null]);
  });

  test('finds nothing of another customer whose session ended here', () => {
    type();
    suspendSession('ann');
    belongsTo('bea');
    expect(left()).toEqual([null, null]);
  });

  test('finds what they typed as a visitor', () => {
    resumeSession('ann');
    type();
    belongsTo('ann');
    expect(left()).toEqual(['typed', '/account/management']);
  });
});

test('nothing of a customer survives a sign-out', () => {
  const keys = ['selectedThemebox', 'drtgSignup', 'referral', 'blog', 'campaign', 'campaignUrl', 'redirectTo'] as const;
  for (const key of keys) remember(key, 'something');
  forgetSession();
  for (const key of keys) expect([key, recall(key)]).toEqual([key, null]);
});

test.each([
  ['a sign-out', forgetSession],
  ['a sign-in', () => resumeSession('ann')],
])('a visitor’s yes to analytics does not survive %s, a no does', (_, happens) => {
  const no = { version: '2026-11', agreed: false, clientId: null };
  rememberConsent({ version: '2026-11', agreed: true, clientId: '1.2' });
  happens();
  expect(recallConsent()).toBeNull();
  rememberConsent(no);
  happens();
  expect(recallConsent()).toEqual(no);
});

test.each(['{"version":"2026-11"', 'null', '7', '"yes"', '[]', '{"version":"2026-11"}', '{"version":1,"agreed":true}'])(
  'a broken answer about analytics, %s, counts as none, and a sign-out still works',
  (text) => {
    localStorage.setItem('stylebox.analytics', text);
    expect(recallConsent()).toBeNull();
    forgetSession();
    expect(recallConsent()).toBeNull();
  },
);

test('listeners are called at each change until they stop', () => {
  const heard = jest.fn();
  const stop = onMemoryChange(heard);
  remember('blog', 'autumn');
  remember('blog', null);
  stop();
  remember('blog', 'winter');
  expect(heard).toHaveBeenCalledTimes(2);
});

describe('what the browser stores for an account', () => {
  interface Kept {
    account: string | null;
    text: string;
  }
  const fields = ['account', 'text'] as const;
  const unsent = declareDraft<Kept>({ name: 'unsent', lifetime: 'account', fields });
  const known = declareDraft<Kept>({ name: 'known', lifetime: 'session', fields });
  const texts = () => [keptDraft(unsent, 'profile')?.text ?? null, keptDraft(known)?.text ?? null];

  beforeEach(() => {
    keepDraft(unsent, { account: 'ann', text: 'unsent' }, 'profile');
    keepDraft(known, { account: 'ann', text: 'known' });
  });

  test('is in the browser’s storage, so that it outlives the tab', () => {
    expect(sessionStorage).toHaveLength(0);
    expect(texts()).toEqual(['unsent', 'known']);
  });

  test('is forgotten when the customer signs out', () => {
    forgetSession();
    expect(texts()).toEqual([null, null]);
    expect(localStorage).toHaveLength(0);
  });

  test('is only the unsent part if the session ends by itself', () => {
    suspendSession('ann');
    expect(texts()).toEqual(['unsent', null]);
  });

  test('tells whose session ended after a reload, on a screen that does not load the customer', () => {
    remember('selectedThemebox', 'date_night');
    suspendSession(null);
    resumeSession('bea');
    expect(recall('selectedThemebox')).toBeNull();
  });

  test('stays for the same account, and no other customer gets it', () => {
    resumeSession('ann');
    expect(texts()).toEqual(['unsent', null]);
    resumeSession('bea');
    expect(texts()).toEqual([null, null]);
  });

  test('is forgotten if its owner is unknown', () => {
    localStorage.setItem('stylebox.account.unsent.profile', '{');
    resumeSession('ann');
    expect(localStorage).toHaveLength(0);
  });
});

test('a scroll position does not count as something that a visitor chose or typed', () => {
  sessionStorage.setItem('stylebox.scroll', '{"default":320}');
  expect(holdsAnything()).toBe(false);
  remember('selectedThemebox', 'date_night');
  expect(holdsAnything()).toBe(true);
});
