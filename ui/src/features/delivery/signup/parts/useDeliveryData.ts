import { useHolidays } from '~/api/delivery/holidays';
import { useAnswers } from '~/api/style/answers';

/** The questions, the answers and the holidays. */
export function useDeliveryData() {
  const answers = useAnswers();
  const holidays = useHolidays();
  const { questionnaire } = answers;
  return {
    answers,
    loaded: questionnaire && holidays.data ? { questionnaire, holidays: holidays.data } : null,
    failed: (answers.failed && !questionnaire) || (holidays.isError && !holidays.data),
    retry: () => {
      if (!questionnaire) answers.retry();
      if (!holidays.data) void holidays.refetch();
    },
  };
}

type Data = ReturnType<typeof useDeliveryData>;

/** The data of a screen once everything is loaded. */
export type Loaded = NonNullable<Data['loaded']> & Pick<Data, 'answers'>;
