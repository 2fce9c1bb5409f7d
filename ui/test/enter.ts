import type { UserEvent } from '@testing-library/user-event';

/** Enters a text by pasting it, if the keys do not matter: typing causes a render for each key. */
export async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
