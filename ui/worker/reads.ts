import { questionnairePath } from '~/lib/questionnairePath';

/** The paths of the API that anybody may read. The worker caches only their answers and pictures. */
export const publicPaths: readonly string[] = [
  questionnairePath,
  '/api/holidays',
  '/api/locations',
  '/api/current_themeboxes',
];

const pictures = '/api/product_images/';

export const isPicture = ({ pathname }: URL): boolean => pathname.startsWith(pictures);

/** Whether anybody may read this address without a session. */
export const isPublicPath = ({ pathname, search }: URL): boolean => search === '' && publicPaths.includes(pathname);

/** Whether a call reads a public address without a session, so that its answer contains nothing about a customer. */
export const isPublicRead = (url: URL, { credentials }: Request): boolean =>
  isPublicPath(url) && credentials === 'omit';
