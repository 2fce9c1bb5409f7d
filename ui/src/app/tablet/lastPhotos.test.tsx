import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { forgotten, openQuiz, openWithPhoto, asStoreTablet } from '~test/tablet';

asStoreTablet();

describe('Finish while something is being sent', () => {
  afterEach(() => jest.useRealTimers());

  const ends = (to: (name: string) => unknown[]) => to('DELETE /sessions');
  const finish = () => screen.getByRole('button', { name: 'Finish' });

  test('waits for a photo, shows nothing of the customer meanwhile, and saves the photo as an answer', async () => {
    const { user, to, sent, saved } = await openWithPhoto();
    await user.click(finish());
    expect(await screen.findByText(/your last photos are being sent/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Thank you' })).toHaveFocus();
    expect(screen.queryByRole('group')).not.toBeInTheDocument();
    expect(sent[0]?.isAborted()).toBe(false);
    expect(ends(to)).toHaveLength(0);
    sent[0]?.answer(204);
    await forgotten();
    expect(saved()).toEqual({ asked: ['/api/photos/1'] });
    expect(ends(to)).toHaveLength(1);
  });

  test('says that a photo was not taken, and can send it again or go on without it', async () => {
    const { user, to, sent, saved } = await openWithPhoto();
    await user.click(finish());
    await screen.findByText(/your last photos are being sent/);
    sent[0]?.fail();
    expect(await screen.findByText(/Your last photos could not be sent/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(screen.getByText(/your last photos are being sent/)).toBeVisible();
    expect(ends(to)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Finish without them' }));
    await forgotten();
    expect(sent[1]?.isAborted()).toBe(true);
    expect(saved()).toEqual({});
    expect(ends(to)).toHaveLength(1);
  });

  test('forgets a customer who has left, even if the photo does not progress', async () => {
    const { to, sent } = await openWithPhoto();
    jest.useFakeTimers();
    fireEvent.click(finish());
    // The code of the goodbye loads.
    await act(async () => undefined);
    const passing = (seconds: number) => act(() => void jest.advanceTimersByTime(seconds * 1000));
    passing(119);
    expect(screen.getByText(/your last photos are being sent/)).toBeVisible();
    passing(2);
    expect(screen.getByText(/in 30 seconds this tablet forgets you/)).toBeVisible();
    passing(28);
    expect(ends(to)).toHaveLength(0);
    passing(2);
    expect(ends(to)).toHaveLength(1);
    expect(sent[0]?.isAborted()).toBe(true);
  });

  test('forgets a customer who has gone, however often the network comes back', async () => {
    const { to } = await openWithPhoto();
    jest.useFakeTimers();
    fireEvent.click(finish());
    // The code of the goodbye loads.
    await act(async () => undefined);
    for (let time = 0; time < 140; time += 20) {
      act(() => void jest.advanceTimersByTime(20_000));
      fireEvent(window, new Event('online'));
    }
    expect(ends(to)).toHaveLength(0);
    act(() => void jest.advanceTimersByTime(11_000));
    expect(ends(to)).toHaveLength(1);
  });

  test('sends what was typed last', async () => {
    const { user, saved, to } = await openQuiz();
    await user.type(await screen.findByRole('textbox', { name: /What is asked/ }), 'Knits');
    await user.click(finish());
    await forgotten();
    expect(saved()).toEqual({ asked: 'Knits' });
    expect(ends(to)).toHaveLength(1);
  });
});
