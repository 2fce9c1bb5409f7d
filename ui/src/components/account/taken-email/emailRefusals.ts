import { errorsOf, issuesOf } from '~/api/errors';
import type { Issue } from '~/core';

/** The code of a refused address that already has an account. */
export const takenCode = 'email_invalid';

/** Returns a form's `refusals`, which shows at `field` that the email address already has an account. */
export const refusalsAt =
  (field: string) =>
  (error: unknown): Issue[] => {
    const known = errorsOf(error).find(({ code }) => code === takenCode);
    return known ? [{ field, ...known }] : issuesOf(error);
  };
