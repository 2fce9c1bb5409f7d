import type { Responses } from '~/core';

/** Whether the answers have reached the server. `unsaved`: they could not be sent, and are tried again. */
export type SaveState = 'saved' | 'saving' | 'unsaved';

/** The outbox's state for screens. Each change makes a new object. */
export interface OutboxSnapshot {
  /** The answers that the server does not have yet, including those that are being sent. */
  unsent: Responses;
  state: SaveState;
  /** The server's reason for refusing an answer, by question. */
  refused: Readonly<Record<string, string>>;
}

/** The result of sending a batch: `later` if it should be tried again, `halt` if nothing can be sent any more. */
export type Delivery = { kind: 'taken' } | { kind: 'refused'; message: string } | { kind: 'later' } | { kind: 'halt' };

interface Outlets {
  send: (answers: Responses) => Promise<Delivery>;
  /** Stores the unsent answers, so that a reload finds them. */
  keep: (unsent: Responses) => void;
}

const firstPause = 1_000;
const longestPause = 30_000;

/**
 * Sends answers to the server. One batch at a time, so that an older answer never overwrites a newer one; a batch that
 * fails is tried again. If a batch is refused, its answers are sent one by one, so that one bad answer does not hold up the
 * others.
 */
export class AnswerOutbox {
  #snapshot: OutboxSnapshot;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #oneByOne = false;
  #closed = false;
  readonly #outlets: Outlets;
  readonly #listeners = new Set<() => void>();

  constructor(outlets: Outlets, unsent: Responses = {}) {
    this.#outlets = outlets;
    this.#snapshot = { unsent, state: isEmpty(unsent) ? 'saved' : 'saving', refused: {} };
    if (!isEmpty(unsent)) this.#schedule(0);
  }

  readonly snapshot = (): OutboxSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds answers. They are sent after `pause` milliseconds without a new one, so that text is not sent letter by letter. */
  readonly put = (answers: Responses, pause = 0): void => {
    if (this.#closed) return;
    const refused = Object.entries(this.#snapshot.refused).filter(([ref]) => !(ref in answers));
    this.#show({
      unsent: { ...this.#snapshot.unsent, ...answers },
      state: 'saving',
      refused: Object.fromEntries(refused),
    });
    this.#schedule(pause);
  };

  /** Sends all unsent answers now. */
  readonly flush = (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  };

  /** Stops sending. Unsent answers stay in the storage for the next outbox. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  async #sendAll(): Promise<void> {
    while (!isEmpty(this.#snapshot.unsent)) {
      const batch = this.#batch();
      const delivery = await this.#outlets.send(batch);
      if (delivery.kind === 'later') {
        this.#show({ state: 'unsaved' });
        this.#schedule(Math.min(firstPause * 2 ** this.#failures, longestPause));
        this.#failures += 1;
        return;
      }
      if (delivery.kind === 'halt') {
        this.#show({ state: 'unsaved' });
        return;
      }
      this.#failures = 0;
      if (delivery.kind === 'taken') this.#settle(batch, {});
      else if (Object.keys(batch).length > 1) this.#oneByOne = true;
      else this.#settle(batch, Object.fromEntries(Object.keys(batch).map((ref) => [ref, delivery.message])));
    }
    this.#oneByOne = false;
    this.#show({ state: 'saved' });
  }

  #batch(): Responses {
    const { unsent } = this.#snapshot;
    return this.#oneByOne ? Object.fromEntries(Object.entries(unsent).slice(0, 1)) : unsent;
  }

  /** Removes the answers that were sent, unless they were changed meanwhile. */
  #settle(sent: Responses, refused: Record<string, string>): void {
    const unsent = Object.entries(this.#snapshot.unsent).filter(
      ([ref, value]) => !(ref in sent) || sent[ref] !== value,
    );
    this.#show({ unsent: Object.fromEntries(unsent), refused: { ...this.#snapshot.refused, ...refused } });
  }

  #schedule(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pause);
  }

  #show(change: Partial<OutboxSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    if (change.unsent) this.#outlets.keep(change.unsent);
    for (const listener of this.#listeners) listener();
  }
}

const isEmpty = (answers: Responses) => Object.keys(answers).length === 0;
