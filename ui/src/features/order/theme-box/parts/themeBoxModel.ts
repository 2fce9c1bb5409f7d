import type { Account, ThemeBox } from '~/api/schema.gen';
import { sessionAfterLogin } from '~/core';
import { paths } from '~/paths';

interface Chosen {
  box: Pick<ThemeBox, 'theme' | 'label'>;
  /** Undefined for a visitor. */
  account: Account | undefined;
  /** The screen that led here to change the choice; undefined if none did. */
  back: string | undefined;
}

/** Where the customer goes on with a theme box that was not ordered here. */
export interface Onward {
  to: string;
  /** Whether the screen that led here takes the place of this one. */
  replace: boolean;
  /** Said there; null if nothing is. */
  toast: string | null;
}

/** A visitor registers; a customer returns to the screen that led here, or goes to the form of an order. */
export function onwardWith({ box, account, back }: Chosen): Onward {
  if (!account) return { to: paths.registerThemeBox, replace: false, toast: null };
  if (back !== undefined) return { to: back, replace: true, toast: null };
  const to = sessionAfterLogin({ redirect_to: null, theme_box: box.theme, payment_flag: false, default: null });
  return { to, replace: false, toast: `Your choice is kept: ${box.label}.` };
}
