import { useChangeAccount } from '~/api/account/record';
import { useAnswers } from '~/api/style/answers';
import { themeBoxRef } from '~/api/order/themeBoxes';
import { remember } from '~/lib/memory';

/**
 * Withdraws a customer's choice of a theme box. Resolves with whether that worked; if not, a toast says so and the choice
 * stays.
 */
export function useWithdrawThemeBox(): () => Promise<boolean> {
  const { mutateAsync: change } = useChangeAccount();
  const { answer } = useAnswers();
  return async () => {
    try {
      await change({ themebox_signup: false });
    } catch {
      return false;
    }
    remember('selectedThemebox', null);
    answer(themeBoxRef(), null);
    return true;
  };
}
