import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { ApiError, presentation } from '~/api/errors';
import { Button } from '~/components/form/Button';
import { TextField } from '~/components/form/TextField';
import type { Draft, FieldName } from '~/lib/draft/draft';
import { useDraftState } from '~/lib/draft/useDraft';
import type { Invoice } from '../api';
import styles from './PromoField.module.css';

export interface TypedCode {
  code: string;
}

interface PromoFieldProps {
  label: string;
  /** The applied code as text; null if there is none. */
  applied: string | null;
  /** The error of core's `errors.presentation` that is shown under this field. */
  error: 'promo_error' | 'gift_card_error';
  /** Keeps the code over a reload while it is typed. Left out for a secret code. */
  draft?: Draft<FieldName<TypedCode>>;
  apply: UseMutationResult<Invoice, Error, string>;
  remove: UseMutationResult<Invoice, Error, void>;
}

/** A field for a discount code or gift card: apply one, or remove the applied one. */
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
