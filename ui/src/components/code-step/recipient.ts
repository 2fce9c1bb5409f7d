/** An e-mail address of which only its owner can tell the rest: `a…@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** A phone number of which only its owner can tell the rest: `…0142`. */
export const maskedPhone = (phone: string) => `…${phone.slice(-4)}`;
