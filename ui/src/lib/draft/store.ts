import { type Draft, type DraftValues, draftOf, type FieldName } from './draft';
import { customerPrefix, fromReload, reloadKey } from './reload';

/** The drafts of open forms with the lifetime `reload`. They are written down only right before the reload. */
const open = new Map<string, DraftValues>();

/** Functions to call before the reload. */
const preparations = new Set<() => void>();

/** If several things have the same draft, `scope` is the id of the thing. */
const idOf = ({ name }: Draft, scope: string) => (scope === '' ? name : `${name}.${scope}`);

const keyOf = ({ lifetime }: Draft, id: string) => (lifetime === 'customer' ? customerPrefix : 'stylebox.') + id;

/** The kept fields of a draft; null if there are none. */
export function keptDraft<Name extends string>(draft: Draft<Name>, scope = ''): DraftValues<Name> | null {
  const { lifetime } = draft;
  const fields: readonly string[] = draft.fields;
  const id = idOf(draft, scope);
  const kept = lifetime === 'reload' ? fromReload.get(id) : stored(keyOf(draft, id));
  if (!kept) return null;
  return Object.fromEntries(Object.entries(kept).filter(([field]) => fields.includes(field))) as DraftValues<Name>;
}

/** Keeps the fields of `values` that are on the draft's list. */
export function keepDraft<Values extends object>(draft: Draft<FieldName<Values>>, values: Values, scope = ''): void {
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

/** Removes what the reload brought for this draft, because its form has it now. */
export function endReload(draft: Draft, scope = ''): void {
  fromReload.delete(idOf(draft, scope));
}

/**
 * Calls `prepare` before the reload: for what is never written down but can be found again, such as a link with a token.
 * The returned function unregisters it.
 */
export function beforeReload(prepare: () => void): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

/** Writes down the drafts of open forms, right before the reload. */
export function writeOpenDrafts(): void {
  for (const prepare of preparations) prepare();
  if (open.size > 0) sessionStorage.setItem(reloadKey, JSON.stringify(Object.fromEntries(open)));
}

/** The JSON under `key`; null if it is missing or no JSON. */
function stored(key: string): DraftValues | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as DraftValues | null;
  } catch {
    return null;
  }
}
