import { useThemeBoxes } from '~/api/order/themeBoxes';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { ChoiceCards } from '~/components/form/ChoiceCards';
import { TextButton } from '~/components/form/TextButton';
import spread from '~/components/layout/FormSpread.module.css';
import styles from './OrderForm.module.css';
import { partId } from './words';
import parts from '~/components/form/Question.module.css';

interface ThemeQuestionProps {
  /** Null for no theme. */
  value: string | null;
  onChange: (theme: string | null) => void;
  message: string | undefined;
}

/** Offers the theme boxes. A theme is optional. */
export function ThemeQuestion({ value, onChange, message }: ThemeQuestionProps) {
  const { data: boxes, isError, isFetching, refetch } = useThemeBoxes();
  const id = partId('themebox');
  const chosen = boxes?.find(({ theme }) => theme === value);
  const withdraw = () => {
    onChange(null);
    // The pressed button disappears.
    document.getElementById(id)?.focus();
  };
  if (!boxes) {
    return (
      <section className={parts.question}>
        <h2 className={parts.title}>A theme, if you like</h2>
        <div className={styles.room}>
          {isError && !isFetching ? (
            <p>
              The theme boxes could not be loaded. <TextButton onClick={() => void refetch()}>Try again</TextButton>
            </p>
          ) : (
            <Spinner label="Loading the theme boxes" />
          )}
        </div>
      </section>
    );
  }
  return (
    <div className={`${parts.question} ${spread.part}`}>
      {value !== null && !chosen ? (
        <Banner>
          {boxes.length === 0
            ? 'The theme that you chose is no longer available.'
            : 'The theme that you chose is no longer available. Please choose another, or none.'}
        </Banner>
      ) : null}
      {boxes.length === 0 ? (
        <div id={id} tabIndex={-1}>
          <h2 className={parts.title}>A theme, if you like</h2>
          <p>There are no theme boxes right now.</p>
        </div>
      ) : (
        <ChoiceCards
          id={id}
          legend={<span className={parts.title}>A theme, if you like</span>}
          hint="The theme of the whole box."
          choices={boxes.map(({ theme, label, attachment }) => ({ value: theme, label, image: attachment.href }))}
          value={value}
          onChange={onChange}
          message={message}
          carousel
        />
      )}
      <p className={styles.chosen} role="status">
        {chosen ? chosen.description : 'Your box comes without a theme.'}{' '}
        {value === null ? null : <TextButton onClick={withdraw}>Continue without a theme</TextButton>}
      </p>
    </div>
  );
}
