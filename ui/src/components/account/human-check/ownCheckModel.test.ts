import { messagesText } from '~/core';
import { failed } from '~test/failed';
import { failureOf, millisecondsLeft, SolverNotLoaded, shownCheck } from './ownCheckModel';

test('the box is ticked while a token is computed and once there is one, and its label says which', () => {
  expect(shownCheck('open')).toMatchObject({ label: 'I’m not a robot', isTicked: false, isBusy: false });
  expect(shownCheck('working')).toMatchObject({ label: 'Verifying…', isTicked: true, isBusy: true });
  expect(shownCheck('passed')).toMatchObject({ label: 'Verified', isTicked: true, isBusy: false });
});

test('without a token the box is open again, and a message says why', () => {
  const shown = (['expired', 'failed', 'unreached', 'unloaded'] as const).map(shownCheck);
  expect(shown.every(({ label, isTicked }) => label === 'I’m not a robot' && !isTicked)).toBe(true);
  expect(shown.map(({ failure }) => failure)).toEqual([
    'Verification expired. Please try again.',
    'Verification failed. Please try again.',
    messagesText('no_connection'),
    'The verification did not load. Please reload the page.',
  ]);
  expect(shownCheck('open').failure).toBeUndefined();
});

test('a reload is offered only if the code did not load', () => {
  const states = ['open', 'working', 'passed', 'expired', 'failed', 'unreached', 'unloaded'] as const;
  expect(states.filter((state) => shownCheck(state).offersReload)).toEqual(['unloaded']);
});

test('code that did not load, a server that gave no answer, and any other error are three failures', () => {
  expect(failureOf(new SolverNotLoaded('x'))).toBe('unloaded');
  expect(failureOf(failed(0))).toBe('unreached');
  expect(failureOf(failed(503))).toBe('failed');
  expect(failureOf(new Error('The challenge has no solution.'))).toBe('failed');
});

test('a challenge that has expired already has no time left', () => {
  // 2026-11-20 12:00:00 UTC is 1,795,176,000 seconds after 1970.
  const noon = 1_795_176_000;
  expect(millisecondsLeft(noon, '2026-11-20T11:59:58.500Z')).toBe(1_500);
  expect(millisecondsLeft(noon, '2026-11-20T12:00:01Z')).toBe(0);
});
