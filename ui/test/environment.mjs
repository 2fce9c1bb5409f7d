import { TextDecoder, TextEncoder } from 'node:util';
import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * The device's clock at the start of a test file, so that no test depends on the day on which it runs. It is a month ahead of the tests'
 * server, so that a screen that uses the device's clock fails.
 */
export const DEVICE_STARTS_AT = Date.parse('2026-12-25T05:30:00Z');

/** `RealDate` of a device whose clock is `aheadMs` milliseconds ahead. */
const dateOfDevice = (RealDate, aheadMs) =>
  class extends RealDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [RealDate.now() + aheadMs] : parts));
    }

    static now() {
      return RealDate.now() + aheadMs;
    }
  };

/** jsdom with the browser's functions that it lacks, taken from Node, on a device with a wrong clock. */
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
