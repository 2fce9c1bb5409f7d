import type { NextChargeBody } from '~/api/schema.gen';
import { DateText } from '~/components/calendar/DateText';
import { cardName } from '~/core';
import { dayToCome } from '~/lib/time/dayToCome';
import { Deadline } from '~/components/calendar/Deadline';
import { Row, RowNote, Rows } from '~/components/layout/Rows';
import { Price } from '~/components/values/Price';
import { chargeWords } from '~/components/payment/chargeWords';
import type { ChargeWords } from '~/core';

/** The next charge: how much, when, on which card, for what, and how to stop it. */
export function NextCharge({ charge }: { charge: NextChargeBody }) {
  const { amount, card } = charge;
  const words = chargeWords(charge);
  if (words.what_for === null) return <p>{words.before}</p>;
  return (
    <>
      <Rows>
        <Row name="What for">
          {words.what_for}
          {words.note === null ? null : <RowNote>{words.note}</RowNote>}
        </Row>
        <Row name="How much">
          {amount === null ? 'Not known yet: it depends on the tax.' : <Price amount={amount} />}
        </Row>
        <Row name="When">
          <Moment charge={charge} words={words} />
        </Row>
        <Row name="Card">{card ? cardName(card) : 'None yet'}</Row>
      </Rows>
      <p>
        <HowToStop charge={charge} words={words} />
      </p>
    </>
  );
}

interface PartProps {
  charge: NextChargeBody;
  words: ChargeWords;
}

function Moment({ charge: { on, at }, words: { when } }: PartProps) {
  if (on === null) return when;
  if (at === null) {
    return (
      <>
        {when}, on <DateText date={on} length="with year" /> or later
      </>
    );
  }
  return (
    <>
      {when === null ? null : `${when} `}
      <Deadline date={on} at={at} />
    </>
  );
}

function HowToStop({ charge: { box }, words }: PartProps) {
  if (box === null) return words.how_to_stop;
  const changeBy = dayToCome(box.change_by);
  return (
    <>
      To stop it, {box.skip.offered ? 'skip the box, ' : null}choose another frequency or pause
      {changeBy === null ? null : (
        <>
          {' '}
          by <Deadline date={changeBy} />
        </>
      )}
      .
    </>
  );
}
