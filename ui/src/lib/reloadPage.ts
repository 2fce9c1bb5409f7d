import { writeOpenDrafts } from '~/lib/draft/store';
import { shortTimeoutMs } from '~/lib/time/shortTimeout';
import { within } from '~/lib/time/within';

/**
 * What happens to the text in open forms: it is `kept`, and the page does not reload if the browser's storage does not work;
 * it is `kept if possible`; or it is `dropped`.
 */
type Typed = 'kept' | 'kept if possible' | 'dropped';

/** Reloads the page. Throws if what is typed must be `kept` and cannot be. */
export function reloadPage(typed: Typed): void {
  try {
    if (typed !== 'dropped') writeOpenDrafts();
  } catch (error) {
    if (typed === 'kept') throw error;
  }
  window.location.reload();
}

/**
 * Whether the server answers for this page now. If it does not, a reload would replace the page with the browser's or a
 * proxy's error page.
 */
export async function isPageReached(): Promise<boolean> {
  try {
    // Without the query, which may have a token.
    const { status } = await within(
      fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }),
      shortTimeoutMs,
    );
    return status < 500;
  } catch {
    return false;
  }
}
