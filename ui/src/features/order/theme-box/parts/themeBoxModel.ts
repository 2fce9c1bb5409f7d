import type { Account, ThemeBox } from '~/api/schema.gen';
import { sessionAfterLogin } from '~/core';
import { paths } from '~/paths';

interface Chosen {
  box: Pick<ThemeBox, 'theme' | 'label'>;
  /** Undefined for a visitor. */
  account: Account | undefined;
  /** The path of the screen that led here to change the choice; undefined if none did. */
  back: string | undefined;
}

/** The path that opens next with a theme box that was not ordered here. */
export interface Onward {
  to: string;
  /** Whether the next screen replaces this one in the history. */
  replace: boolean;
  /** The toast shown there; null for none. */
  toast: string | null;
}

/** A visitor registers next. A customer returns to the screen that led here, or opens the order form. */
export function onwardWith({ box, account, back }: Chosen): Onward {
  if (!account) return { to: paths.registerThemeBox, replace: false, toast: null };
  if (back !== undefined) return { to: back, replace: true, toast: null };
  const to = sessionAfterLogin({ redirect_to: null, theme_box: box.theme, payment_flag: false, default: null });
  return { to, replace: false, toast: `Your choice is kept: ${box.label}.` };
}
