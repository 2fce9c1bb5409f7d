/**
 * The widths at which the layout of screens changes, in CSS pixels (spec A, section 9). A test holds the style sheets to
 * them.
 */
export const BREAKPOINTS_PX = [512, 768, 1024];

/** A screen below this width, in CSS pixels, is a phone at 200% zoom. Pictures and columns shrink there. */
export const ZOOMED_PHONE_PX = 256;

/** From this width on a calendar shows two months, in CSS pixels; the sign-up's always shows one (spec A, section 9). */
export const TWO_MONTHS_FROM_PX = 768;

/** The width of a day in the sign-up's calendar, in CSS pixels (spec A, section 9). A test holds the style sheet to it. */
export const CALENDAR_DAY_PX = 40;

/** The width of a star of a review, in CSS pixels (spec B, section 9). */
export const REVIEW_STAR_PX = 25;
