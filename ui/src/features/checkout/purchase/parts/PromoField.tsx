import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, presentation } from '~/api/errors';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { FieldMessage } from '~/components/form/FieldMessage';
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
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const block = useRef<HTMLDivElement>(null);
  // The pressed button disappears with its form, so its replacement gets the focus.
  const wasPressed = useRef(false);
  const isApplied = applied !== null;
  useEffect(() => {
    if (wasPressed.current) (isApplied ? block : input).current?.focus();
    wasPressed.current = false;
  }, [isApplied]);

  const messageOf = (failure: Error | null) => {
    if (!(failure instanceof ApiError)) return null;
    const { [error]: own, toasts } = presentation(failure);
    return own ?? toasts[0] ?? null;
  };
  const notApplied = isMissing
    ? `Please enter a ${label.toLowerCase()} first.`
    : apply.variables === code
      ? messageOf(apply.error)
      : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (apply.isPending) return;
    setMissing(code.trim() === '');
    if (code.trim() === '') {
      input.current?.focus();
      return;
    }
    wasPressed.current = true;
    apply.mutate(code, {
      onSuccess: () => setTyped({ code: '' }),
      onError: () => {
        wasPressed.current = false;
        input.current?.focus();
      },
    });
  };
  const takeAway = () => {
    wasPressed.current = true;
    remove.mutate(undefined, {
      onError: () => {
        wasPressed.current = false;
      },
    });
  };

  if (isApplied) {
    return (
      <div ref={block} className={styles.applied} tabIndex={-1} role="group" aria-label={label}>
        <p>
          <span className={styles.label}>{label}</span> {applied}
        </p>
        <Button variant="quiet" onClick={takeAway} busy={remove.isPending}>
          Remove<span className="unseen"> {label.toLowerCase()}</span>
        </Button>
        <FieldMessage id={`${id}-message`} spoken>
          {messageOf(remove.error)}
        </FieldMessage>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        id={id}
        name="code"
        label={label}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={code}
        onChange={({ target }) => {
          setTyped({ code: target.value });
          setMissing(false);
        }}
        onBlur={ignore}
        ref={input}
        message={notApplied ?? undefined}
        spoken
        end={
          <button type="submit" className={styles.apply} aria-disabled={apply.isPending}>
            {apply.isPending ? <Spinner label="" inline /> : null}
            Apply<span className="unseen"> {label.toLowerCase()}</span>
          </button>
        }
      />
    </form>
  );
}

const ignore = () => undefined;
