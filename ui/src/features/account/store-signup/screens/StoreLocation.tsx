import { useState } from 'react';
import { useChangeAccount, useKnownAccount } from '~/api/account/record';
import { whyFailed } from '~/api/errors';
import { offeredStores, useLocations } from '~/api/delivery/locations';
import { Button } from '~/components/form/Button';
import { OnboardingStep } from '~/components/layout/OnboardingStep';
import { PageTitle } from '~/components/layout/PageTitle';
import { StepBar } from '~/components/layout/StepBar';
import { StoreDetails } from '~/components/delivery/stores/StoreDetails';
import { StorePicker } from '~/components/delivery/stores/StorePicker';
import { messagesText } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { focusHeading } from '~/lib/focusHeading';
import { useNavigate } from '~/lib/router/hooks';
import { keepTabletStore, leaveStore, useTabletStore } from '~/lib/tablet';
import { paths } from '~/paths';
import styles from './StoreLocation.module.css';

const pickerId = 'this-store';

/** The store that is selected before Next is pressed. */
interface Marked {
  label: string | null;
}

const draft = declareDraft<Marked>({ name: 'store location', lifetime: 'customer', fields: ['label'] });
const noStore: Marked = { label: null };

/**
 * Asks which store this is. A customer's choice becomes their store, and the quiz opens next. A visitor's choice becomes the
 * tablet's store, and the sign-up opens next. If the tablet's store is not known, it takes a customer's choice too.
 */
export default function StoreLocation() {
  const navigate = useNavigate();
  const account = useKnownAccount();
  const tabletStore = useTabletStore();
  const change = useChangeAccount();
  const { data, isError, refetch } = useLocations();
  // A visitor chooses for the tablet, without a draft: it would count as something that a customer has typed.
  const [{ label: chosen }, choose] = useDraftState(account ? draft : undefined, noStore);
  const [isPressed, setIsPressed] = useState(false);

  const stores = data ? offeredStores(data) : null;
  const rememberedId = tabletStore || account?.assigned_location_id;
  const store = stores?.find(({ id, label }) => (chosen === null ? id === rememberedId : label === chosen)) ?? null;

  const goOn = async () => {
    if (store === null) return;
    if (!account || tabletStore === '') keepTabletStore(store.id);
    if (account) {
      try {
        await change.mutateAsync({ assigned_location_id: store.id });
      } catch {
        // A toast shows the failure, and the button keeps showing it. The choice stays, so the customer can press again.
        return;
      }
    }
    forgetDraft(draft);
    await navigate(account ? paths.quiz(1) : paths.storeSignup);
  };

  return (
    <OnboardingStep
      bar={
        <StepBar
          missing={store === null ? ['A store'] : []}
          onBlocked={() => {
            setIsPressed(true);
            document.getElementById(pickerId)?.focus();
          }}
          busy={change.isPending}
          failure={whyFailed(change.error)}
          onNext={() => void goOn()}
        />
      }
    >
      <div className={styles.location}>
        <div className={styles.title}>
          <PageTitle
            eyebrow="In the store"
            lead={
              account
                ? 'You can choose another one later, in your account.'
                : 'This tablet remembers it for everyone who signs up here.'
            }
          >
            Which store is this?
          </PageTitle>
        </div>
        <StorePicker
          // After the stores are loaded, the list mounts again with the chosen store first.
          key={String(stores === null)}
          id={pickerId}
          legend="Your store"
          stores={stores}
          value={store?.label ?? null}
          onChange={(label) => choose({ label })}
          message={isPressed && store === null ? messagesText('required') : undefined}
          {...(isError && !data ? { onRetry: () => void refetch() } : {})}
        />
        <div className={styles.details}>
          <StoreDetails store={store} forPickup={false} />
        </div>
        {tabletStore === null ? null : (
          <div className={styles.other}>
            <Button
              variant="quiet"
              onClick={() => {
                leaveStore();
                // A customer still has to choose their store.
                if (account) focusHeading();
                else void navigate(paths.welcome);
              }}
            >
              This is not a store’s tablet
            </Button>
          </div>
        )}
      </div>
    </OnboardingStep>
  );
}
