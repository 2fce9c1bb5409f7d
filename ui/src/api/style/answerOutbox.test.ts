import type { Responses } from '~/core';
import {
  AnswerOutbox,
  type OutboxParts,
  type SendResult,
  type ServerAnswers,
  type Unsent,
  type UnsentAnswers,
} from './answerOutbox';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const taken: SendResult = { kind: 'taken' };
const later: SendResult = { kind: 'later' };

/** A storage that keeps JSON, as a browser's does. */
function storage(start: Record<string, Unsent> = {}) {
  let text = JSON.stringify(start);
  return {
    load: (): UnsentAnswers => JSON.parse(text),
    store: (unsent: UnsentAnswers) => {
      text = JSON.stringify(unsent);
    },
  };
}

interface Options {
  ends?: SendResult[];
  /** The answers that the server has; null if it cannot be reached. */
  server?: Responses | null;
  store?: ReturnType<typeof storage>;
  send?: OutboxParts['send'];
  more?: Partial<OutboxParts>;
  /** The answers that were loaded just before the outbox was opened, or null. */
  fresh?: Responses | null;
}

/** An outbox whose deliveries end as `ends` lists; the last one repeats. */
function outboxOf({ ends = [taken], server = {}, store = storage(), send, more = {}, fresh = {} }: Options = {}) {
  const sent: Responses[] = [];
  const told: [readonly string[], string][] = [];
  const link = { server, asked: 0 };
  const outbox = new AnswerOutbox(
    {
      ...store,
      send: async (answers) => {
        sent.push(answers);
        if (send) return send(answers);
        return ends.length > 1 ? (ends.shift() ?? taken) : (ends[0] ?? taken);
      },
      askServer: async (): Promise<ServerAnswers> => {
        link.asked += 1;
        return link.server === null ? { kind: 'later' } : { kind: 'known', responses: link.server };
      },
      withTabLock: (work) => work(),
      onRefusal: (refs, message) => told.push([refs, message]),
      ...more,
    },
    fresh,
  );
  return { outbox, sent, told, link, stored: store.load, state: () => outbox.snapshot().state };
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

const elsewhere = 'You answered this in another tab or on another device, and that answer stays unless you change it.';

test('typed text is sent once, after the pause', async () => {
  const { outbox, sent, state } = outboxOf();
  outbox.put({ note: 'n' }, {}, 600);
  await pass(400);
  outbox.put({ note: 'na' }, {}, 600);
  await pass(599);
  expect(sent).toEqual([]);
  expect(state()).toBe('saving');
  await pass(1);
  expect(sent).toEqual([{ note: 'na' }]);
  expect(state()).toBe('saved');
});

test('a failed batch is tried again after 1, 2, 4 … seconds, is stored until then, and is sent once', async () => {
  const { outbox, sent, link, stored, state } = outboxOf({ ends: [later, taken], server: null });
  outbox.put({ a: 1 });
  await pass(0);
  expect(sent).toHaveLength(1);
  expect(state()).toBe('unsaved');
  for (const [pause, asked] of [
    [999, 0],
    [1, 1],
    [1_999, 1],
    [1, 2],
    [3_999, 2],
    [1, 3],
  ] as const) {
    await pass(pause);
    expect([pause, link.asked]).toEqual([pause, asked]);
  }
  expect(stored()).toMatchObject({ a: { value: 1 } });
  link.server = {};
  await pass(8_000);
  expect(sent).toEqual([{ a: 1 }, { a: 1 }]);
  expect(state()).toBe('saved');
  expect(stored()).toEqual({});
  await pass(120_000);
  expect(sent).toHaveLength(2);
});

test('the pause between two tries is at most half a minute', async () => {
  const { outbox, link } = outboxOf({ ends: [later], server: null });
  outbox.put({ a: 1 });
  await pass(120_000);
  const before = link.asked;
  await pass(60_000);
  expect(link.asked - before).toBe(2);
});

test('while nothing can be sent, a new answer does not change the note', async () => {
  const { outbox, state } = outboxOf({ ends: [later], server: null });
  outbox.put({ a: 1 });
  await pass(0);
  outbox.put({ b: 1 });
  expect(state()).toBe('unsaved');
});

test('only the newest answer to each question is sent, all in one call', async () => {
  const { outbox, sent, link } = outboxOf({ ends: [later, taken], server: null });
  for (const answers of [{ a: 1 }, { b: 1 }, { a: 2 }, { c: null }, { a: 3 }]) {
    outbox.put(answers);
    await pass(10);
  }
  link.server = {};
  await outbox.flush();
  expect(sent.at(-1)).toEqual({ a: 3, b: 1, c: null });
});

test('one batch is sent at a time; an answer that changes meanwhile is sent afterwards', async () => {
  const ends: ((delivery: SendResult) => void)[] = [];
  const { outbox, sent } = outboxOf({ send: () => new Promise((end) => ends.push(end)) });
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

test('the answers of a refused batch are sent one by one; only the refused one is dropped, with its reason', async () => {
  const { outbox, sent, told } = outboxOf({
    send: async (answers) => ('bad' in answers ? { kind: 'refused', message: 'No.' } : taken),
  });
  outbox.put({ good: 1, bad: 2, fine: 3 });
  await pass(120_000);
  expect(sent).toEqual([{ good: 1, bad: 2, fine: 3 }, { good: 1 }, { bad: 2 }, { fine: 3 }]);
  expect(outbox.snapshot()).toEqual({ unsent: {}, state: 'saved', refused: { bad: 'No.' } });
  expect(told).toEqual([[['bad'], 'No.']]);
  outbox.put({ bad: 4 });
  expect(outbox.snapshot().refused).toEqual({});
});

test('after the session has ended, nothing is sent and the answers are kept', async () => {
  const { outbox, sent, stored } = outboxOf({ ends: [{ kind: 'halt' }] });
  outbox.put({ a: 1 });
  await pass(120_000);
  expect(sent).toHaveLength(1);
  expect(stored()).toMatchObject({ a: { value: 1 } });
});

describe('unsent answers', () => {
  const waiting = (known: unknown[] = [null]) =>
    storage({ size: { value: 'M', known }, color: { value: 'Red', known } });

  test('are sent after a reload, once the server’s answers are known', async () => {
    const { outbox, sent, link, state } = outboxOf({ store: waiting(), fresh: null });
    expect(outbox.snapshot().unsent).toEqual({ size: 'M', color: 'Red' });
    expect(state()).toBe('saving');
    await pass(0);
    expect([link.asked, sent]).toEqual([1, [{ size: 'M', color: 'Red' }]]);
    expect(state()).toBe('saved');
  });

  test('do not overwrite answers from elsewhere, and say so', async () => {
    const { outbox, sent, told } = outboxOf({ store: waiting(), fresh: null, server: { size: 'S' } });
    await pass(0);
    expect(sent).toEqual([{ color: 'Red' }]);
    expect(outbox.snapshot().refused).toEqual({ size: elsewhere });
    expect(told).toEqual([[['size'], elsewhere]]);
    outbox.put({ size: 'M' }, { size: 'S' });
    await pass(0);
    expect(sent).toEqual([{ color: 'Red' }, { size: 'M' }]);
    expect(outbox.snapshot().refused).toEqual({});
  });

  test('are compared immediately if the server’s answers were just loaded', async () => {
    const { outbox, sent, link } = outboxOf({ store: waiting(['L']), fresh: { size: 'S', color: 'L' } });
    await pass(0);
    expect([link.asked, sent]).toEqual([0, [{ color: 'Red' }]]);
    expect(outbox.snapshot().unsent).toEqual({});
  });

  test('are no conflict if the server already has them from a call whose answer was lost', async () => {
    const { outbox, sent, link } = outboxOf({ ends: [later, taken], server: null });
    outbox.put({ size: 'S' }, { size: 'L' });
    await pass(0);
    outbox.put({ size: 'M' }, { size: 'L' });
    link.server = { size: 'S' };
    await outbox.flush();
    expect(sent).toEqual([{ size: 'S' }, { size: 'M' }]);
    expect(outbox.snapshot().refused).toEqual({});
  });

  test('are no conflict if the server stores them without a trailing blank', async () => {
    const notes = 'anything_else_notes';
    const { outbox, sent, link } = outboxOf({ ends: [later, taken], server: null });
    outbox.put({ [notes]: 'Soft fabrics ' });
    await pass(0);
    outbox.put({ [notes]: 'Soft fabrics only' });
    link.server = { [notes]: 'Soft fabrics' };
    await outbox.flush();
    expect(sent).toEqual([{ [notes]: 'Soft fabrics ' }, { [notes]: 'Soft fabrics only' }]);
    expect(outbox.snapshot().refused).toEqual({});
  });

  test('that the server refuses say so on every screen, and are not sent again', async () => {
    const { outbox, sent, told, stored } = outboxOf({
      store: storage({ day: { value: '2026-01-01', known: [null] } }),
      fresh: null,
      ends: [{ kind: 'refused', message: 'Closed.' }],
    });
    await pass(120_000);
    expect(sent).toHaveLength(1);
    expect(stored()).toEqual({});
    expect(outbox.snapshot().refused).toEqual({ day: 'Closed.' });
    expect(told).toEqual([[['day'], 'Closed.']]);
  });

  test('are removed in every tab when the customer signs out in one', async () => {
    const store = waiting();
    const { outbox, sent } = outboxOf({ store, fresh: null, server: null });
    await pass(0);
    store.store({});
    await outbox.follow();
    expect(outbox.snapshot()).toMatchObject({ unsent: {}, state: 'saved' });
    await pass(120_000);
    expect(sent).toEqual([]);
  });

  test('of another tab are shown, and sent if that tab is closed', async () => {
    const store = storage();
    const { outbox, sent } = outboxOf({ store });
    store.store({ size: { value: 'M', known: [null] } });
    void outbox.follow();
    expect(outbox.snapshot().unsent).toEqual({ size: 'M' });
    await pass(29_999);
    expect(sent).toEqual([]);
    await pass(1);
    expect(sent).toEqual([{ size: 'M' }]);
  });

  test('that another tab has sent stay shown until the server is asked again, and the next ones are compared', async () => {
    const store = storage();
    let isAsked = () => undefined as void;
    const refresh = () =>
      new Promise<void>((resolve) => {
        isAsked = resolve;
      });
    const { outbox, sent, link } = outboxOf({ store, server: { size: 'M' }, more: { refresh } });
    outbox.put({ size: 'M' }, {}, 600);
    store.store({});
    void outbox.follow();
    expect(outbox.snapshot().unsent).toEqual({ size: 'M' });
    isAsked();
    await pass(0);
    expect(outbox.snapshot()).toMatchObject({ unsent: {}, state: 'saved' });
    outbox.put({ color: 'red' });
    await pass(600);
    expect(link.asked).toBe(1);
    expect(sent).toEqual([{ color: 'red' }]);
  });

  test('of a session that ended in another tab say so, and no more are taken', async () => {
    const store = storage();
    let isOver = false;
    const onOver = jest.fn();
    const { outbox, sent } = outboxOf({ store, more: { isOver: () => isOver, onOver } });
    outbox.put({ size: 'M' }, {}, 600);
    expect(onOver).not.toHaveBeenCalled();
    isOver = true;
    store.store({});
    await outbox.follow();
    expect(onOver).toHaveBeenCalledTimes(1);
    outbox.put({ size: 'L' });
    expect(onOver).toHaveBeenCalledTimes(2);
    expect(store.load()).toEqual({});
    await pass(600);
    expect(sent).toEqual([]);
  });
});
