import { useEffect, useEffectEvent, useState } from 'react';
import type { Account } from '~/api/schema.gen';
import type { useCoreForm } from '~/components/form/useCoreForm';
import {
  type AccountField,
  type AccountFields,
  accountLabels,
  type AccountValues,
  changedElsewhere,
  fieldsOf,
  knownOf,
} from './accountFormValues';
import { focusHeading } from '~/lib/focusHeading';
import { elsewhereOf } from './accountModel';

/**
 * Follows changes that another tab or device makes to the account while the form is open. The customer's own changes here
 * stay. `isClosed`: the customer is leaving the form, or it waits for a code.
 */
export function useElsewhere(form: ReturnType<typeof useCoreForm<AccountValues>>, account: Account, isClosed: boolean) {
  const { values } = form;
  const [seen, setSeen] = useState(account);
  const [elsewhere, setElsewhere] = useState(() => elsewhereOf(values, account, null));
  const [chosenMain, setChosenMain] = useState<string | null>(null);
  if (account !== seen && !isClosed) {
    setSeen(account);
    setElsewhere((before) => elsewhereOf(values, account, chosenMain) ?? before);
  }
  const set = async (fields: readonly AccountField[], from: AccountFields) => {
    for (const field of fields) form.form.setValue(field, from[field]);
    await form.choose('known', JSON.stringify(fieldsOf(account)));
  };
  const follow = useEffectEvent((latest: AccountFields) => {
    const { followed } = changedElsewhere(form.form.getValues(), latest);
    void set(
      followed.flatMap(({ fields }) => fields),
      latest,
    );
  });
  useEffect(() => follow(fieldsOf(seen)), [seen]);
  return {
    elsewhere,
    /** Notes the address that the customer has made the main one here. */
    setChosenMain,
    takeBack: () => {
      setElsewhere(null);
      void set(Object.keys(accountLabels) as AccountField[], knownOf(values));
      // The pressed button disappears.
      focusHeading({ scrolls: true });
    },
  };
}
