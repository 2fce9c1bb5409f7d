import { errorsOf } from '~/api/errors';
import rail from '~/assets/scenes/rail.svg';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import layout from '~/components/form/formLayout.module.css';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import { useNavigate } from '~/lib/router/hooks';
import { Link } from '~/lib/router/Link';
import { useLinkToken } from '~/lib/useLink';
import { paths } from '~/paths';
import { useRedeemPhoneLink } from '../api';

/**
 * The screen that the code of a store's tablet opens on the customer's phone. It signs in only when the customer presses Go on,
 * so that a stranger's link cannot do that.
 */
export default function OnYourPhone() {
  const token = useLinkToken(paths.storePhone);
  // A newer code starts again, whatever the result of the previous one.
  return <GoOn key={token} token={token} />;
}

function GoOn({ token }: { token: string }) {
  const navigate = useNavigate();
  const redeem = useRedeemPhoneLink();
  const goOn = () => redeem.mutate(token, { onSuccess: ({ path }) => void navigate(path, { replace: true }) });
  const [refusal] = errorsOf(redeem.error);
  return (
    <Spread picture={<Scene src={rail} />}>
      <PageTitle
        eyebrow="From the store’s tablet"
        lead="Your sign-up continues here, where you left off. The tablet in the store then forgets you."
      >
        Continue on your phone
      </PageTitle>
      {token === '' ? (
        <Banner>Please scan the code on the store’s tablet with your phone’s camera.</Banner>
      ) : (
        <div className={layout.form}>
          {refusal ? <Banner tone="fault">{refusal.message}</Banner> : null}
          <Button wide busy={redeem.isPending || redeem.isSuccess} busyLabel="One moment..." onClick={goOn}>
            Go on
          </Button>
        </div>
      )}
      <div className={layout.links}>
        <p>
          Already have a password? <Link to={paths.login}>Sign in</Link>
        </p>
      </div>
    </Spread>
  );
}
