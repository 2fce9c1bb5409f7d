import type { DraftValues } from './draft';

/** The prefix of drafts with the lifetime `customer` in the tab's storage. */
export const customerPrefix = 'stylebox.draft.';

/** The prefix of drafts with the lifetime `visitor` in the tab's storage. */
export const visitorPrefix = 'stylebox.visitor.';

/** The prefixes of drafts with the lifetimes `account` and `session` in the browser's storage. */
export const accountPrefix = 'stylebox.account.';
export const sessionPrefix = 'stylebox.session.';

/** The key under which the tab keeps the drafts of open forms, from the press on Reload until the newer page is loaded. */
export const reloadKey = 'stylebox.typed';

/** The drafts of open forms with the lifetime `reload`. They are written down only right before the reload. */
export const openDrafts = new Map<string, DraftValues>();

/** What the previous page wrote down before the reload, by draft id. A form takes its own out. */
export const fromReload = readFromReload();

/** Forgets everything typed in this tab and not yet sent: the customer signs out, or somebody else signs in. */
export function forgetDrafts(): void {
  fromReload.clear();
  forgetKeys(sessionStorage, (key) => key.startsWith(customerPrefix));
  for (const forgotten of listeners) forgotten();
}

/** Forgets what this tab keeps for a visitor's later account: it is another person's. */
export const forgetVisitor = (): void => forgetKeys(sessionStorage, (key) => key.startsWith(visitorPrefix));

const listeners = new Set<() => void>();

/** Calls `forgotten` whenever drafts are forgotten, so that a module can drop what it holds outside the storage. */
export const onForgottenDrafts = (forgotten: () => void): void => void listeners.add(forgotten);

/** Forgets what the browser keeps of a session that ended. What was not sent stays for its account. */
export const forgetEndedSession = (): void => forgetKeys(localStorage, (key) => key.startsWith(sessionPrefix));

/** Forgets what the browser keeps of all accounts but `customer`'s. */
export function forgetAccounts(customer: string | null = null): void {
  forgetEndedSession();
  forgetKeys(localStorage, (key) => key.startsWith(accountPrefix) && (customer === null || !mayBeOf(key, customer)));
}

/** Whether this browser keeps a draft of a session. It may not have heard that the session ended. */
export const knowsSession = (): boolean => Object.keys(localStorage).some((key) => key.startsWith(sessionPrefix));

/** Whether this browser keeps anything that an account has not sent yet, such as answers. */
export const hasUnsent = (): boolean => Object.keys(localStorage).some((key) => key.startsWith(accountPrefix));

/** The account of the session whose drafts this browser keeps; null if no draft names it. */
export const sessionAccount = (): string | null =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(sessionPrefix))
    .map(accountOf)
    .find((account) => typeof account === 'string') ?? null;

/** Whether a draft is `customer`'s, or does not say whose it is. */
function mayBeOf(key: string, customer: string): boolean {
  const account = accountOf(key);
  return account === null || account === customer;
}

/** The account of a draft in the browser's storage: null if the draft names none, undefined if it cannot be read. */
function accountOf(key: string): string | null | undefined {
  try {
    const { account } = JSON.parse(localStorage.getItem(key) ?? '{}') as { account?: unknown };
    return typeof account === 'string' ? account : null;
  } catch {
    return undefined;
  }
}

function forgetKeys(storage: Storage, isForgotten: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) if (isForgotten(key)) storage.removeItem(key);
}

/** Reads the drafts from before the reload, and removes them from the storage. */
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
