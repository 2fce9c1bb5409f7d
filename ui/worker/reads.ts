/** The questionnaire. A customer's has their answers in it; a visitor's is everybody's. */
export const questionnairePath = '/api/questionnaire';

/** What everybody can read of the API. Nothing else of it is ever kept. */
export const reads: readonly string[] = [
  questionnairePath,
  '/api/holidays',
  '/api/locations',
  '/api/current_themeboxes',
];

const pictures = '/api/product_images/';

export const isPicture = ({ pathname }: URL): boolean => pathname.startsWith(pictures);

/** Whether everybody can read this, at least without a session. */
export const isRead = ({ pathname, search }: URL): boolean => search === '' && reads.includes(pathname);

/** Whether the call asks for what everybody can read, and comes without a session. */
export const isEverybodys = (url: URL, { credentials }: Request): boolean => isRead(url) && credentials === 'omit';
