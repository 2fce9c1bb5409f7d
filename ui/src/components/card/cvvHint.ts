/** Where customers find the security code, in the typed form and in the gateway's fields alike. */
export const cvvHint = '3 or 4 digits, on the card';
