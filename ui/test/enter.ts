import type { UserEvent } from '@testing-library/user-event';

/** Puts a text into a field at once, by pasting it. Where the keys do not matter: typing takes as many renders as there are keys. */
export async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
