import { Link } from 'react-router';
import { errorsOf, issuesOf } from '~/api/errors';
import type { Issue } from '~/core';
import { paths } from '~/paths';

/** The code of a refused address that already has an account. */
const taken = 'email_invalid';

/** Returns a form's `refusals`, which shows at `field` that the e-mail address already has an account. */
export const refusalsAt =
  (field: string) =>
  (error: unknown): Issue[] => {
    const known = errorsOf(error).find(({ code }) => code === taken);
    return known ? [{ field, ...known }] : issuesOf(error);
  };

/** A link to sign in, after the message that the address has an account. `code` is that of the field's issue. */
export const SignInInstead = ({ code }: { code: string | undefined }) =>
  code === taken ? (
    <>
      {' '}
      <Link to={paths.login}>Sign in</Link>
    </>
  ) : null;
