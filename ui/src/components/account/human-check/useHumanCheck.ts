import { useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, type ComponentProps, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { errorsOf, NotSent } from '~/api/errors';
import { statusQuery } from '~/api/status';
import { type CheckedForm, type MakeToken, tokenOnSubmit } from './partyCheck';
import { messagesText } from '~/core';
import type { HumanCheck } from './HumanCheck';
import type { useCoreForm } from '~/components/form/useCoreForm';

type Form<Values extends FieldValues> = Pick<
  ReturnType<typeof useCoreForm<Values>>,
  'field' | 'choose' | 'form' | 'submit'
>;

/** How long a pressed submit button waits for the check to show. */
const longestWaitMs = 5_000;

/** The human check of a form. Each token can be used once. */
export function useHumanCheck<Values extends FieldValues & { recaptchaToken: string }>(
  { field, choose, form, submit: submitForm }: Form<Values>,
  of: CheckedForm,
) {
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const [usesFallback, setUsesFallback] = useState(false);
  const isShown = useRef(false);
  /** Called once the check shows. */
  const waiting = useRef(new Set<() => void>());
  const work = useRef<Promise<void> | null>(null);
  const maker = useRef<MakeToken | null>(null);
  const isTokenOfParty = useRef(false);
  const name = 'recaptchaToken' as Path<Values>;
  const asValue = (token: string) => token as PathValue<Values, Path<Values>>;

  /** Starts the check again. `instead`: with our own check instead of the outside party's. */
  const restart = ({ instead }: { instead: boolean }) => {
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
    onFailed: () => restart({ instead: true }),
  };

  /** The token to send: the form's, or one that is made now. */
  const token = async (): Promise<string> => {
    const known: string = form.getValues(name);
    if (known !== tokenOnSubmit) return known;
    try {
      if (!maker.current) throw new Error('Nothing makes a token.');
      return await maker.current();
    } catch {
      restart({ instead: true });
      const code = 'human_check_required';
      throw new NotSent([{ field: name, code, message: messagesText(code) }]);
    }
  };

  /**
   * Makes a call that uses a token. If it fails, the check starts again; if the server refused an outside party's token, with
   * our own check.
   */
  const spend = async <Result>(call: (recaptchaToken: string) => Promise<Result>): Promise<Result> => {
    const spent = await token();
    const isOfParty = isTokenOfParty.current;
    try {
      return await call(spent);
    } catch (error) {
      const isRefused = errorsOf(error).some(({ code }) => code === 'human_check_failed');
      restart({ instead: isRefused && isOfParty });
      // The party may be down, and the server knows that by now.
      if (isRefused && isOfParty) void client.invalidateQueries({ queryKey: statusQuery.queryKey });
      throw error;
    }
  };
  const untilShown = () =>
    new Promise<void>((resolve) => {
      if (isShown.current) return resolve();
      // A second press must not replace the first.
      waiting.current.add(resolve);
      setTimeout(resolve, longestWaitMs);
    });

  const untilReady = async () => {
    await untilShown();
    // If the box was unticked and ticked again, there is new work to wait for.
    for (let awaited = null; awaited !== work.current; ) {
      awaited = work.current;
      await awaited;
    }
  };

  /**
   * Submits the form once the check is shown and the work of a ticked box is done. A check without a box has its token once
   * it is shown.
   */
  const submit = (event: BaseSyntheticEvent) => submitForm(event, untilReady());
  return { check, spend, submit };
}
