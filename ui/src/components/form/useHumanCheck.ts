import { useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, type ComponentProps, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { errorsOf, NotSent } from '~/api/errors';
import { statusQuery } from '~/api/status';
import { type CheckedForm, type MakeToken, tokenOnSubmit } from '~/components/account/human-check/partyCheck';
import { messagesText } from '~/core';
import type { HumanCheck } from './HumanCheck';
import type { useCoreForm } from './useCoreForm';

type Form<Values extends FieldValues> = Pick<
  ReturnType<typeof useCoreForm<Values>>,
  'field' | 'choose' | 'form' | 'submit'
>;

/** How long a press waits for the check to show. */
const longestWaitMs = 5_000;

/** The human check of a form. Each of its tokens can be used once. */
export function useHumanCheck<Values extends FieldValues & { recaptchaToken: string }>(
  { field, choose, form, submit: submitForm }: Form<Values>,
  of: CheckedForm,
) {
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const [usesFallback, setUsesFallback] = useState(false);
  const isShown = useRef(false);
  /** What waits for the check to show. */
  const waiting = useRef(new Set<() => void>());
  const work = useRef<Promise<void> | null>(null);
  const maker = useRef<MakeToken | null>(null);
  const isTokenOfParty = useRef(false);
  const name = 'recaptchaToken' as Path<Values>;
  const asValue = (token: string) => token as PathValue<Values, Path<Values>>;

  /** Begins anew. `instead`: with our own check in the place of the outside party's. */
  const beginAnew = ({ instead }: { instead: boolean }) => {
    setRound((number) => number + 1);
    if (instead) setUsesFallback(true);
    form.setValue(name, asValue(''));
  };

  const check: ComponentProps<typeof HumanCheck> = {
    binding: field(name),
    of,
    round,
    usesFallback,
    onShown: () => {
      isShown.current = true;
      for (const goOn of waiting.current) goOn();
    },
    onToken: (token, isOfParty) => {
      isTokenOfParty.current = isOfParty;
      choose(name, asValue(token));
    },
    onWork: (begun) => {
      work.current = begun;
    },
    onMaker: (make) => {
      maker.current = make;
    },
    onFailed: () => beginAnew({ instead: true }),
  };

  /** The token to send: the form's, or one that is made now. */
  const token = async (): Promise<string> => {
    const known: string = form.getValues(name);
    if (known !== tokenOnSubmit) return known;
    try {
      if (!maker.current) throw new Error('Nothing makes a token.');
      return await maker.current();
    } catch {
      beginAnew({ instead: true });
      const code = 'human_check_required';
      throw new NotSent([{ field: name, code, message: messagesText(code) }]);
    }
  };

  /** Makes a call that uses a token. If it fails, the check begins anew; if the check itself is refused, it is another one. */
  const spend = async <Result>(call: (recaptchaToken: string) => Promise<Result>): Promise<Result> => {
    const spent = await token();
    const isOfParty = isTokenOfParty.current;
    try {
      return await call(spent);
    } catch (error) {
      const isRefused = errorsOf(error).some(({ code }) => code === 'human_check_failed');
      beginAnew({ instead: isRefused && isOfParty });
      // The party may be down, which the server knows by now.
      if (isRefused && isOfParty) void client.invalidateQueries({ queryKey: statusQuery.queryKey });
      throw error;
    }
  };
  const untilShown = () =>
    new Promise<void>((resolve) => {
      if (isShown.current) return resolve();
      // A second press does not take the place of the first.
      waiting.current.add(resolve);
      setTimeout(resolve, longestWaitMs);
    });

  const untilReady = async () => {
    await untilShown();
    // A tick that is taken back and set again begins other work.
    for (let awaited = null; awaited !== work.current; ) {
      awaited = work.current;
      await awaited;
    }
  };

  /**
   * Submits the form once the check is shown, because one that shows nothing to tick has its token by then, and once the work of a box
   * that is ticked is done.
   */
  const submit = (event: BaseSyntheticEvent) => submitForm(event, untilReady());
  return { check, spend, submit };
}
