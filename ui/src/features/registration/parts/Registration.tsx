import office from '~/assets/scenes/office.svg';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Illustration } from '~/components/media/Illustration';
import { Scene } from '~/components/media/Scene';
import { ChosenThemeBox } from '~/components/themeBox/ChosenThemeBox';
import { useThemeChoice } from '~/components/themeBox/useThemeChoice';
import { useCampaign } from '~/lib/useCampaign';
import { Invitation } from './Invitation';
import { RegistrationForm } from './RegistrationForm';
import { useInvitation } from './useInvitation';

/** The screen of registering. `forThemeBox` if it is that of a theme-box sign-up, even without a chosen theme box. */
export function Registration({ forThemeBox = false }: { forThemeBox?: boolean }) {
  const choice = useThemeChoice();
  const invitation = useInvitation();
  useCampaign();
  const theme = choice.box?.attachment.href;
  const picture = theme ? <Illustration src={theme} ratio="auto" eager /> : <Scene src={office} />;
  const isThemed = forThemeBox || choice.isMade;
  return (
    <Spread picture={picture}>
      <PageTitle
        eyebrow={isThemed ? 'Your theme box' : 'Create your account'}
        lead="Create an account to save your answers and be matched with a stylist."
      >
        {isThemed ? 'Create Account' : "Let's Do Intros"}
      </PageTitle>
      {isThemed ? <ChosenThemeBox choice={choice} thanks="Thank you for choosing" pictureIsBeside /> : null}
      {invitation.hasCode ? <Invitation invitation={invitation} /> : null}
      <RegistrationForm referral={invitation.code} themeBox={choice.settled} />
    </Spread>
  );
}
