import { type Draft, type DraftValues, draftOf } from './draft';
import { brought, customerPrefix, reloadKey } from './reload';

/** The drafts of open forms that last over the reload alone. Only that reload writes them down. */
const open = new Map<string, DraftValues>();

/** What is to be done before the reload. */
const preparations = new Set<() => void>();

/** A draft that exists several times has a `scope` for each: the id of what it is about. */
const idOf = ({ name }: Draft, scope: string) => (scope === '' ? name : `${name}.${scope}`);

const keyOf = ({ lifetime }: Draft, id: string) => (lifetime === 'customer' ? customerPrefix : 'stylebox.') + id;

/** What is kept of a draft; null if there is nothing. */
export function keptDraft(draft: Draft, scope = ''): DraftValues | null {
  const { lifetime, fields } = draft;
  const id = idOf(draft, scope);
  const kept = lifetime === 'reload' ? brought.get(id) : stored(keyOf(draft, id));
  return kept ? Object.fromEntries(Object.entries(kept).filter(([field]) => fields.includes(field))) : null;
}

/** Keeps of `values` what is on the draft's list. */
export function keepDraft(draft: Draft, values: object, scope = ''): void {
  const id = idOf(draft, scope);
  const kept = draftOf(draft, values);
  if (draft.lifetime === 'reload') open.set(id, kept);
  else sessionStorage.setItem(keyOf(draft, id), JSON.stringify(kept));
}

export function forgetDraft(draft: Draft, scope = ''): void {
  const id = idOf(draft, scope);
  if (draft.lifetime === 'reload') open.delete(id);
  else sessionStorage.removeItem(keyOf(draft, id));
}

/** Nobody is given again what the reload brought of this draft: its form has it. */
export function endReload(draft: Draft, scope = ''): void {
  brought.delete(idOf(draft, scope));
}

/** Runs before the reload that brings a newer page, for what is never written down but can be found again. The answer ends it. */
export function beforeReload(prepare: () => void): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

/** Writes down the drafts of open forms: the page is about to be reloaded. */
export function writeOpenDrafts(): void {
  for (const prepare of preparations) prepare();
  if (open.size > 0) sessionStorage.setItem(reloadKey, JSON.stringify(Object.fromEntries(open)));
}

/** What is stored under `key`; null also if somebody has written there by hand. */
function stored(key: string): DraftValues | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as DraftValues | null;
  } catch {
    return null;
  }
}
