import { screen, within } from '@testing-library/react';

export const newBox = '/customize/order/order';
export const send = () => screen.findByRole('button', { name: 'Send My Stylebox!' });
export const summary = async () => within(await screen.findByRole('complementary', { name: 'Your order' }));

/** What the call sent. */
export const sent = (call: { body: unknown } | undefined) => (call?.body as { order: unknown } | undefined)?.order;
