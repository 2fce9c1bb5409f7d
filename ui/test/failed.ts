import { ApiError } from '~/api/errors';

/** The error of a call that the server answered with `status`; 0 if there was no answer. The call and the screen do not matter. */
export const failed = (status: number, body: unknown = {}): ApiError =>
  new ApiError(status, 'POST', '/orders', '/dashboard', body);
