import type { QueryClient } from '@tanstack/react-query';
import { unanswered } from '~/api/client';
import { soonForgottenMs } from '~/api/forgetting';
import { notice } from '~/api/notices';
import { onForgottenDrafts } from '~/lib/draft/reload';
import { busyUntil } from '~/lib/tabLock';
import { uploadFault, uploadPhoto } from './photos';
import { knownAnswers } from './questionnaire';

/** A file that was chosen. */
export interface ChosenPhoto {
  file: File;
  /** The photo's media type, by its content. */
  mediaType: string;
}

/** A chosen photo that the server does not have yet. */
export interface Upload extends ChosenPhoto {
  id: number;
  /** An address of the file for `img`. */
  preview: string;
  /** The share of the file that is sent, from 0 to 1. */
  sent: number;
  /** Why the server did not take it; null while it is sent or waits. */
  fault: string | null;
}

/** The question that photos answer. */
interface PhotoQuestion {
  title: string;
  /** Takes the address of each photo that the server has taken. */
  onUploaded: (address: string) => void;
}

/** How many photos are sent at the same time, so that a slow one does not hold up the others. */
const maxParallel = 2;

/**
 * The photos of one question that the server does not have yet. They are sent in the order in which they were chosen, also
 * after the customer has left the step. A photo that was not taken stays until it is tried again or removed.
 */
class PhotoUploads {
  #uploads: readonly Upload[] = [];
  #lastId = 0;
  #question: PhotoQuestion | null = null;
  readonly #client: QueryClient;
  readonly #profile: string | null;
  readonly #sending = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();

  constructor(client: QueryClient, profile: string | null) {
    this.#client = client;
    this.#profile = profile;
  }

  readonly snapshot = (): readonly Upload[] => this.#uploads;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the question that the photos answer. */
  readonly setQuestion = (question: PhotoQuestion): void => {
    this.#question = question;
  };

  readonly add = (photos: readonly ChosenPhoto[]): void => {
    const added = photos.map((photo) => {
      this.#lastId += 1;
      return { ...photo, id: this.#lastId, preview: URL.createObjectURL(photo.file), sent: 0, fault: null };
    });
    this.#show([...this.#uploads, ...added]);
    this.#sendNext();
  };

  readonly retry = (id: number): void => {
    this.#change(id, { sent: 0, fault: null });
    this.#sendNext();
  };

  /** Removes a photo that waits, is being sent, or failed. */
  readonly remove = (id: number): void => {
    for (const upload of this.#uploads) if (upload.id === id) URL.revokeObjectURL(upload.preview);
    this.#show(this.#uploads.filter((other) => other.id !== id));
    this.#sending.get(id)?.abort();
  };

  removeAll(): void {
    for (const { id } of this.#uploads) this.remove(id);
  }

  #sendNext(): void {
    if (this.#sending.size >= maxParallel) return;
    const next = this.#uploads.find(({ id, fault }) => fault === null && !this.#sending.has(id));
    if (!next) return;
    // On a store's tablet, the customer may finish in another tab.
    busyUntil(this.#send(next));
    this.#sendNext();
  }

  async #send({ id, file, mediaType }: Upload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#sending.set(id, controller);
    try {
      const address = await this.#upload({ file, mediaType }, (sent) => this.#change(id, { sent }), signal);
      if (signal.aborted) return;
      // In another tab the session may have ended, or somebody else has signed in.
      if (this.#profile !== null && knownAnswers()?.profile !== this.#profile) throw unanswered('PUT', '/uploads');
      this.#question?.onUploaded(address);
      this.remove(id);
    } catch (error) {
      if (!signal.aborted) this.#fail(id, uploadFault(error));
    } finally {
      this.#sending.delete(id);
      this.#sendNext();
    }
  }

  /** Uploads a photo as a mutation, so that a 401 leads to sign-in as for any other call. */
  #upload(photo: ChosenPhoto, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> {
    const mutation = this.#client.getMutationCache().build(this.#client, {
      // `#fail` says why the photo was not taken.
      meta: { quiet: true },
      networkMode: 'always' as const,
      gcTime: soonForgottenMs,
      mutationFn: () => uploadPhoto({ ...photo, profile: this.#profile, onProgress, signal }),
    });
    return mutation.execute(undefined);
  }

  #fail(id: number, fault: string): void {
    this.#change(id, { fault });
    // The step reads it out beside the photo, unless the customer has moved on to another step.
    notice(`“${this.#question?.title}”: ${fault}`, { spoken: this.#listeners.size === 0 });
  }

  #change(id: number, changes: Partial<Upload>): void {
    this.#show(this.#uploads.map((other) => (other.id === id ? { ...other, ...changes } : other)));
  }

  #show(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}

/** The uploads of this page, by style profile and question. */
let current: { client: QueryClient; uploads: Map<string, PhotoUploads> } | null = null;

/** The uploads of a question in a style profile; `profile` is null for a visitor. */
export function uploadsOf(client: QueryClient, profile: string | null, question: string): PhotoUploads {
  if (current?.client !== client) {
    endUploads();
    current = { client, uploads: new Map() };
  }
  const key = JSON.stringify([profile, question]);
  const uploads = current.uploads.get(key) ?? new PhotoUploads(client, profile);
  current.uploads.set(key, uploads);
  return uploads;
}

/** The uploads of all questions. */
export const allUploads = (): PhotoUploads[] => [...(current?.uploads.values() ?? [])];

/** Ends all uploads, so that the next customer does not send the previous one's photos. */
function endUploads(): void {
  for (const uploads of allUploads()) uploads.removeAll();
}

onForgottenDrafts(endUploads);
