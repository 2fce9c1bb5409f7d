import type { Responses } from '~/core';
import { AnswerOutbox, type Delivery } from './answerOutbox';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const taken: Delivery = { kind: 'taken' };
const later: Delivery = { kind: 'later' };

/** An outbox whose deliveries end as `ends` says, in order; the last one repeats. */
function outboxOf(...ends: Delivery[]) {
  const sent: Responses[] = [];
  const kept: Responses[] = [];
  const send = async (answers: Responses) => {
    sent.push(answers);
    return ends.length > 1 ? (ends.shift() ?? taken) : (ends[0] ?? taken);
  };
  const outbox = new AnswerOutbox({ send, keep: (unsent) => kept.push(unsent) });
  return { outbox, sent, kept, state: () => outbox.snapshot().state };
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

test('typed text is sent once, after the pause', async () => {
  const { outbox, sent, state } = outboxOf(taken);
  outbox.put({ note: 'n' }, 600);
  await pass(400);
  outbox.put({ note: 'na' }, 600);
  await pass(599);
  expect(sent).toEqual([]);
  expect(state()).toBe('saving');
  await pass(1);
  expect(sent).toEqual([{ note: 'na' }]);
  expect(state()).toBe('saved');
});

test('a failed batch is sent again after 1, 2, 4 … seconds, with newer answers', async () => {
  const { outbox, sent, kept, state } = outboxOf(later, later, later, taken);
  outbox.put({ a: 1 });
  await pass(0);
  expect(state()).toBe('unsaved');
  await pass(999);
  expect(sent).toHaveLength(1);
  await pass(1);
  expect(sent).toHaveLength(2);
  await pass(1999);
  expect(sent).toHaveLength(2);
  await pass(1);
  expect(sent).toHaveLength(3);
  await pass(4000);
  expect(sent).toHaveLength(4);
  expect(state()).toBe('saved');
  expect(kept.at(-1)).toEqual({});
  expect(kept.slice(0, -1).every((unsent) => unsent['a'] === 1)).toBe(true);
});

test('the pause between two tries is at most half a minute', async () => {
  const { outbox, sent } = outboxOf(later);
  outbox.put({ a: 1 });
  await pass(120_000);
  const before = sent.length;
  await pass(60_000);
  expect(sent.length - before).toBe(2);
});

test('one batch is sent at a time; an answer that changes meanwhile is sent afterwards', async () => {
  const ends: ((delivery: Delivery) => void)[] = [];
  const sent: Responses[] = [];
  const outbox = new AnswerOutbox({
    send: (answers) => {
      sent.push(answers);
      return new Promise((end) => ends.push(end));
    },
    keep: () => undefined,
  });
  outbox.put({ a: 1, b: 1 });
  await pass(0);
  outbox.put({ a: 2 });
  await pass(0);
  expect(sent).toEqual([{ a: 1, b: 1 }]);
  ends[0]?.(taken);
  await pass(0);
  expect(sent).toEqual([{ a: 1, b: 1 }, { a: 2 }]);
  ends[1]?.(taken);
  await pass(0);
  expect(outbox.snapshot()).toEqual({ unsent: {}, state: 'saved', refused: {} });
});

test('the answers of a refused batch are sent one by one: only the bad one is dropped, with its reason', async () => {
  const sent: Responses[] = [];
  const outbox = new AnswerOutbox({
    send: async (answers) => {
      sent.push(answers);
      return 'bad' in answers ? { kind: 'refused', message: 'No.' } : taken;
    },
    keep: () => undefined,
  });
  outbox.put({ good: 1, bad: 2, fine: 3 });
  await pass(0);
  expect(sent).toEqual([{ good: 1, bad: 2, fine: 3 }, { good: 1 }, { bad: 2 }, { fine: 3 }]);
  expect(outbox.snapshot()).toEqual({ unsent: {}, state: 'saved', refused: { bad: 'No.' } });
  outbox.put({ bad: 4 });
  expect(outbox.snapshot().refused).toEqual({});
});

test('after the session ends nothing is sent and the answers stay', async () => {
  const { outbox, sent, kept } = outboxOf({ kind: 'halt' });
  outbox.put({ a: 1 });
  await pass(120_000);
  expect(sent).toHaveLength(1);
  expect(kept.at(-1)).toEqual({ a: 1 });
});
