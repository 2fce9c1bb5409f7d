import { isReached } from '~/lib/reach';
import { isFinishing } from '~/lib/tablet';
import { type Draft, type DraftValues, draftOf, type FieldName } from './draft';
import {
  accountPrefix,
  customerPrefix,
  fromReload,
  openDrafts,
  reloadKey,
  sessionPrefix,
  visitorPrefix,
} from './reload';

/** Functions to call before the reload. */
const preparations = new Set<() => void>();

/** The id of a draft in the storage. If several objects share the draft's declaration, `scope` is the id of the object. */
const idOf = ({ name }: Draft, scope: string) => (scope === '' ? name : `${name}.${scope}`);

const prefixes = {
  customer: customerPrefix,
  tab: 'stylebox.',
  visitor: visitorPrefix,
  account: accountPrefix,
  session: sessionPrefix,
};

type StoredLifetime = keyof typeof prefixes;

const keyOf = (lifetime: StoredLifetime, id: string) => prefixes[lifetime] + id;

const storageOf = (lifetime: StoredLifetime) =>
  lifetime === 'account' || lifetime === 'session' ? localStorage : sessionStorage;

/** The kept fields of a draft; null if there are none. */
export function keptDraft<Name extends string>(draft: Draft<Name>, scope = ''): DraftValues<Name> | null {
  const { lifetime } = draft;
  const fields: readonly string[] = draft.fields;
  const id = idOf(draft, scope);
  const kept = lifetime === 'reload' ? fromReload.get(id) : stored(lifetime, id);
  if (!kept) return null;
  return Object.fromEntries(Object.entries(kept).filter(([field]) => fields.includes(field))) as DraftValues<Name>;
}

/** Keeps the fields of `values` that are on the draft's list. */
export function keepDraft<Values extends object>(draft: Draft<FieldName<Values>>, values: Values, scope = ''): void {
  // A call of the customer who is being forgotten may end now: an upload, for example.
  if (isFinishing()) return;
  const id = idOf(draft, scope);
  const kept = draftOf(draft, values);
  const { lifetime } = draft;
  if (lifetime === 'reload') openDrafts.set(id, kept);
  else storageOf(lifetime).setItem(keyOf(lifetime, id), JSON.stringify(kept));
}

export function forgetDraft(draft: Draft, scope = ''): void {
  const id = idOf(draft, scope);
  const { lifetime } = draft;
  if (lifetime === 'reload') openDrafts.delete(id);
  else storageOf(lifetime).removeItem(keyOf(lifetime, id));
}

/** Calls `changed` when another tab changes a draft in the browser's storage. The returned function unsubscribes. */
export function onOtherTab(draft: Draft, scope: string, changed: () => void): () => void {
  const { lifetime } = draft;
  if (lifetime === 'reload') return () => undefined;
  const key = keyOf(lifetime, idOf(draft, scope));
  // The key is null if everything was cleared.
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** Removes what the reload brought for this draft, because its form has taken it over. */
export function endReload(draft: Draft, scope = ''): void {
  fromReload.delete(idOf(draft, scope));
}

/**
 * Calls `prepare` right before the page reloads itself. This is for secrets, which are never stored: `prepare` can put a link
 * with a token back into the address bar. The returned function unregisters `prepare`.
 */
export function beforeReload(prepare: () => void): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

/** Prepares the page's own reload: calls what `beforeReload` registered, and stores the drafts of open forms. */
export function writeOpenDrafts(): void {
  for (const prepare of preparations) prepare();
  write();
}

function write(): void {
  if (isFinishing()) return;
  if (openDrafts.size > 0) sessionStorage.setItem(reloadKey, JSON.stringify(Object.fromEntries(openDrafts)));
}

// Without a network, what is typed into open forms is kept over any reload.
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    // The preparations are not run: the customer may be leaving, and a token in the address bar would stay in the history.
    if (!isReached()) write();
  });
  // If the browser restores the page as it was left, its forms still have everything.
  window.addEventListener('pageshow', ({ persisted }) => persisted && sessionStorage.removeItem(reloadKey));
}

/** The stored JSON; null if it is missing or malformed, or if there is no storage. */
function stored(lifetime: StoredLifetime, id: string): DraftValues | null {
  try {
    return JSON.parse(storageOf(lifetime).getItem(keyOf(lifetime, id)) ?? 'null') as DraftValues | null;
  } catch {
    return null;
  }
}
