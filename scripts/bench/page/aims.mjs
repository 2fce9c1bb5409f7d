// What a first visit on a phone should cost.
import { FILES } from '../../lib/budgets.mjs';

/** The aims: milliseconds to the largest paint, layout shift, KB before it, milliseconds and files until it can be used, ms to answer a key. */
export const AIMS = { paint: 1600, shift: 0.02, before: 70, usable: 2500, files: FILES, key: 50 };

/** The scores that Lighthouse should give a public screen as a phone. */
export const LIGHTHOUSE_AIMS = { performance: 97, accessibility: 100, bestPractices: 100, seo: 100 };
