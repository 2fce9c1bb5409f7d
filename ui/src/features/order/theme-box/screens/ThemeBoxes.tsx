import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useKnownAccount } from '~/api/account';
import { isUnreached, whyFailed } from '~/api/errors';
import { ordersQuery, useKeepOrder } from '~/api/orders';
import type { ThisBox } from '~/api/orderThisBox';
import { loadThisBox, thisBoxQuery } from '~/api/thisBox';
import type { ThemeBox } from '~/api/schema.gen';
import { useSaveThemeBox, useThemeBoxes } from '~/api/themeBoxes';
import { addressLine, customerAddress } from '~/components/account/address/AddressText';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { dismissFailures, showError, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { BottomBar } from '~/components/layout/BottomBar';
import { PageTitle } from '~/components/layout/PageTitle';
import { SessionOver } from '~/components/layout/SessionOver';
import type { ChangeOf } from '~/components/layout/useChangeOf';
import { cardName } from '~/components/card/cardName';
import { Price } from '~/components/values/Price';
import { forgetChosenTheme, type CameRefused } from '~/components/order/ordering/orderDraft';
import { DateText } from '~/components/calendar/DateText';
import { messagesText, sessionAfterLogin } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { forgetDraft } from '~/lib/draft/store';
import { useDraftState } from '~/lib/draft/useDraft';
import { recall, remember } from '~/lib/memory';
import { paths } from '~/paths';
import styles from './ThemeBoxes.module.css';

const choiceId = 'theme-boxes';

/** The theme box that is marked, before Continue. */
interface Marked {
  theme: string | null;
}

const none: readonly string[] = [];

const hasChanged = 'The details of your box have changed. Please review them and press the button again.';

const draft = declareDraft<Marked>({ name: 'theme box', lifetime: 'customer', fields: ['theme'] });

/**
 * Offers the theme boxes. After a choice a visitor registers, and a customer orders the box; if something is missing for that, the
 * order's form opens with the theme.
 */
export default function ThemeBoxes() {
  const navigate = useNavigate();
  // The payment form links here, and says where the customer returns to.
  const back = (useLocation().state as ChangeOf | null)?.back;
  const account = useKnownAccount();
  const { data: boxes, isError, isFetching, refetch } = useThemeBoxes();
  const saveThemeBox = useSaveThemeBox();
  const [{ theme: marked }, mark] = useDraftState(draft, () => ({ theme: recall('selectedThemebox') }));
  const [wasPressed, setWasPressed] = useState(false);
  const chosen = boxes?.find(({ theme }) => theme === marked);
  const isEmpty = boxes?.length === 0;

  const choose = (theme: string | null) => {
    remember('selectedThemebox', theme);
    forgetDraft(draft);
    // It is newer than what the form of an order keeps.
    forgetChosenTheme();
  };
  const orders = account !== undefined && back === undefined;
  const order = useOrderThisBox(orders);
  const [unsaved, setUnsaved] = useState(none);
  const sending = useRef(false);
  const goOn = async (box: ThemeBox) => {
    const failure = orders ? await order.send(box) : [];
    if (!failure) return;
    choose(box.theme);
    if (!account) return void navigate(paths.registerThemeBox);
    try {
      await saveThemeBox.mutateAsync(box.theme);
    } catch (error) {
      // Without a network the tab's own memory still has the choice.
      if (!isUnreached(error)) {
        setUnsaved(whyFailed(error));
        return;
      }
    }
    if (back !== undefined) return void navigate(back, { replace: true });
    showSuccess(`Your choice is kept: ${box.label}.`);
    const state: CameRefused = { failure };
    void navigate(sessionAfterLogin({ redirect_to: null, theme_box: box.theme, payment_flag: false, default: null }), {
      state,
    });
  };
  /** Goes on once, even after a double press. */
  const press = async (box: ThemeBox) => {
    if (sending.current) return;
    sending.current = true;
    dismissFailures();
    setUnsaved(none);
    try {
      await goOn(box);
    } finally {
      sending.current = false;
    }
  };

  return (
    <>
      <SessionOver />
      <div className={styles.page}>
        <div className={styles.intro}>
          <PageTitle
            eyebrow="Theme boxes"
            lead={
              isEmpty ? null : (
                <p>
                  Pick a theme for your box. Your sizes and your colors come from{' '}
                  {account ? 'your style profile' : 'a short quiz'}.
                </p>
              )
            }
          >
            Would you like your stylist to curate a Theme Box for you?
          </PageTitle>
          {account || isEmpty ? null : (
            <p className={styles.without}>
              <Link to={paths.register} onClick={() => choose(null)}>
                No, thank you: sign up without a theme
              </Link>
            </p>
          )}
        </div>
        {isEmpty ? (
          <Banner>
            <p>There are no theme boxes right now. Your box comes without a theme, chosen by your profile.</p>
            <p>
              {account ? (
                <Link to={back ?? paths.orderBox}>{back ? 'Go back' : 'Order a box without a theme'}</Link>
              ) : (
                <Link to={paths.register} onClick={() => choose(null)}>
                  Sign up without a theme
                </Link>
              )}
            </p>
          </Banner>
        ) : boxes ? (
          <ChoiceCards
            id={choiceId}
            legend="Theme boxes"
            hideLegend
            choices={boxes.map(({ theme, label, description, attachment }) => ({
              value: theme,
              label,
              description,
              image: attachment.href,
            }))}
            value={chosen?.theme ?? null}
            onChange={(theme) => mark({ theme })}
            message={wasPressed && !chosen ? messagesText('required') : undefined}
            required
          />
        ) : isError && !isFetching ? (
          <div>
            <Banner>
              <p>We can’t show the theme boxes right now.</p>
              <Button variant="quiet" onClick={() => void refetch()}>
                Try again
              </Button>
            </Banner>
          </div>
        ) : (
          <Waiting />
        )}
      </div>
      {isEmpty ? null : (
        <BottomBar>
          <div className={styles.inner}>
            {chosen && order.box ? <BeforeOrder box={order.box} /> : null}
            <p className={styles.chosen}>
              {chosen ? (
                <>
                  <span className="eyebrow">Your theme</span> {chosen.label}
                </>
              ) : null}
            </p>
            <Button
              className={styles.next}
              missing={chosen ? [] : ['a theme box']}
              onBlocked={() => {
                setWasPressed(true);
                document.getElementById(choiceId)?.focus();
              }}
              busy={order.busy || saveThemeBox.isPending || (chosen !== undefined && order.isPlanning)}
              failure={[...new Set([...order.failure, ...unsaved])]}
              busyLabel="One moment..."
              onClick={() => chosen && void press(chosen)}
            >
              {orders ? 'ORDER THIS BOX' : 'Continue'}
            </Button>
          </div>
        </BottomBar>
      )}
    </>
  );
}

/** What the press of the button orders. */
const BeforeOrder = ({ box: { day, address, card, fee } }: { box: ThisBox }) => (
  <p className={styles.before}>
    Arrives on <DateText date={day} />: {addressLine(customerAddress(address))}. Styling fee <Price amount={fee} />
    {card ? `, ${cardName(card)}` : null}. {messagesText('styling_fee_charged')} {messagesText('can_still_cancel')}
  </p>
);

/** The theme box that one press orders. */
function useOrderThisBox(isOffered: boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keep = useKeepOrder();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(none);
  // Another tab may have ordered, or changed the address.
  const { data: box = null, isPending } = useQuery({ ...thisBoxQuery, enabled: isOffered, refetchOnMount: 'always' });
  /** Returns null if the customer does not go on to the form of an order; else why the box was not ordered, if it was tried. */
  const send = async ({ theme }: ThemeBox): Promise<readonly string[] | null> => {
    setFailure(none);
    if (!box) return none;
    setBusy(true);
    try {
      const { orderThisBox } = await loadThisBox();
      const made = await orderThisBox(client, theme, box);
      if (!made) {
        if (!client.getQueryData(thisBoxQuery.queryKey)) return none;
        showError(hasChanged);
        setFailure([hasChanged]);
        return null;
      }
      remember('selectedThemebox', null);
      forgetDraft(draft);
      keep(made);
      showSuccess(messagesText('order_placed'));
      await navigate(paths.dashboard);
      void client.invalidateQueries({ queryKey: ordersQuery.queryKey });
      return null;
    } catch (error) {
      showFailure(error);
      const why = whyFailed(error);
      setFailure(why);
      // Without an answer the customer presses again. Whatever else is wrong, the order's form shows it.
      return isUnreached(error) ? null : why;
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, failure, box, isPlanning: isOffered && isPending };
}

/** As many blanks as there usually are theme boxes. */
const blanks = Array.from({ length: 9 }, (_, index) => index);

const Waiting = () => (
  <div className={styles.blanks}>
    <Spinner label="Loading the theme boxes" />
    {blanks.map((blank) => (
      <div key={blank} className={styles.blank} />
    ))}
  </div>
);
