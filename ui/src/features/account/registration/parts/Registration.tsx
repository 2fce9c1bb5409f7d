import { Suspense } from 'react';
import type { Account } from '~/api/schema.gen';
import office from '~/assets/scenes/office.svg';
import { latePart } from '~/components/feedback/latePart';
import { ForVisitors } from '~/components/screens/onward/ForVisitors';
import { usePathOnward } from '~/components/screens/onward/onward';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Illustration } from '~/components/media/Illustration';
import { Scene } from '~/components/media/Scene';
import { ChosenThemeBox } from '~/components/order/theme-box/ChosenThemeBox';
import { useThemeChoice } from '~/components/order/theme-box/useThemeChoice';
import { withStyles } from '~/lib/styles';
import { useCampaign } from '~/lib/useCampaign';
import { useRecalled } from '~/lib/useRecalled';
import { Invitation } from './Invitation';
import { RegistrationForm } from './RegistrationForm';
import { useInvitation } from './useInvitation';

/** Loaded on demand: few visitors plan a pick-up before registering. */
const PlannedPickup = latePart(() => withStyles(import('./PlannedPickup')));

/**
 * The registration screen. `forThemeBox`: it belongs to a theme-box sign-up, even if no theme box is chosen. A customer who
 * is signed in continues with the sign-up, or with the theme box that they chose.
 */
export function Registration({ forThemeBox = false }: { forThemeBox?: boolean }) {
  const choice = useThemeChoice();
  const invitation = useInvitation();
  const pathOnward = usePathOnward();
  const plan = useRecalled('drtgSignup') ?? null;
  const hasPlan = plan !== null && plan !== 'given up';
  useCampaign();
  const theme = choice.box?.attachment.href;
  const picture = theme ? <Illustration src={theme} ratio="auto" eager /> : <Scene src={office} />;
  const isThemed = forThemeBox || choice.isMade;
  const onward = async (account: Account) => {
    const box = await choice.settled().catch(() => null);
    return pathOnward(account, box?.theme);
  };
  return (
    <ForVisitors onward={onward}>
      <Spread picture={picture}>
        <PageTitle
          eyebrow={isThemed ? 'Your theme box' : 'Create your account'}
          lead="Create an account to save your answers and be matched with a stylist."
        >
          {isThemed ? 'Create Account' : "Let's Do Intros"}
        </PageTitle>
        {isThemed ? <ChosenThemeBox choice={choice} thanks="Thank you for choosing" pictureIsBeside /> : null}
        {hasPlan ? (
          <Suspense fallback={null}>
            <PlannedPickup />
          </Suspense>
        ) : null}
        {invitation.hasCode ? <Invitation invitation={invitation} /> : null}
        <RegistrationForm referral={invitation.code} themeBox={choice.settled} />
      </Spread>
    </ForVisitors>
  );
}
