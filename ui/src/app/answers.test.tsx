import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { makeQueryClient } from './queryClient';
import { setSessionOver, useSessionOver } from '~/api/account/sessionEnd';
import { startSession } from '~/api/account/sessions';
import { forgetSession, resumeSession, suspendSession } from '~/lib/memory';
import { ann } from '~test/accounts';
import { questionnaireOf } from '~test/quiz';
import { type Answer, holdSession, serve } from '~test/server';
import { useAnswers } from '~/api/style/answers';
import { questionnaireQuery } from '~/api/style/questionnaire';

const bea = { ...ann, id: 'bea' };

/** Opens a screen that shows the customer's answers. */
function openAnswers() {
  const client = makeQueryClient(() => undefined);
  const { result, unmount } = renderHook(() => useAnswers(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { client, result, unmount };
}

test('the response to what Ann saved does not replace the answers of Bea, who has signed in meanwhile', async () => {
  holdSession();
  let answerAnn: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    answerAnn = resolve;
  });
  let questionnaire = questionnaireOf({ height_feet: '5' });
  serve({
    'GET /questionnaire': () => ({ body: questionnaire }),
    'GET /style_profiles/current': () => ({ body: { id: 'profile-2', name: '', data: { responses: {}, stats: {} } } }),
    'PATCH /style_profiles/profile-1': () => late,
  });
  const { client, result } = openAnswers();
  await waitFor(() => expect(result.current.responses).toEqual({ height_feet: '5' }));
  act(() => result.current.answer('height_feet', '6'));
  await waitFor(() => expect(result.current.state).toBe('saving'));
  await act(async () => new Promise((resolve) => setTimeout(resolve)));

  questionnaire = { ...questionnaireOf({ height_feet: '4' }), id: 'profile-2' };
  forgetSession();
  act(() => startSession(client, bea));
  await act(() => client.fetchQuery(questionnaireQuery));
  await act(async () => {
    answerAnn({ body: { responses: { height_feet: '6' }, stats: {} } });
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(result.current.responses).toEqual({ height_feet: '4' });
});

describe('a visitor’s answers', () => {
  const answerAsVisitor = async () => {
    serve({ 'GET /questionnaire': { body: { ...questionnaireOf({}), id: null, stats: null } } });
    const { result, unmount } = openAnswers();
    await waitFor(() => expect(result.current.visiting).toBe(true));
    act(() => result.current.answer('height_feet', '6'));
    unmount();
  };
  const kept = async () => {
    const { result, unmount } = openAnswers();
    await waitFor(() => expect(result.current.visiting).toBe(true));
    const { responses } = result.current;
    unmount();
    return responses;
  };

  test('wait for the customer who signs in next', async () => {
    await answerAsVisitor();
    resumeSession('ann');
    expect(await kept()).toEqual({ height_feet: '6' });
  });

  test('do not outlive a sign-out', async () => {
    await answerAsVisitor();
    forgetSession();
    expect(await kept()).toEqual({});
  });

  test('go only to the customer whose session ended', async () => {
    await answerAsVisitor();
    suspendSession('ann');
    resumeSession('bea');
    expect(await kept()).toEqual({});
  });
});

test('an answer that is given after a sign-out in another tab is not taken, and the screen says so', async () => {
  holdSession();
  serve({ 'GET /questionnaire': { body: questionnaireOf({ height_feet: '5' }) } });
  const { result } = openAnswers();
  await waitFor(() => expect(result.current.responses).toEqual({ height_feet: '5' }));
  const { result: isOver } = renderHook(() => useSessionOver());
  expect(isOver.current).toBe(false);
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'stylebox.session.known answers' })));
  expect(isOver.current).toBe(true);
  act(() => result.current.answer('height_feet', '6'));
  expect(result.current.responses).toEqual({ height_feet: '5' });
  expect(localStorage).toHaveLength(0);
  act(() => setSessionOver(false));
});
