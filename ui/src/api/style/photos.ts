import { api, unanswered } from '~/api/client';
import { ApiError, errorsOf, issuesOf } from '~/api/errors';
import { errorsOutcome, messagesText, policy } from '~/core';
import { screenPath } from '~/lib/screenPath';

interface PhotoUpload {
  /** The style profile that the photo belongs to; null for a visitor, whom the server refuses. */
  profile: string | null;
  file: File;
  /** The file's media type, by its content. */
  mediaType: string;
  /** Called with the share of the file that is sent, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Ends the upload when it is aborted. */
  signal: AbortSignal;
}

/** Uploads a photo, and returns its address, which is the answer to a question for photos. */
export async function uploadPhoto({ profile, file, mediaType, onProgress, signal }: PhotoUpload): Promise<string> {
  const { upload_url, download_url, finish_url } = await api.post('/style_profiles/{id}/upload_urls', {
    path: { id: profile ?? 'current' },
    body: { filename: file.name, size: file.size, media_type: mediaType },
    signal,
  });
  if (typeof finish_url === 'string') {
    await send(upload_url, { file, mediaType, onProgress, signal }, true);
    await finish(download_url, signal);
  } else await send(upload_url, { file, mediaType, onProgress, signal }, false);
  return download_url;
}

/** Why a photo was not taken, in core's or the server's words. */
export function uploadFault(error: unknown): string {
  const [issue = errorsOf(error)[0]] = issuesOf(error);
  return issue?.message ?? messagesText('no_connection');
}

/** The pauses before the server is told again that a photo is in the store. */
const firstPauseMs = 1_000;
const longestPauseMs = 4_000;

/** Tells the server that a photo is in the store. It can be repeated, so a lost answer does not cost the photo. */
async function finish(address: string, signal: AbortSignal, pauseMs = firstPauseMs): Promise<void> {
  try {
    await api.post('/photos/{id}/finish', { path: { id: address.slice(address.lastIndexOf('/') + 1) }, signal });
  } catch (error) {
    if (
      !(error instanceof ApiError) ||
      pauseMs > longestPauseMs ||
      errorsOutcome({ status: error.status }) !== 'unknown'
    )
      throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal.throwIfAborted();
    await finish(address, signal, pauseMs * 2);
  }
}

/**
 * Puts the file to its signed address, which is our server's or, if `store` is true, an object store's. Only `XMLHttpRequest`
 * reports how much of a body is sent.
 */
function send(
  address: string,
  { file, mediaType, onProgress, signal }: Omit<PhotoUpload, 'profile'>,
  store: boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    // The address holds a signature, so it is not kept in the error.
    const fail = (status: number, body: unknown) => reject(new ApiError(status, 'PUT', '/uploads', screenPath(), body));
    const failUnanswered = () => reject(unanswered('PUT', '/uploads'));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      // A store's messages are not for the customer, and its 401 says nothing about their session.
      else if (store) fail(503, { errors: { photos_unavailable: messagesText('photos_unavailable') } });
      else fail(request.status, parsed(request.responseText));
    });
    for (const failure of ['error', 'timeout', 'abort']) request.addEventListener(failure, failUnanswered);
    request.timeout = policy().request_timeout_ms;
    request.open('PUT', address);
    // A store compares the type with the signed one. For our server see spec A, section 7.
    request.setRequestHeader('Content-Type', store ? mediaType : 'application/x-www-form-urlencoded');
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
