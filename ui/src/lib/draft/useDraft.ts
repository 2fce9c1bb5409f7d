import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Draft, type FieldName, fieldOf, withDraft } from './draft';
import { endReload, forgetDraft, keepDraft, keptDraft } from './store';

/** The values that a form or state starts with: its draft's if there is one, otherwise `start`. */
export function useDraftStart<Values extends object>(
  draft: Draft<FieldName<Values>> | undefined,
  start: Values,
  scope = '',
): Values {
  const [begin] = useState(() => {
    const kept = draft && keptDraft(draft, scope);
    return kept ? withDraft(start, kept) : start;
  });
  useEffect(() => {
    if (draft) endReload(draft, scope);
  }, [draft, scope]);
  return begin;
}

/** Keeps the draft while `values` differ from `start`. The returned function forgets it for good, after it was sent. */
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
  // A closed form has nothing to write down at a reload.
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
  /** Called with the values that a draft restored. */
  onRestored?: (values: Values) => void;
  /** Whether these values need a draft. Values that are saved already need none. */
  isKept?: (values: Values) => boolean;
}

/**
 * `useState` for what is typed outside a form of `useCoreForm`. Only the draft's fields are kept; without a draft, nothing is
 * kept.
 */
export function useDraftState<Values extends object>(
  draft: Draft<FieldName<Values>> | undefined,
  start: Values | (() => Values),
  { scope = '', onRestored, isKept }: DraftStateOptions<Values> = {},
): [Values, Dispatch<SetStateAction<Values>>] {
  const [first] = useState(start);
  const begin = useDraftStart(draft, first, scope);
  const [values, setValues] = useState(begin);
  useKeptDraft(draft, isKept?.(values) === false ? values : first, values, scope);
  const reportRestored = useEffectEvent(() => {
    if (begin !== first) onRestored?.(begin);
  });
  // Before the first paint, so that no screen calls a restored text saved.
  useLayoutEffect(() => reportRestored(), []);
  return [values, setValues];
}
