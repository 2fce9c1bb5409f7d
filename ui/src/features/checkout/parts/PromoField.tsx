import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { ApiError, presentation } from '~/api/errors';
import type { Invoice } from '../api';
import { Button } from '~/components/form/Button';
import { TextField } from '~/components/form/TextField';
import type { Draft, FieldName } from '~/lib/draft/draft';
import { useDraftState } from '~/lib/draft/useDraft';
import styles from './PromoField.module.css';

export interface TypedCode {
  code: string;
}

interface PromoFieldProps {
  label: string;
  /** What is applied already, in words; null while nothing is. */
  applied: string | null;
  /** Which of the errors that core tells apart belongs under this field. */
  error: 'promo_error' | 'gift_card_error';
  /** Keeps the code over a reload while it is typed; a secret one has none. */
  draft?: Draft<FieldName<TypedCode>>;
  apply: UseMutationResult<Invoice, Error, string>;
  remove: UseMutationResult<Invoice, Error, void>;
}

/** A code that takes something off: applied, or taken away again. */
export function PromoField({ label, applied, error, draft, apply, remove }: PromoFieldProps) {
  const id = useId();
  const [{ code }, setTyped] = useDraftState(draft, { code: '' });
  const message = apply.error instanceof ApiError && apply.variables === code ? presentation(apply.error)[error] : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '' || apply.isPending) return;
    apply.mutate(code, { onSuccess: () => setTyped({ code: '' }) });
  };

  if (applied !== null) {
    return (
      <div className={styles.applied}>
        <p>
          <span className={styles.label}>{label}</span> {applied}
        </p>
        <Button variant="quiet" onClick={() => remove.mutate()} busy={remove.isPending}>
          Remove<span className="unseen"> {label.toLowerCase()}</span>
        </Button>
      </div>
    );
  }
  return (
    <form className={styles.field} onSubmit={submit} noValidate>
      <TextField
        id={id}
        name="code"
        label={label}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={code}
        onChange={({ target }) => setTyped({ code: target.value })}
        onBlur={ignore}
        ref={null}
        message={message ?? undefined}
        end={
          <button type="submit" className={styles.apply}>
            Apply<span className="unseen"> {label.toLowerCase()}</span>
          </button>
        }
      />
    </form>
  );
}

const ignore = () => undefined;
