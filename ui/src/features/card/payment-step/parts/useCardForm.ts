import { useCallback, useRef, useState } from 'react';
import { useSettlePickup } from '~/api/delivery/plannedPickup';
import type { Account, SavedCard } from '~/api/schema.gen';
import { useAnswers } from '~/api/style/answers';
import { fieldIssues } from '~/components/card/cardIssues';
import { useEnteredCard } from '~/components/card/cardKind';
import { dismissFailures } from '~/components/feedback/Toaster';
import { useCoreForm } from '~/components/form/useCoreForm';
import { consentCurrent } from '~/core';
import { recall } from '~/lib/memory';
import { useSaveCard } from '../api';
import { cardOptions, type FirstBox } from './firstBox';
import { holderOf, newCard } from './newCard';
import {
  knownValues,
  type PaymentValues,
  paymentDraft,
  paymentLabels,
  paymentLines,
  paymentRules,
} from './paymentForm';
import { useCardFormRefusal } from './useCardFormRefusal';
import type { Discount } from './useDiscount';

export interface CardFormProps {
  account: Account;
  box: FirstBox;
  discount: Discount;
  /** Whether saving the card makes the first order. A customer who has ordered before only saves the card. */
  makesOrder: boolean;
  /** Called when the card is saved, and the first order is made if nothing was missing. */
  onSaved: (saved: SavedCard) => Promise<void>;
  /** Called when the card is saved after a code. */
  onChanged: () => Promise<void>;
  /** Whether the form replaces another step that had the focus. */
  replaces: boolean;
  /**
   * Called before the card is sent again, if it is not known whether it was saved. Returns whether there is nothing more to
   * send.
   */
  goOnIfDone: () => Promise<boolean>;
}

/** The state of the card's form: how the card is saved, and what was wrong with the last try. */
export function useCardForm(props: CardFormProps, { onBadCode }: { onBadCode: () => void }) {
  const { account, box, discount, onSaved, onChanged, replaces, goOnIfDone } = props;
  const saveCard = useSaveCard();
  const { settle } = useAnswers();
  const settlePickup = useSettlePickup();
  const isPickUp = box.flow === 'pickup';
  const card = useEnteredCard();
  const saved = useRef(false);
  const refusal = useCardFormRefusal({ card, discount, onBadCode });
  const [isReplacing, setReplacing] = useState(replaces);

  /** A pick-up has only one address, the card's. */
  const billed = useCallback(
    (values: PaymentValues) => (isPickUp ? { ...values, same_as_shipping: true } : values),
    [isPickUp],
  );
  const save = (values: PaymentValues) =>
    saveCard.mutateAsync(async () => {
      // The server makes the order from its own copy of the answers and the plan, so they are sent first.
      await Promise.all([settle(), settlePickup()]);
      const sent = billed(values);
      const holder = holderOf(sent);
      return newCard(await card.send(holder), holder, sent, {
        consentVersion: consentCurrent().version,
        blogInterest: recall('blog'),
        order: cardOptions(box),
        coupon: discount.sent,
      });
    });
  const finish = async (answer: SavedCard) => {
    saved.current = true;
    card.forget('all');
    form.forgetDraft();
    await onSaved(answer);
  };

  const validate = useCallback((values: PaymentValues) => card.validate(paymentRules, billed(values)), [card, billed]);
  const form = useCoreForm<PaymentValues>({
    defaultValues: knownValues(account),
    draft: paymentDraft,
    validate,
    lines: paymentLines,
    labels: paymentLabels,
    refusals: fieldIssues,
    showsFailures: true,
    onSubmit: async (values) => {
      // A second press while the next screen loads does nothing.
      if (saved.current) return;
      refusal.clear();
      dismissFailures();
      let answer: SavedCard;
      try {
        if (refusal.mayBeSaved() && (await goOnIfDone())) return;
        answer = await card.save(() => save(values));
      } catch (error) {
        refusal.refuse(error, values, false);
        throw error;
      }
      await finish(answer);
    },
  });

  const codeStep = {
    onConfirmed: async () => {
      form.forgetDraft();
      await onChanged();
    },
    onRefused: (error: unknown) =>
      card
        .save(() => save(form.values), error)
        .then(finish, (failure) => {
          refusal.closeCode();
          refusal.refuse(failure, form.values, true);
        }),
    onCancel: () => {
      setReplacing(true);
      refusal.closeCode();
    },
  };
  const { messages, needsCode } = refusal;
  return {
    form,
    card,
    messages,
    /** Why the address was refused, until it is changed. */
    badAddress: refusal.badAddressOf(form.values),
    codeStep: needsCode ? codeStep : null,
    /** Whether the form replaces a step that had the focus. */
    takesFocus: isReplacing && !needsCode,
  };
}
