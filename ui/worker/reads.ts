/** The questionnaire. It is public if it is asked for without a session: then it holds no answers. */
export const questionnairePath = '/api/questionnaire';

/** The paths of the API that anybody may read. The worker keeps the answers of no others, except for pictures. */
export const publicPaths: readonly string[] = [
  questionnairePath,
  '/api/holidays',
  '/api/locations',
  '/api/current_themeboxes',
];

const pictures = '/api/product_images/';

export const isPicture = ({ pathname }: URL): boolean => pathname.startsWith(pictures);

/** Whether anybody may read this address, if they ask without a session. */
export const isPublicPath = ({ pathname, search }: URL): boolean => search === '' && publicPaths.includes(pathname);

/** Whether a call reads a public address without a session: its answer holds nothing of a customer. */
export const isPublicRead = (url: URL, { credentials }: Request): boolean =>
  isPublicPath(url) && credentials === 'omit';
