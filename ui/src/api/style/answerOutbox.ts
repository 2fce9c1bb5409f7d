import { answersChangedElsewhere, messagesText, type Responses } from '~/core';

/** Whether the answers have reached the server. `unsaved`: they could not be sent; they are stored and will be sent again. */
export type SaveState = 'saved' | 'saving' | 'unsaved';

/** The outbox's state for screens. Each change makes a new object. */
export interface OutboxSnapshot {
  /** The answers that the server does not have yet, including those that are being sent. */
  unsent: Responses;
  state: SaveState;
  /** Why an answer was not taken, by question: the server refused it, or the customer answered elsewhere meanwhile. */
  refused: Readonly<Record<string, string>>;
}

/** An answer that the server does not have yet. `known`: the answers that the server may have, as far as this device knows. */
export interface Unsent {
  value: unknown;
  known: readonly unknown[];
}

export type UnsentAnswers = Readonly<Record<string, Unsent>>;

/** The result of sending a batch: `later` if it should be tried again, `halt` if nothing can be sent any more. */
export type SendResult =
  | { kind: 'taken' }
  | { kind: 'refused'; message: string }
  | { kind: 'later' }
  | { kind: 'halt' };

/** The answers that the server has, or why they are not known. */
export type ServerAnswers = { kind: 'known'; responses: Responses } | { kind: 'later' } | { kind: 'halt' };

/** What the outbox depends on: a storage, the calls and callbacks. */
export interface OutboxParts {
  /** The unsent answers as they are stored. Several tabs may share them. */
  load: () => UnsentAnswers;
  store: (unsent: UnsentAnswers) => void;
  send: (answers: Responses) => Promise<SendResult>;
  /** Asks for the server's current answers. */
  askServer: () => Promise<ServerAnswers>;
  /** Runs `work` while no other tab is sending. */
  withTabLock: (work: () => Promise<void>) => Promise<void>;
  /** Whether the session has ended or somebody else has signed in. Then nothing can be added any more. */
  isOver?: () => boolean;
  /** Called when `isOver` returns true. */
  onOver?: () => void;
  /** Reloads the page's copy of the server's answers after another tab has sent some. */
  refresh?: () => Promise<unknown>;
  /** Called if answers were not taken: the customer may have gone on to another screen. */
  onRefusal?: (refs: readonly string[], message: string) => void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * Sends answers to the server, and stores them until the server has them. It sends one batch at a time, so that an older
 * answer never overwrites a newer one, and tries a failed batch again. Answers that have waited are first compared with the
 * server's, which the customer may have changed elsewhere. If a batch is refused, its answers are sent one by one, so that
 * one bad answer does not hold up the others.
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
  readonly #parts: OutboxParts;
  readonly #listeners = new Set<() => void>();

  /** `server`: the server's answers, if they have just been asked for. */
  constructor(parts: OutboxParts, server: Responses | null = null) {
    this.#parts = parts;
    const stored = parts.load();
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
   * Adds answers. `server` has the server's answers that the customer saw. The new ones are sent after `pause` milliseconds
   * without another change, so that text is not sent letter by letter.
   */
  readonly put = (answers: Responses, server: Responses = {}, pause = 0): void => {
    if (this.#closed) return;
    if (this.#checkOver()) return;
    const stored = this.#parts.load();
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
    this.#sending ??= this.#parts
      .withTabLock(() => this.#sendAll())
      .finally(() => {
        this.#sending = null;
      });
    return this.#sending;
  };

  /** Called when another tab has added or sent answers, or the customer has signed out there. */
  readonly follow = async (): Promise<void> => {
    if (!this.#checkOver() && this.#isAnySentElsewhere()) {
      this.#waited = true;
      // The page's copy of the server's answers is older than what the other tab sent. This tab's answers are shown until the
      // copy is reloaded.
      await this.#parts.refresh?.();
      if (this.#closed) return;
    }
    const stored = this.#parts.load();
    this.#show({ unsent: valuesOf(stored), ...(isEmpty(stored) ? { state: 'saved' } : {}) });
    // The other tab sends the rest, unless it is closed.
    if (!isEmpty(stored) && this.#sending === null) this.#schedule(longestRetryMs);
  };

  /** Stops sending. Unsent answers stay stored for the next outbox. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  /** Returns whether the session has ended, and reports it if so. */
  #checkOver(): boolean {
    const isOver = this.#parts.isOver?.() ?? false;
    if (isOver) this.#parts.onOver?.();
    return isOver;
  }

  #isAnySentElsewhere(): boolean {
    const stored = this.#parts.load();
    return Object.keys(this.#snapshot.unsent).some((ref) => !(ref in stored));
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const stored = this.#parts.load();
      if (isEmpty(stored)) break;
      const result = this.#waited ? await this.#compareFirst() : await this.#send(this.#batch(stored));
      if (result.kind === 'later' || result.kind === 'halt') {
        this.#waited = true;
        this.#show({ state: 'unsaved' });
        if (result.kind === 'halt') {
          this.#checkOver();
          return;
        }
        this.#schedule(Math.min(firstRetryMs * 2 ** this.#failures, longestRetryMs));
        this.#failures += 1;
        return;
      }
      this.#failures = 0;
    }
    this.#oneByOne = false;
    this.#show({ unsent: {}, state: 'saved' });
  }

  /** Asks for the server's answers, and drops what the customer answered elsewhere meanwhile. */
  async #compareFirst(): Promise<ServerAnswers> {
    const answers = await this.#parts.askServer();
    if (answers.kind === 'known') {
      this.#waited = false;
      this.#compare(answers.responses);
    }
    return answers;
  }

  #compare(server: Responses): void {
    const stored = this.#parts.load();
    const kept = Object.entries(stored).map(([ref, { value, known }]) => [
      ref,
      { known: [value, ...known], server: server[ref] ?? null },
    ]);
    const elsewhere = answersChangedElsewhere(Object.fromEntries(kept));
    if (elsewhere.length === 0) return;
    this.#store(Object.fromEntries(Object.entries(stored).filter(([ref]) => !elsewhere.includes(ref))));
    this.#refuse(elsewhere, messagesText('answered_elsewhere'));
  }

  async #send(batch: Responses): Promise<SendResult> {
    // The response to this call may be lost, so from now on the server may have these answers.
    this.#store(
      changed(this.#parts.load(), batch, ({ value, known }) => ({
        value,
        known: [...known.filter((answer) => !isSame(answer, value)), value],
      })),
    );
    const result = await this.#parts.send(batch);
    const refs = Object.keys(batch);
    if (result.kind === 'refused' && refs.length > 1) {
      this.#oneByOne = true;
      return result;
    }
    if (result.kind === 'taken' || result.kind === 'refused') this.#removeSent(batch);
    if (result.kind === 'refused') this.#refuse(refs, result.message);
    return result;
  }

  #batch(stored: UnsentAnswers): Responses {
    const values = Object.entries(valuesOf(stored));
    return Object.fromEntries(this.#oneByOne ? values.slice(0, 1) : values);
  }

  /** Removes the answers that were sent, unless they were changed meanwhile. */
  #removeSent(sent: Responses): void {
    const settled = changed(this.#parts.load(), sent, (unsent, value) =>
      isSame(unsent.value, value) ? null : { ...unsent, known: [value] },
    );
    this.#store(settled);
  }

  /** Says why answers were not taken, unless the customer has changed them meanwhile. */
  #refuse(refs: readonly string[], message: string): void {
    const dropped = refs.filter((ref) => !(ref in this.#snapshot.unsent));
    const refused = Object.fromEntries(dropped.map((ref) => [ref, message]));
    this.#show({ refused: { ...this.#snapshot.refused, ...refused } });
    if (dropped.length > 0) this.#parts.onRefusal?.(dropped, message);
  }

  #store(unsent: UnsentAnswers): void {
    this.#parts.store(unsent);
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

/** Whether two answers are the same. This page made both, so equal answers have equal JSON. */
const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** `unsent`, in which `change` replaces each answer that is in `sent`; if it returns null, the answer is removed. */
function changed(
  unsent: UnsentAnswers,
  sent: Responses,
  change: (unsent: Unsent, sent: unknown) => Unsent | null,
): UnsentAnswers {
  const all = Object.entries(unsent).map(([ref, answer]): [string, Unsent | null] => [
    ref,
    ref in sent ? change(answer, sent[ref]) : answer,
  ]);
  return Object.fromEntries(all.filter((entry): entry is [string, Unsent] => entry[1] !== null));
}
