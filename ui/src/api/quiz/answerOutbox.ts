import { answersChangedElsewhere, messagesText, type Responses } from '~/core';

/** Whether the answers have reached the server. `unsaved`: they could not be sent, are kept, and are tried again. */
export type SaveState = 'saved' | 'saving' | 'unsaved';

/** The outbox's state for screens. Each change makes a new object. */
export interface OutboxSnapshot {
  /** The answers that the server does not have yet, including those that are being sent. */
  unsent: Responses;
  state: SaveState;
  /** Why an answer was not taken, by question: it was refused, or given elsewhere meanwhile. */
  refused: Readonly<Record<string, string>>;
}

/** An answer that the server does not have yet, and the answers that it may have by what this device knows. */
export interface Unsent {
  value: unknown;
  known: readonly unknown[];
}

export type UnsentAnswers = Readonly<Record<string, Unsent>>;

/** The result of sending a batch: `later` if it should be tried again, `halt` if nothing can be sent any more. */
export type Delivery = { kind: 'taken' } | { kind: 'refused'; message: string } | { kind: 'later' } | { kind: 'halt' };

/** The server's answers, or why they are not known. */
export type Asked = { kind: 'known'; responses: Responses } | { kind: 'later' } | { kind: 'halt' };

export interface Outlets {
  /** The unsent answers as they are stored. Several tabs may share them. */
  load: () => UnsentAnswers;
  store: (unsent: UnsentAnswers) => void;
  send: (answers: Responses) => Promise<Delivery>;
  /** Asks for the server's answers as they are now. */
  ask: () => Promise<Asked>;
  /** Waits until no other tab is sending. */
  alone: (work: () => Promise<void>) => Promise<void>;
  /** Whether the session has ended, or somebody else has signed in: nothing can be added any more. */
  isOver?: () => boolean;
  /** Called if that is found. */
  onOver?: () => void;
  /** Asks for the server's answers anew: another tab has sent some. */
  refresh?: () => Promise<unknown>;
  /** Called if answers were not taken: the customer may have gone on to another screen. */
  onRefusal?: (refs: readonly string[], message: string) => void;
}

const firstPause = 1_000;
const longestPause = 30_000;

/**
 * Sends answers to the server. They are stored until it has them. One batch at a time, so that an older answer never overwrites
 * a newer one; a batch that fails is tried again. Answers that have waited are first compared with the server's, which may have
 * changed elsewhere. If a batch is refused, its answers are sent one by one, so that one bad answer does not hold up the others.
 */
export class AnswerOutbox {
  #snapshot: OutboxSnapshot;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #oneByOne = false;
  #closed = false;
  /** Whether the server's answers may have changed since the customer saw them. */
  #waited: boolean;
  readonly #outlets: Outlets;
  readonly #listeners = new Set<() => void>();

  /** `server`: the server's answers, if they have just been asked for. */
  constructor(outlets: Outlets, server: Responses | null = null) {
    this.#outlets = outlets;
    const stored = outlets.load();
    this.#snapshot = { unsent: valuesOf(stored), state: isEmpty(stored) ? 'saved' : 'saving', refused: {} };
    this.#waited = server === null;
    if (isEmpty(stored)) return;
    if (server) this.#compare(server);
    this.#schedule(0);
  }

  readonly snapshot = (): OutboxSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Adds answers; `server` are those that the customer saw. They are sent after `pause` milliseconds without a new one, so that
   * text is not sent letter by letter.
   */
  readonly put = (answers: Responses, server: Responses = {}, pause = 0): void => {
    if (this.#closed) return;
    if (this.#saysOver()) return;
    const stored = this.#outlets.load();
    const added = Object.entries(answers).map(([ref, value]): [string, Unsent] => [
      ref,
      { value, known: stored[ref]?.known ?? [server[ref] ?? null] },
    ]);
    const refused = Object.entries(this.#snapshot.refused).filter(([ref]) => !(ref in answers));
    this.#store({ ...stored, ...Object.fromEntries(added) });
    this.#show({ state: this.#failures > 0 ? 'unsaved' : 'saving', refused: Object.fromEntries(refused) });
    this.#schedule(pause);
  };

  /** Sends all unsent answers now. */
  readonly flush = (): Promise<void> => {
    if (this.#closed) return Promise.resolve();
    clearTimeout(this.#timer);
    this.#sending ??= this.#outlets
      .alone(() => this.#sendAll())
      .finally(() => {
        this.#sending = null;
      });
    return this.#sending;
  };

  /** Another tab has added or sent answers, or the customer has signed out in it. */
  readonly follow = async (): Promise<void> => {
    if (!this.#saysOver() && this.#isAnySentElsewhere()) {
      this.#waited = true;
      // What the page knows of the server is older than what was sent: this is shown until it is asked for anew.
      await this.#outlets.refresh?.();
      if (this.#closed) return;
    }
    const stored = this.#outlets.load();
    this.#show({ unsent: valuesOf(stored), ...(isEmpty(stored) ? { state: 'saved' } : {}) });
    // The other tab sends them, unless it is closed.
    if (!isEmpty(stored) && this.#sending === null) this.#schedule(longestPause);
  };

  /** Stops sending. Unsent answers stay stored for the next outbox. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  /** Says so if the session has ended. Returns whether it has. */
  #saysOver(): boolean {
    const isOver = this.#outlets.isOver?.() ?? false;
    if (isOver) this.#outlets.onOver?.();
    return isOver;
  }

  #isAnySentElsewhere(): boolean {
    const stored = this.#outlets.load();
    return Object.keys(this.#snapshot.unsent).some((ref) => !(ref in stored));
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const stored = this.#outlets.load();
      if (isEmpty(stored)) break;
      const delivery = this.#waited ? await this.#askFirst() : await this.#send(this.#batch(stored));
      if (delivery.kind === 'later' || delivery.kind === 'halt') {
        this.#waited = true;
        this.#show({ state: 'unsaved' });
        if (delivery.kind === 'halt') {
          this.#saysOver();
          return;
        }
        this.#schedule(Math.min(firstPause * 2 ** this.#failures, longestPause));
        this.#failures += 1;
        return;
      }
      this.#failures = 0;
    }
    this.#oneByOne = false;
    this.#show({ unsent: {}, state: 'saved' });
  }

  /** Asks for the server's answers, and takes out what was answered elsewhere meanwhile. */
  async #askFirst(): Promise<Asked> {
    const asked = await this.#outlets.ask();
    if (asked.kind === 'known') {
      this.#waited = false;
      this.#compare(asked.responses);
    }
    return asked;
  }

  #compare(server: Responses): void {
    const stored = this.#outlets.load();
    const kept = Object.entries(stored).map(([ref, { value, known }]) => [
      ref,
      { known: [value, ...known], server: server[ref] ?? null },
    ]);
    const elsewhere = answersChangedElsewhere(Object.fromEntries(kept));
    if (elsewhere.length === 0) return;
    this.#store(Object.fromEntries(Object.entries(stored).filter(([ref]) => !elsewhere.includes(ref))));
    this.#refuse(elsewhere, messagesText('answered_elsewhere'));
  }

  async #send(batch: Responses): Promise<Delivery> {
    // The answer to this call may be lost: from now on the server may have these.
    this.#store(
      changed(this.#outlets.load(), batch, ({ value, known }) => ({
        value,
        known: [...known.filter((each) => !isSame(each, value)), value],
      })),
    );
    const delivery = await this.#outlets.send(batch);
    const refs = Object.keys(batch);
    if (delivery.kind === 'refused' && refs.length > 1) {
      this.#oneByOne = true;
      return delivery;
    }
    if (delivery.kind === 'taken' || delivery.kind === 'refused') this.#settle(batch);
    if (delivery.kind === 'refused') this.#refuse(refs, delivery.message);
    return delivery;
  }

  #batch(stored: UnsentAnswers): Responses {
    const values = Object.entries(valuesOf(stored));
    return Object.fromEntries(this.#oneByOne ? values.slice(0, 1) : values);
  }

  /** Removes the answers that were sent, unless they were changed meanwhile. */
  #settle(sent: Responses): void {
    const settled = changed(this.#outlets.load(), sent, (unsent, value) =>
      isSame(unsent.value, value) ? null : { ...unsent, known: [value] },
    );
    this.#store(settled);
  }

  /** Says why answers were not taken, unless the customer has changed them meanwhile. */
  #refuse(refs: readonly string[], message: string): void {
    const dropped = refs.filter((ref) => !(ref in this.#snapshot.unsent));
    const refused = Object.fromEntries(dropped.map((ref) => [ref, message]));
    this.#show({ refused: { ...this.#snapshot.refused, ...refused } });
    if (dropped.length > 0) this.#outlets.onRefusal?.(dropped, message);
  }

  #store(unsent: UnsentAnswers): void {
    this.#outlets.store(unsent);
    this.#show({ unsent: valuesOf(unsent) });
  }

  #schedule(pause: number): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.flush(), pause);
  }

  #show(change: Partial<OutboxSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const isEmpty = (answers: object) => Object.keys(answers).length === 0;

const valuesOf = (unsent: UnsentAnswers): Responses =>
  Object.fromEntries(Object.entries(unsent).map(([ref, { value }]) => [ref, value]));

/** Whether two answers from here are the same. They are stored as JSON. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** `unsent` with what `change` makes of those that were sent; null takes one out. */
function changed(
  unsent: UnsentAnswers,
  sent: Responses,
  change: (unsent: Unsent, sent: unknown) => Unsent | null,
): UnsentAnswers {
  const all = Object.entries(unsent).map(([ref, each]): [string, Unsent | null] => [
    ref,
    ref in sent ? change(each, sent[ref]) : each,
  ]);
  return Object.fromEntries(all.filter((entry): entry is [string, Unsent] => entry[1] !== null));
}
