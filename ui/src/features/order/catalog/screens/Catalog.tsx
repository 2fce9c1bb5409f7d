import { useEffect } from 'react';
import hook from '~/assets/scenes/hook.svg';
import { Hero } from '~/components/layout/Hero';
import { Scene } from '~/components/media/Scene';
import { FeeTerms } from '~/components/payment/FeeTerms';
import { brand, policy } from '~/core';
import { remember } from '~/lib/memory';
import { basePath, paths } from '~/paths';
import styles from './Catalog.module.css';

const steps = [
  {
    title: 'Answer a short quiz',
    text: 'What you wear, what fits and what never will. It takes a few minutes on a phone.',
  },
  { title: 'Meet your outfits', text: 'We choose outfits for you, and the box comes on the day you pick.' },
  { title: 'Keep what you love', text: 'Try it on at home. Send the rest back, free of charge.' },
];

/** The screen that the code in the printed catalog opens. Says what the service is, and how to start. */
export default function Catalog() {
  const { product, retailer } = brand();
  useEffect(() => {
    remember('campaign', policy().catalog_campaign);
    remember('campaignUrl', `${basePath}${paths.catalog}`);
  }, []);
  return (
    <>
      <Hero
        eyebrow="From our catalog"
        title={<>The page you&nbsp;liked, made for&nbsp;you</>}
        lead={
          <>
            {product} is personal styling by {retailer}. We put together outfits like the ones on the page, in your size
            and your colors, and send them to your door.
          </>
        }
        start="Start your style quiz"
        picture={<Scene src={hook} eager />}
      />
      <section className={styles.more} aria-labelledby="three-steps">
        <div className={styles.part}>
          <h2 id="three-steps">Three steps</h2>
          <ol>
            {steps.map(({ title, text }, index) => (
              <li key={title} className={styles.step}>
                <span className={styles.numeral} aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <div className={styles.part}>
          <h2>What it costs</h2>
          <FeeTerms />
        </div>
      </section>
    </>
  );
}
