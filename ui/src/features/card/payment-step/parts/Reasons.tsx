import type { ReactNode } from 'react';
import { errorsOf, issuesOf } from '~/api/errors';
import type { Questionnaire } from '~/api/style/questionnaire';
import { fieldsOf } from '~/api/style/quizPlan';
import { useAnswers } from '~/api/style/answers';
import type { ErrorBody } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { TextButton } from '~/components/form/TextButton';
import { errorsParse } from '~/core';
import { useLocation } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import styles from './Reasons.module.css';
import { useFocusOnShow } from './useFocusOnShow';

/** A reason why the form was refused or no order was made, with the field that it concerns, if any. */
export interface Reason {
  field: string | null;
  message: string;
}

/** The reasons in a failed call: its issues, otherwise its errors. */
export const reasonsFromError = (error: unknown): Reason[] => listed(issuesOf(error), errorsOf(error));

/** The reasons in the body of a failure. */
export const reasonsFromBody = (body: ErrorBody): Reason[] => listed(body.issues ?? [], errorsParse(body));

const listed = (issues: readonly Reason[], errors: readonly { message: string }[]): Reason[] =>
  issues.length > 0
    ? issues.map(({ field, message }) => ({ field, message }))
    : errors.map(({ message }) => ({ field: null, message }));

interface ReasonsProps {
  reasons: readonly Reason[];
  /** A line below them. */
  note?: ReactNode;
  /** Opens the card's form. Left out if that is open already. */
  onOtherCard?: () => void;
}

/** Shows the reasons, each with a link to the place where it can be corrected. The typed values stay. */
export function Reasons({ reasons, note, onOtherCard }: ReasonsProps) {
  const box = useFocusOnShow();
  const { questionnaire } = useAnswers();
  return (
    <div ref={box} tabIndex={-1} className={styles.reasons}>
      <Banner tone="fault">
        <ul className={styles.list}>
          {reasons.map(({ field, message }) => (
            <li key={message}>
              {message} <CorrectionLink field={field} questionnaire={questionnaire} onOtherCard={onOtherCard} />
            </li>
          ))}
        </ul>
        {note ? <p>{note}</p> : null}
      </Banner>
    </div>
  );
}

/** The fields of an order that are entered in the card's form. */
const cardFormFields = ['card', 'card_expiry', 'shipping_address', 'phone'];

/** The screens on which the other fields of an order are chosen. */
const fieldLinks: Partial<Record<string, { to: string; words: string }>> = {
  ship_by_date: { to: paths.delivery, words: 'Choose another day' },
  store: { to: paths.delivery, words: 'Choose another store' },
  themebox: { to: paths.themeBox, words: 'Choose another theme' },
};

interface CorrectionLinkProps {
  field: string | null;
  questionnaire: Questionnaire['questions'] | undefined;
  onOtherCard: (() => void) | undefined;
}

/** A link to the screen on which the customer can choose or answer a field again; shows nothing if there is none. */
function CorrectionLink({ field, questionnaire, onOtherCard }: CorrectionLinkProps) {
  const back = useLocation().pathname;
  if (field === null) return null;
  if (onOtherCard && cardFormFields.includes(field))
    return <TextButton onClick={onOtherCard}>Enter it here</TextButton>;
  const link = fieldLinks[field];
  if (link) {
    return (
      <Link to={link.to} state={{ back }}>
        {link.words}
      </Link>
    );
  }
  const step =
    questionnaire?.questions.findIndex((question) => fieldsOf(question).some(({ ref }) => ref === field)) ?? -1;
  return step < 0 ? null : (
    <Link to={paths.quiz(step + 1)} state={{ back }}>
      Answer it
    </Link>
  );
}
