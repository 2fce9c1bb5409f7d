import outfit from '~/assets/scenes/outfit.svg';
import room from '~/assets/welcome.svg';
import { ButtonLink } from '~/components/form/ButtonLink';
import { Hero } from '~/components/layout/Hero';
import { Illustration } from '~/components/media/Illustration';
import { Scene } from '~/components/media/Scene';
import { brand, termsShown } from '~/core';
import { useCampaign } from '~/lib/useCampaign';
import { paths } from '~/paths';
import styles from './Welcome.module.css';

/** The landing page: what the service is, what it costs, and how to start. */
export default function Welcome() {
  const { product, retailer } = brand();
  useCampaign();
  return (
    <>
      <Hero
        eyebrow={`Personal styling by ${retailer}`}
        title="A box of outfits, chosen for you"
        lead={
          <>
            Tell {retailer} what you love, what fits and what never will. We put together a box of outfits and send it
            to your door. Try everything on at home; keep what feels like you.
          </>
        }
        start="Let's get started"
        picture={<Scene src={outfit} eager />}
        large
      />
      <Steps />
      <Terms />
      <section className={styles.close}>
        <Illustration src={room} ratio="4 / 3" cover />
        <div className={styles.closing}>
          <h2>Ready when you are</h2>
          <p>
            Take the quiz in one go or a little at a time: {product} saves your answers as you go. Your first box
            follows on the day you choose.
          </p>
          <ButtonLink to={paths.register} variant="secondary">
            Create your account
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

const steps = [
  {
    title: 'Tell us about you',
    text: 'A short quiz: your days, your sizes, the colors you reach for and the ones you never do.',
  },
  {
    title: 'Open your box',
    text: 'The pieces come as outfits, with a note on how to wear each. By mail, or ready at a store.',
  },
  {
    title: 'Keep what you love',
    text: 'Try it all on with what you own. Keep, exchange, or send back. You pay for what stays.',
  },
];

function Steps() {
  return (
    <section className={styles.steps} aria-labelledby="how-it-works">
      <h2 id="how-it-works">How it works</h2>
      <ol className={styles.list}>
        {steps.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <span className={styles.numeral} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Terms() {
  return (
    <section className={styles.terms} aria-label="What it costs">
      <dl className={styles.facts}>
        {termsShown().map(({ figure, text }) => (
          <div key={figure}>
            <dt>{figure}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
