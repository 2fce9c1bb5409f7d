import type { Responses } from '~/core';

/** Whether what was answered has reached the server: `unsaved` where it could not be sent just now and will be again. */
export type SaveState = 'saved' | 'saving' | 'unsaved';

/** What a screen sees of the outbox. It is replaced, never changed. */
export interface OutboxSnapshot {
  /** The answers that the server does not have yet, those under way among them. */
  unsent: Responses;
  state: SaveState;
  /** Why the server would not take an answer, by its question. */
  refused: Readonly<Record<string, string>>;
}

/** What became of a batch of answers that was sent. */
export type Delivery = { kind: 'taken' } | { kind: 'refused'; message: string } | { kind: 'later' } | { kind: 'halt' };

interface Outlets {
  send: (answers: Responses) => Promise<Delivery>;
  /** Puts the unsent answers where a reload finds them. */
  keep: (unsent: Responses) => void;
}

const firstPause = 1_000;
const longestPause = 30_000;

/**
 * Answers on their way to the server: one batch after the other, so that an older answer never lands on a newer one, and
 * again and again until they are there. A batch that is refused is taken apart, so that one answer holds up no other.
 */
export class AnswerOutbox {
  #snapshot: OutboxSnapshot;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #apart = false;
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

  /** Takes answers in. They are sent after `pause` milliseconds without another: text is not sent letter by letter. */
  readonly put = (answers: Responses, pause = 0): void => {
    const refused = Object.entries(this.#snapshot.refused).filter(([ref]) => !(ref in answers));
    this.#show({
      unsent: { ...this.#snapshot.unsent, ...answers },
      state: 'saving',
      refused: Object.fromEntries(refused),
    });
    this.#schedule(pause);
  };

  /** Sends now what waits. */
  readonly flush = (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  };

  /** Stops sending: the answers stay kept for whoever asks for them next. */
  close(): void {
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
      else if (Object.keys(batch).length > 1) this.#apart = true;
      else this.#settle(batch, Object.fromEntries(Object.keys(batch).map((ref) => [ref, delivery.message])));
    }
    this.#apart = false;
    this.#show({ state: 'saved' });
  }

  #batch(): Responses {
    const { unsent } = this.#snapshot;
    return this.#apart ? Object.fromEntries(Object.entries(unsent).slice(0, 1)) : unsent;
  }

  /** Takes out what was sent, but for what was answered anew since. */
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
