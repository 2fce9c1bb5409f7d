// The checks of `just deploy-check`. Each prints a line: ok, failed, or could not run and why.
import { explain, step } from '../lib/steps.mjs';

/** Why a check cannot run on this machine. That is no failure. */
export class Unavailable extends Error {}

/** Fails with a sentence if `isMet` is false. */
export function expect(isMet, sentence) {
  if (!isMet) throw new Error(sentence);
}

/** The checks that ran or could not run, with their outcomes. */
export class Checks {
  failed = [];
  notRun = [];

  /** Runs a check. `work` may return a remark for the end of its line. */
  async run(title, work) {
    try {
      await step(title, async (progress) => {
        try {
          const remark = await work(progress);
          return typeof remark === 'string' && remark !== '' ? `ok: ${remark}` : 'ok';
        } catch (error) {
          if (!(error instanceof Unavailable)) throw error;
          this.notRun.push(`${title}: ${error.message}`);
          return `could not run: ${error.message}`;
        }
      });
    } catch (error) {
      this.failed.push(title);
      explain(error);
    }
  }
}
