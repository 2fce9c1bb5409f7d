import { type ComponentProps, useState } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import type { HumanCheck } from './HumanCheck';
import type { useCoreForm } from './useCoreForm';

type Form<Values extends FieldValues> = Pick<ReturnType<typeof useCoreForm<Values>>, 'field' | 'choose' | 'form'>;

/** The human check of a form. Each of its tokens can be used once. */
export function useHumanCheck<Values extends FieldValues & { recaptchaToken: string }>({
  field,
  choose,
  form,
}: Form<Values>) {
  const [round, setRound] = useState(0);
  const name = 'recaptchaToken' as Path<Values>;
  const asValue = (token: string) => token as PathValue<Values, Path<Values>>;
  const check: ComponentProps<typeof HumanCheck> = {
    binding: field(name),
    round,
    onToken: (token) => void choose(name, asValue(token)),
  };

  /** Makes a call that uses the token. If it fails, the check begins anew. */
  const spend = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      setRound((number) => number + 1);
      form.setValue(name, asValue(''));
      throw error;
    }
  };
  return { check, spend };
}
