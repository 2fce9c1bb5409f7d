import { useRef } from 'react';
import { useAccount } from '~/api/account/record';
import { feeInput } from '~/api/payment/stylingFee';
import { useLocations } from '~/api/delivery/locations';
import { useAnswers } from '~/api/style/answers';
import { frequencyRef } from '~/api/style/pickupPlan';
import { choiceLabel } from '~/api/style/questionnaire';
import { useThemeBoxes } from '~/api/order/themeBoxes';
import parcel from '~/assets/boxes/parcel.svg';
import { StoreText } from '~/components/delivery/stores/StoreText';
import { DateText } from '~/components/calendar/DateText';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { dayToCome } from '~/lib/time/dayToCome';
import { showSuccess } from '~/components/feedback/Toaster';
import { TextButton } from '~/components/form/TextButton';
import { ChangeLink } from '~/components/layout/ChangeLink';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { Illustration } from '~/components/media/Illustration';
import { FeeTerms } from '~/components/payment/FeeTerms';
import { Price } from '~/components/values/Price';
import { messagesText, stylingFeeAmount } from '~/core';
import { paths } from '~/paths';
import { DiscountFact } from './DiscountFact';
import type { FirstBox } from './firstBox';
import spread from '~/components/layout/FormSpread.module.css';
import styles from './Summary.module.css';
import type { Discount } from './useDiscount';
import { useWithdrawThemeBox } from './useWithdrawThemeBox';

interface SummaryProps {
  box: FirstBox;
  discount: Discount;
  /** Moves the focus to the field for a discount code. */
  onDiscount: () => void;
}

/** A link that changes a choice. If nothing is chosen, `chooseLink` is shown instead. */
const change = (what: string, isChosen: boolean) => (isChosen ? <ChangeLink to={paths.delivery} what={what} /> : null);

/**
 * What the customer orders and what it costs, with links to change it. It is beside the form, or on a phone above the form's
 * button.
 */
export function Summary({ box, discount, onDiscount }: SummaryProps) {
  const { flow, day, subscription_type, is_frequency_chosen, store, is_themebox, theme, themeBox } = box;
  const isPickUp = flow === 'pickup';
  const { data: account } = useAccount();
  const { questionnaire } = useAnswers();
  const { data: locations } = useLocations();
  const { data: offered } = useThemeBoxes();
  const isGone = theme !== null && offered !== undefined && themeBox === null;
  const title = useRef<HTMLHeadingElement>(null);
  const withdraw = useWithdrawThemeBox();
  const takeBack = async () => {
    if (!(await withdraw())) return;
    // The pressed button is gone.
    title.current?.focus();
    showSuccess('Your box comes without a theme now.');
  };
  const back = useLocation().pathname;
  /** A link to choose something; dots until `isLoaded`, because the page does not know yet whether it is chosen. */
  const chooseLink = (thing: string, isLoaded: boolean) =>
    isLoaded ? (
      <Link to={paths.delivery} state={{ back }}>
        Choose {thing}
      </Link>
    ) : (
      '…'
    );
  const coming = dayToCome(day);
  const chosenDay = coming === null ? chooseLink('a day', questionnaire !== undefined) : <DateText date={coming} />;
  const changeDay = change('the day', coming !== null);
  return (
    <aside className={spread.aside} aria-labelledby="your-box">
      <div className={spread.sticky}>
        <Illustration
          src={themeBox?.attachment.href ?? parcel}
          ratio={themeBox ? '3 / 2' : '4 / 3'}
          cover={themeBox === null}
          className={themeBox ? styles.theme : styles.picture}
        />
        <h2 id="your-box" ref={title} tabIndex={-1} className={spread.title}>
          What you order
        </h2>
        <Rows>
          {is_themebox ? (
            <Row name="Theme box">
              <span>{isGone ? 'It is no longer available.' : themeBox?.label}</span>
              <span className={styles.choice}>
                <Link to={paths.themeBox} state={{ back }}>
                  {theme === null ? 'Choose a theme' : 'Choose another'}
                </Link>
                <TextButton onClick={() => void takeBack()}>Continue without it</TextButton>
              </span>
            </Row>
          ) : null}
          {isPickUp ? (
            <>
              <Row name="Pick-up at">
                {store ? (
                  <StoreText store={store} />
                ) : (
                  chooseLink('a store', questionnaire !== undefined && locations !== undefined)
                )}
                {change('the store', store !== null)}
              </Row>
              <Row name="Pick-up on">
                {chosenDay}
                {changeDay}
              </Row>
            </>
          ) : (
            <Row name="Arrives on">
              {chosenDay}
              {changeDay}
            </Row>
          )}
          <Row name="How often">
            {choiceLabel(questionnaire?.delivery_questions ?? [], frequencyRef(), subscription_type)}
            {is_frequency_chosen ? null : <RowNote>{chooseLink('how often', questionnaire !== undefined)}</RowNote>}
            {change('how often boxes come', is_frequency_chosen)}
          </Row>
          <Row name="Discount">
            <DiscountFact discount={discount} onRetry={() => title.current?.focus()} />
            <span data-change>
              <TextButton onClick={onDiscount}>
                Change<span className="unseen"> the discount</span>
              </TextButton>
            </span>
          </Row>
          <Row name="Styling fee">
            <Price amount={stylingFeeAmount(feeInput(account, subscription_type))} />
            <RowNote>{messagesText('styling_fee_charged')}</RowNote>
          </Row>
        </Rows>
        <details className={styles.terms}>
          <summary>What a box costs</summary>
          <FeeTerms />
        </details>
      </div>
    </aside>
  );
}
