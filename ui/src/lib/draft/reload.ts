import type { DraftValues } from './draft';

/** The prefix of drafts with the lifetime `customer` in the tab's storage. */
export const customerPrefix = 'stylebox.draft.';

/** The key of what open forms hold, from the press on Reload until the newer page is loaded. */
export const reloadKey = 'stylebox.typed';

/** What the previous page wrote down before the reload, by draft id. A form takes its own out. */
export const fromReload = readFromReload();

/** Forgets everything typed and not yet sent: the customer signs out, or somebody else signs in. */
export function forgetDrafts(): void {
  fromReload.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(customerPrefix)) sessionStorage.removeItem(key);
}

/** Reads it and removes it from the storage. */
function readFromReload(): Map<string, DraftValues> {
  try {
    const found = sessionStorage.getItem(reloadKey);
    sessionStorage.removeItem(reloadKey);
    return new Map(Object.entries(JSON.parse(found ?? '{}') as Record<string, DraftValues>));
  } catch {
    // The browser may forbid its storage, or the stored text may be no JSON.
    return new Map();
  }
}
