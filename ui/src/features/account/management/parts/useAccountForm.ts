import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { accountQuery } from '~/api/account/record';
import type { Account } from '~/api/schema.gen';
import { questionnaireQuery } from '~/api/style/questionnaire';
import { dismissFailures, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { useCoreForm } from '~/components/form/useCoreForm';
import { useNavigate } from '~/lib/router/hooks';
import { useKeepAccount, useSaveAccount } from '../api';
import {
  accountDraft,
  accountLabels,
  accountLines,
  type AccountValues,
  changedElsewhere,
  changeOf,
  fieldsOf,
  hasChanges,
  isStylistChanged,
  validateAccount,
  valuesOf,
} from './accountFormValues';
import { accountRefusals, needsCodeAfter, savedWords } from './accountModel';
import { stylistsIn } from './stylists';
import { useElsewhere } from './useElsewhere';
import { useLeaveGuard } from './useLeaveGuard';
import { setNewer } from '~/api/setNewer';

export interface AccountFormProps {
  account: Account;
  /** Whether the customer reviews the account before an order. */
  isConfirmation: boolean;
  /** The path that opens after Save. */
  next: string;
  /** The path that Back opens. */
  back: string;
}

/** The state of the account form: whether it is saved, whether a code is needed, and what was changed elsewhere. */
export function useAccountForm({ account, isConfirmation, next }: AccountFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useSaveAccount();
  const keep = useKeepAccount();
  const saved = useRef(false);
  const [isSaved, setSaved] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);

  /** Opens the next screen. `changed` is the account after a change; null if nothing was changed. */
  const finish = async (changed: Account | null) => {
    saved.current = true;
    setSaved(true);
    form.forgetDraft();
    if (changed) showSuccess(savedWords(changed, account));
    await navigate(next, { replace: isConfirmation });
  };
  const send = async (values: AccountValues) => {
    // If the choice is left to the shop, the quiz's answer for that is sent.
    const anyStylist = isStylistChanged(values)
      ? stylistsIn(await client.ensureQueryData(questionnaireQuery)).anyone
      : null;
    let isOverwriting = false;
    const outcome = await save.mutateAsync(async (latest) => {
      isOverwriting = changedElsewhere(values, fieldsOf(latest)).conflicts.length > 0;
      return isOverwriting ? null : changeOf(values, latest, anyStylist);
    });
    if (isOverwriting) {
      await setNewer(client, accountQuery.queryKey, outcome.account);
      return;
    }
    setSaved(true);
    await keep(outcome.account);
    await finish(outcome.isChanged ? outcome.account : null);
  };

  const form = useCoreForm<AccountValues>({
    defaultValues: valuesOf(account),
    draft: accountDraft,
    validate: validateAccount,
    lines: accountLines,
    labels: accountLabels,
    refusals: accountRefusals,
    onSubmit: async (values) => {
      // A second press while the next screen loads does nothing.
      if (saved.current) return;
      dismissFailures();
      if (!hasChanges(values)) {
        await finish(null);
        return;
      }
      try {
        await send(values);
      } catch (error) {
        if (needsCodeAfter(error)) setNeedsCode(true);
        else throw error;
      }
    },
  });
  const isChanged = hasChanges(form.values);
  const [restored] = useState(isChanged);
  const codeStep = {
    onConfirmed: async (changed: Account) => {
      setSaved(true);
      await keep(changed);
      await finish(changed);
    },
    onRefused: (error: unknown) => {
      setNeedsCode(false);
      // The form reads the failure out, so the toast does not.
      showFailure(error, { spoken: false });
      form.refuse(error, form.values);
    },
    onCancel: () => setNeedsCode(false),
  };
  return {
    form,
    codeStep: needsCode ? codeStep : null,
    /** The question before the customer leaves with unsaved changes. */
    leaveQuestion: useLeaveGuard(() => !saved.current && isChanged, form.forgetDraft),
    /** Whether the form has unsaved changes from before a reload. */
    isRestored: restored && isChanged,
    isUndoOffered: isChanged && !restored,
    ...useElsewhere(form, account, isSaved || needsCode),
  };
}
