import { type FormSection, styleProfileSections } from '~/core';

/** A one-line description of each section. */
const leads: Record<FormSection, string> = {
  about: 'Your days, and what your wardrobe should do for you.',
  size_fit: 'What you wear, and how you like it to fit.',
  style: 'The outfits, colors and prices that feel right.',
  shipping: 'How you would like to be styled, and anything else we should know.',
};

/** The sections of the style profile's form, by core. */
export const sections = () => styleProfileSections().map((section) => ({ ...section, lead: leads[section.id] }));

export type Section = ReturnType<typeof sections>[number];
