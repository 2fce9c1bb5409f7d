import type { DraftValues } from './draft';

/** Where the drafts that last as long as their customer are in the tab's storage: this and their name. */
export const customerPrefix = 'stylebox.draft.';

/** Where the drafts of open forms are, from the press on Reload until the newer page is loaded. */
export const reloadKey = 'stylebox.typed';

/** What the page before the reload wrote down, by the draft's id, until its form is given it back. */
export const brought = takeBrought();

/** Forgets what the customer has typed and not sent: they sign out, or somebody else signs in. */
export function forgetDrafts(): void {
  brought.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(customerPrefix)) sessionStorage.removeItem(key);
}

/** Takes it out of the storage: from now on nothing of it is there. */
function takeBrought(): Map<string, DraftValues> {
  try {
    const found = sessionStorage.getItem(reloadKey);
    sessionStorage.removeItem(reloadKey);
    return new Map(Object.entries(JSON.parse(found ?? '{}') as Record<string, DraftValues>));
  } catch {
    // A browser may forbid its storage, and somebody may have written there by hand.
    return new Map();
  }
}
