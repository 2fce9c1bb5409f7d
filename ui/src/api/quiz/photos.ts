import { api, unanswered } from '~/api/client';
import { ApiError, errorsOf, issuesOf } from '~/api/errors';
import { messagesText, policy } from '~/core';
import { screenPath } from '~/paths';

interface PhotoUpload {
  /** The style profile that it is for; null for a visitor, whom the server refuses. */
  profile: string | null;
  file: File;
  /** Called with the share of the file that is sent, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Ends the upload when it is aborted. */
  signal: AbortSignal;
}

/** Uploads a photo, and returns its address, which is an answer to a question for photos. */
export async function uploadPhoto({ profile, file, onProgress, signal }: PhotoUpload): Promise<string> {
  const { upload_url, download_url } = await api.post('/style_profiles/{id}/upload_urls', {
    path: { id: profile ?? 'current' },
    body: { filename: file.name },
    signal,
  });
  await send(upload_url, { file, onProgress, signal });
  return download_url;
}

/** Why a photo was not taken, in core's or the server's words. */
export function uploadFault(error: unknown): string {
  const [issue = errorsOf(error)[0]] = issuesOf(error);
  return issue?.message ?? messagesText('no_connection');
}

/** Puts the file to its signed address. Only `XMLHttpRequest` reports how much of a body is sent. */
function send(address: string, { file, onProgress, signal }: Omit<PhotoUpload, 'profile'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    // The address holds a signature: it is not kept in the error.
    const fail = (status: number, body: unknown) => reject(new ApiError(status, 'PUT', '/uploads', screenPath(), body));
    const failUnanswered = () => reject(unanswered('PUT', '/uploads'));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else fail(request.status, parsed(request.responseText));
    });
    for (const failure of ['error', 'timeout', 'abort']) request.addEventListener(failure, failUnanswered);
    request.timeout = policy().request_timeout_ms;
    request.open('PUT', address);
    // Spec A, section 7.
    request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
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
