import { Suspense } from 'react';
import type { Account } from '~/api/schema.gen';
import { LateConfirmDialog } from '~/components/feedback/LateConfirmDialog';
import { Button } from '~/components/form/Button';
import spread from '~/components/layout/FormSpread.module.css';
import { isSubscribing } from '~/components/order/ordering/frequency';
import { messagesText } from '~/core';
import { forgetDraft } from '~/lib/draft/store';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { choiceDraft } from './choice';
import type { useSubscriptionForm } from './useSubscriptionForm';
import { WhatFollows } from './WhatFollows';

interface SaveSubscriptionProps {
  account: Account;
  form: ReturnType<typeof useSubscriptionForm>;
}

/** The button that saves the choice, and the question before a change that undoes a skip. */
export function SaveSubscription({ account, form }: SaveSubscriptionProps) {
  const { from, to, change, voids } = form.shown;
  return (
    <div className={spread.send}>
      <div className={spread.actions}>
        <Button
          missing={form.missing}
          onBlocked={form.showMissing}
          busy={form.busy && !form.isAsking}
          busyLabel="One moment..."
          onClick={form.press}
        >
          {isSubscribing(from, to) ? 'Save and Subscribe' : 'Save'}
        </Button>
        <Link to={paths.dashboard} onClick={() => forgetDraft(choiceDraft)}>
          Leave it as is
        </Link>
      </div>
      {change === null ? null : (
        <Suspense fallback={null}>
          <LateConfirmDialog
            isOpen={form.isAsking}
            title={messagesText('change_frequency')}
            confirm="Yes, change it"
            dismiss="Leave it as is"
            busy={form.busy}
            onConfirm={form.save}
            onClose={form.closeQuestion}
          >
            <WhatFollows account={account} to={change} voids={voids} after={form.preview.data} />
          </LateConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}
