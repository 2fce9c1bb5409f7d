/** Masks an email address, so that only its owner recognizes it: `a…@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** Masks a phone number, so that only its owner recognizes it: `…0142`. */
export const maskedPhone = (phone: string) => `…${phone.slice(-4)}`;
