import { TextDecoder, TextEncoder } from 'node:util';
import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * The device's clock when a test file begins, so that no test depends on the day on which it runs. It is a month ahead of the
 * tests' server: a screen that goes by it instead of the server's shows.
 */
export const DEVICE_STARTS_AT = Date.parse('2026-12-25T05:30:00Z');

/** `RealDate`, as a device has it whose clock is ahead by so many milliseconds. */
const dateOfDevice = (RealDate, aheadMs) =>
  class extends RealDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [RealDate.now() + aheadMs] : parts));
    }

    static now() {
      return RealDate.now() + aheadMs;
    }
  };

/** jsdom, with what it lacks of a browser from Node, on a device whose clock is wrong. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      Date: dateOfDevice(this.global.Date, DEVICE_STARTS_AT - Date.now()),
      TextEncoder,
      TextDecoder,
      fetch,
      Request,
      Response,
      Headers,
      AbortController,
      AbortSignal,
    });
  }
}
