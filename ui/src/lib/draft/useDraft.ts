import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Draft, type FieldName, fieldOf, withDraft } from './draft';
import { endReload, forgetDraft, keepDraft, keptDraft } from './store';

/** The values that a form or a state begins with: those of its draft if there is one, else `start`. */
export function useDraftStart<Values extends object>(
  draft: Draft<FieldName<Values>> | undefined,
  start: Values,
  scope = '',
): { values: Values; restored: boolean } {
  const [begin] = useState(() => {
    const kept = draft ? keptDraft(draft, scope) : null;
    return { values: kept ? withDraft(start, kept) : start, restored: kept !== null };
  });
  useEffect(() => {
    if (draft) endReload(draft, scope);
  }, [draft, scope]);
  return begin;
}

/** Keeps the draft of `values` as long as they differ from `start`. The answer forgets it for good: it has been sent. */
export function useKeptDraft<Values extends object>(
  draft: Draft<FieldName<Values>> | undefined,
  start: Values,
  values: Values,
  scope = '',
): () => void {
  const sent = useRef(false);
  useEffect(() => {
    if (!draft || sent.current) return;
    const isChanged = draft.fields.some((field) => fieldOf(values, field) !== fieldOf(start, field));
    if (isChanged) keepDraft(draft, values, scope);
    else forgetDraft(draft, scope);
  }, [draft, start, values, scope]);
  // A form that is closed has nothing to be written down at a reload.
  useEffect(() => {
    if (draft?.lifetime !== 'reload') return undefined;
    return () => forgetDraft(draft, scope);
  }, [draft, scope]);
  return useCallback(() => {
    sent.current = true;
    if (draft) forgetDraft(draft, scope);
  }, [draft, scope]);
}

interface DraftStateOptions<Values> {
  scope?: string;
  /** Hears of values that a draft gave back. */
  onRestored?: (values: Values) => void;
}

/** `useState` for what is typed outside a form of `useCoreForm`: of it the draft is kept, and nothing without a draft. */
export function useDraftState<Values extends object>(
  draft: Draft<FieldName<Values>> | undefined,
  start: Values | (() => Values),
  { scope = '', onRestored }: DraftStateOptions<Values> = {},
): [Values, (values: Values) => void] {
  const [first] = useState(start);
  const begin = useDraftStart(draft, first, scope);
  const [values, setValues] = useState(begin.values);
  useKeptDraft(draft, first, values, scope);
  const tell = useEffectEvent(() => {
    if (begin.restored) onRestored?.(values);
  });
  useEffect(() => tell(), []);
  return [values, setValues];
}
