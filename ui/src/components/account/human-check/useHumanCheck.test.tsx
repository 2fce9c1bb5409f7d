import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { BaseSyntheticEvent, ReactNode } from 'react';
import { NotSent } from '~/api/errors';
import { statusQuery } from '~/api/status';
import { failed } from '~test/failed';
import { tokenOnSubmit } from './partyCheck';
import { useHumanCheck } from './useHumanCheck';

type Form = Parameters<typeof useHumanCheck>[0];

/** The check of a form whose field holds `token`. `ready`: what the form waits for before it is sent. */
function show(token: string) {
  let value = token;
  let ready: Promise<void> | undefined;
  const set = (_: unknown, next: string) => {
    value = next;
  };
  const form = {
    field: () => ({ id: 'check', message: undefined }),
    choose: set,
    form: { setValue: set, getValues: () => value },
    submit: (_: unknown, until: Promise<void>) => {
      ready = until;
    },
  } as unknown as Form;
  const client = new QueryClient();
  const invalidate = jest.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useHumanCheck(form, 'sign_in'), { wrapper });
  const spend = (call: (used: string) => Promise<unknown>) =>
    act(() => result.current.spend(call).catch((error: unknown) => error));
  const submit = async () => {
    let isReady = false;
    act(() => result.current.submit({} as BaseSyntheticEvent));
    void ready?.then(() => (isReady = true));
    return async () => {
      await act(async () => undefined);
      return isReady;
    };
  };
  return { result, check: () => result.current.check, value: () => value, spend, submit, invalidate };
}

test('a call gets the token, and a failed call needs another check', async () => {
  const { check, spend, value } = show('passed');
  const call = jest.fn().mockRejectedValue(failed(422, { errors: { credentials_invalid: 'x' } }));
  await spend(call);
  expect(call).toHaveBeenCalledWith('passed');
  expect(value()).toBe('');
  expect(check()).toMatchObject({ round: 1, usesFallback: false });
});

test('if the server refuses an outside party’s token, our own check replaces it, and the server is asked again', async () => {
  const { check, spend, invalidate } = show('');
  act(() => check().onToken('theirs', true));
  await spend(() => Promise.reject(failed(422, { errors: { human_check_failed: 'x' } })));
  expect(check()).toMatchObject({ round: 1, usesFallback: true });
  expect(invalidate).toHaveBeenCalledWith({ queryKey: statusQuery.queryKey });
});

test('a refused token of our own check starts no fallback', async () => {
  const { check, spend, invalidate } = show('');
  act(() => check().onToken('ours', false));
  await spend(() => Promise.reject(failed(422, { errors: { human_check_failed: 'x' } })));
  expect(check()).toMatchObject({ round: 1, usesFallback: false });
  expect(invalidate).not.toHaveBeenCalled();
});

test('once our own check has replaced the party’s, it stays, even if the server refuses its token', async () => {
  const { check, spend, invalidate } = show('');
  act(() => check().onFailed());
  expect(check()).toMatchObject({ round: 1, usesFallback: true });
  act(() => check().onToken('ours', false));
  await spend(() => Promise.reject(failed(422, { errors: { human_check_failed: 'x' } })));
  expect(check()).toMatchObject({ round: 2, usesFallback: true });
  expect(invalidate).not.toHaveBeenCalled();
});

test('a token can be made when the form is sent', async () => {
  const { check, spend } = show(tokenOnSubmit);
  act(() => check().onMaker(async () => 'made now'));
  const call = jest.fn().mockResolvedValue(null);
  await spend(call);
  expect(call).toHaveBeenCalledWith('made now');
  expect(check().round).toBe(0);
});

test('if no token can be made, nothing is sent, and our own check replaces the party’s', async () => {
  const { check, spend } = show(tokenOnSubmit);
  const call = jest.fn();
  const error = await spend(call);
  expect(error).toBeInstanceOf(NotSent);
  expect((error as NotSent).issues).toMatchObject([{ field: 'recaptchaToken', code: 'human_check_required' }]);
  expect(call).not.toHaveBeenCalled();
  expect(check()).toMatchObject({ round: 1, usesFallback: true });
});

test('a form waits until the check shows', async () => {
  const { check, submit } = show('');
  const isReady = await submit();
  expect(await isReady()).toBe(false);
  act(() => check().onShown());
  expect(await isReady()).toBe(true);
});

test('a form waits for the work of a ticked box', async () => {
  const { check, submit } = show('');
  let done = () => {};
  act(() => check().onShown());
  act(() => check().onWork(new Promise<void>((resolve) => (done = resolve))));
  const isReady = await submit();
  expect(await isReady()).toBe(false);
  done();
  expect(await isReady()).toBe(true);
});
