import { act } from '@testing-library/react';

/** A file that was sent to its upload address. */
export interface Sent {
  address: string;
  contentType: string;
  file: File;
  /** Reports the share of the file that is sent. */
  progress: (share: number) => void;
  answer: (status: number, body?: unknown) => void;
  /** Ends the request as a network that fails does. */
  fail: () => void;
  isAborted: () => boolean;
}

/** Replaces `XMLHttpRequest`, with which the page uploads photos. */
export function serveUploads(): { sent: Sent[] } {
  const sent: Sent[] = [];
  class Request extends EventTarget {
    status = 0;
    responseText = '';
    timeout = 0;
    upload = new EventTarget();
    #address = '';
    #contentType = '';
    #isAborted = false;

    open(_method: string, address: string) {
      this.#address = address;
    }

    setRequestHeader(_name: string, value: string) {
      this.#contentType = value;
    }

    abort() {
      this.#isAborted = true;
      act(() => {
        this.dispatchEvent(new Event('abort'));
      });
    }

    send(file: File) {
      sent.push({
        address: this.#address,
        contentType: this.#contentType,
        file,
        progress: (share) =>
          act(() => {
            this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: share * 100, total: 100 }));
          }),
        answer: (status, body) => {
          this.status = status;
          this.responseText = body === undefined ? '' : JSON.stringify(body);
          act(() => {
            this.dispatchEvent(new Event('load'));
          });
        },
        isAborted: () => this.#isAborted,
        fail: () =>
          act(() => {
            this.dispatchEvent(new Event('error'));
          }),
      });
    }
  }
  globalThis.XMLHttpRequest = Request as unknown as typeof XMLHttpRequest;
  // jsdom has no addresses for files.
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
  return { sent };
}
