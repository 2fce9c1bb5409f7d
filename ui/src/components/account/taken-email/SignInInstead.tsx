import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { takenCode } from './emailRefusals';

/** A link to sign-in, after the message that the address has an account. `code` is the code of the field's issue. */
export const SignInInstead = ({ code }: { code: string | undefined }) =>
  code === takenCode ? (
    <>
      {' '}
      <Link to={paths.login}>Sign in</Link>
    </>
  ) : null;
