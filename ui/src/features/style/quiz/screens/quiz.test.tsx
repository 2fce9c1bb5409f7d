import { act, screen, waitFor } from '@testing-library/react';
import type { NewAnswers } from '~/api/schema.gen';
import { everShown } from '~test/everShown';
import { openPage } from '~test/openPage';
import { answered, question, questionnaireOf, questions, serveQuiz, shuffle } from '~test/quiz';

const next = () => screen.findByRole('button', { name: 'Next' });
const back = () => screen.findByRole('button', { name: 'Back' });
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

/** Closes the page, as a reload does. */
const leave = (page: ReturnType<typeof openPage>) => {
  page.unmount();
  page.client.clear();
};

const likes = (count: number) => Object.fromEntries(shuffle.slice(0, count).map(({ id }) => [id, 'like']));

describe('the order of the quiz', () => {
  test('Next and Back follow the questionnaire, and the browser’s own Back does too', async () => {
    serveQuiz({ responses: { occasions: ['Weekends'] } });
    const { user, path } = openPage('/quiz/2');
    await user.click(await next());
    expect(await heading('Tell us about your wardrobe')).toBeVisible();
    expect(path()).toBe('/quiz/3');
    await user.click(await back());
    expect(await heading('Where will you be wearing it?')).toBeVisible();
    expect(path()).toBe('/quiz/2');
    act(() => window.history.back());
    await waitFor(() => expect(path()).toBe('/quiz/3'));
    expect(await heading('Tell us about your wardrobe')).toBeVisible();
  });

  test('the first step has no Back', async () => {
    serveQuiz();
    openPage('/quiz/1');
    await next();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  });

  test('the stylist follows the style questions, then come the others, without the questions about shoes of a pick-up', async () => {
    serveQuiz({ responses: { spend_level: 'Under $60', match_with_stylist: 'Adela M.' } });
    const { user, path } = openPage('/quiz/13');
    await user.click(await next());
    expect(await heading(/thanks for letting us know what makes you tick/)).toBeVisible();
    expect(path()).toBe('/q/stylist');
    await user.click(screen.getByRole('button', { name: 'Sounds Good!' }));
    expect(await heading('Who would you like to style you?')).toBeVisible();
    expect(path()).toBe('/quiz/15');
    await user.click(await next());
    expect(await heading('How would you like to get your box?')).toBeVisible();
    expect(path()).toBe('/quiz/delivery');
    await user.click(await back());
    expect(await heading('Who would you like to style you?')).toBeVisible();
    expect(path()).toBe('/quiz/15');
    await user.click(await back());
    expect(await heading(/what makes you tick/)).toBeVisible();
    expect(path()).toBe('/q/stylist');
  });

  test('a pick-up step redirects a customer whose box is shipped to the delivery step', async () => {
    serveQuiz();
    const { path } = openPage('/quiz/14');
    await waitFor(() => expect(path()).toBe('/quiz/delivery'));
  });

  test('an unknown step shows the dashboard', async () => {
    serveQuiz();
    const { path } = openPage('/quiz/99');
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });

  test('the progress bar shows the section, and skipped steps as open', async () => {
    const { birthday: _passed, ...others } = answered;
    serveQuiz({ responses: others });
    openPage('/quiz/5');
    const progress = await screen.findByRole('list', { name: 'Your progress' });
    const current = progress.querySelector('[aria-current="step"]');
    expect(current).toHaveTextContent('Size & fit');
    expect(screen.getByRole('progressbar', { name: 'About you: under way' })).toHaveValue(2 / 3);
    expect(screen.getByRole('progressbar', { name: 'Size & fit: under way' })).toHaveValue(0.2);
    expect(screen.getByRole('progressbar', { name: 'Style: not started yet' })).toHaveValue(0);
  });

  test('a section without open steps is complete', async () => {
    serveQuiz({ responses: answered });
    openPage('/quiz/5');
    expect(await screen.findByRole('progressbar', { name: 'About you: complete' })).toHaveValue(1);
  });
});

describe('answers', () => {
  const feet = () => screen.findByRole('combobox', { name: 'Feet' });

  test('are there again after a reload', async () => {
    serveQuiz();
    const first = openPage('/quiz/4');
    await first.user.selectOptions(await feet(), '5');
    expect(await screen.findByText('Saved')).toBeVisible();
    leave(first);
    openPage('/quiz/4');
    expect(await feet()).toHaveValue('5');
  });

  describe('that are incomplete', () => {
    const month = () => screen.findByRole('textbox', { name: 'Month' });
    const day = () => screen.getByRole('textbox', { name: /^Day/ });
    const year = () => screen.getByRole('textbox', { name: 'Year' });
    const note = (text: string) => screen.queryByText(text);
    const birthday = [question('date', { ref: 'birthday' })];

    test('are not called saved, and no note shows before something is typed', async () => {
      const server = serveQuiz({ steps: birthday });
      const { user } = openPage('/quiz/1');
      await user.type(await month(), '02');
      expect(note('Saved')).toBeNull();
      expect(await screen.findByText('Not saved yet')).toBeVisible();
      await user.type(day(), '29');
      expect(note('Saved')).toBeNull();
      expect(server.saves()).toHaveLength(0);
      await user.type(year(), '1988');
      expect(await screen.findByText('Saved')).toBeVisible();
      expect(note('Not saved yet')).toBeNull();
      expect(server.saved()).toEqual({ birthday: '1988-02-29' });
    });

    test('have no note while nothing is typed; a step with an answer says that it is saved', async () => {
      serveQuiz({ steps: birthday });
      const first = openPage('/quiz/1');
      await month();
      for (const text of ['Saved', 'Not saved yet']) expect(note(text)).toBeNull();
      leave(first);
      serveQuiz({ steps: birthday, responses: { birthday: '1988-02-29' } });
      openPage('/quiz/1');
      await month();
      expect(note('Saved')).toBeVisible();
    });

    test('survive a reload as a part of a date; the whole date comes from the server', async () => {
      const server = serveQuiz({ steps: birthday });
      const first = openPage('/quiz/1');
      await first.user.type(await month(), '02');
      await first.user.type(day(), '29');
      leave(first);
      const second = openPage('/quiz/1');
      expect(await month()).toHaveValue('02');
      expect(day()).toHaveValue('29');
      expect(note('Not saved yet')).toBeVisible();
      await second.user.type(year(), '1988');
      await waitFor(() => expect(server.saved()).toEqual({ birthday: '1988-02-29' }));
      // The tab stores nothing that could replace a newer answer.
      expect(sessionStorage.getItem('stylebox.draft.date of birth.birthday')).toBeNull();
    });

    test.each([
      ['a number', question('number', { properties: { min: 1, max: 20 } }), '99'],
      ['a text', question('short_text', { properties: { max_length: 5 } }), 'Marlowe'],
      ['a long text', question('long_text', { properties: { max_length: 5 } }), 'Always in green'],
    ])('%s that is not a valid answer survives a reload, and is not called saved', async (_, asked, text) => {
      const server = serveQuiz({ steps: [asked] });
      const first = openPage('/quiz/1');
      const field = async () => screen.findByLabelText(/What is asked/);
      await first.user.type(await field(), text);
      expect(await screen.findByText('Not saved yet')).toBeVisible();
      leave(first);
      const wasCalledSaved = everShown(() => note('Saved') !== null);
      openPage('/quiz/1');
      expect(await field()).toHaveDisplayValue(text);
      expect(note('Not saved yet')).toBeVisible();
      expect(wasCalledSaved()).toBe(false);
      expect(Object.values(server.saved())).not.toContain(text);
    });
  });

  test('that could not be saved say so, stay, and are sent when the network is back', async () => {
    let offline = true;
    const server = serveQuiz({
      onSave: () => {
        if (offline) throw new TypeError('Failed to fetch');
        return undefined;
      },
    });
    const { user } = openPage('/quiz/4');
    await user.selectOptions(await feet(), '5');
    expect(await screen.findByText(/Saved on this device/)).toBeVisible();
    expect(await feet()).toHaveValue('5');
    // A temporary failure shows no toast.
    expect(screen.queryByText('An unexpected error occurred')).not.toBeInTheDocument();

    offline = false;
    const tries = server.saves().length;
    await act(async () => void window.dispatchEvent(new Event('online')));
    // Immediately, without waiting for the next try.
    expect(server.saves()).toHaveLength(tries + 1);
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(server.saved()).toEqual({ height_feet: '5' });
  });

  test('that were not saved survive a reload', async () => {
    let offline = true;
    const server = serveQuiz({ onSave: () => (offline ? { status: 503, body: null } : undefined) });
    const first = openPage('/quiz/4');
    await first.user.selectOptions(await feet(), '5');
    expect(await screen.findByText(/Saved on this device/)).toBeVisible();
    leave(first);

    offline = false;
    openPage('/quiz/4');
    expect(await feet()).toHaveValue('5');
    await waitFor(() => expect(server.saved()).toEqual({ height_feet: '5' }));
  });

  test('that the server refuses show its reason and do not delay others', async () => {
    const steps = [
      question('group', {
        properties: {
          fields: [
            question('yes_or_no', { ref: 'first', title: 'First?' }),
            question('yes_or_no', { ref: 'second', title: 'Second?' }),
          ],
        },
      }),
    ];
    const server = serveQuiz({
      steps,
      onSave: ({ body }) =>
        'first' in (body as NewAnswers).responses
          ? { status: 422, body: { errors: {}, issues: [{ field: 'first', code: 'x', message: 'Not that one.' }] } }
          : undefined,
    });
    const { user } = openPage('/quiz/1');
    const [firstYes, secondYes] = await screen.findAllByRole('radio', { name: 'Yes' });
    if (!firstYes || !secondYes) throw new Error('Both questions are asked.');
    await user.click(firstYes);
    await user.click(secondYes);
    expect(await screen.findByText('Not that one.')).toBeVisible();
    expect(await screen.findByText('“First?”: Not that one.')).toBeVisible();
    await waitFor(() => expect(server.saved()).toEqual({ second: true }));
  });

  test('lead to sign-in after the session has ended, and are kept', async () => {
    serveQuiz({ onSave: () => ({ status: 401, body: null }) });
    const { user, path } = openPage('/quiz/4');
    await user.selectOptions(await feet(), '5');
    await waitFor(() => expect(path()).toBe('/login'));
    expect(localStorage.getItem('stylebox.account.answers.profile-1')).toContain('"height_feet":{"value":"5"');
  });

  test('on a screen for visitors say that the session is over, also after a reload', async () => {
    serveQuiz({
      steps: [question('short_text', { ref: 'words', title: 'Your words' })],
      onSave: () => ({ status: 401, body: null }),
    });
    const { user, path } = openPage('/quiz/1');
    await user.type(await screen.findByRole('textbox', { name: /Your words/ }), 'Marlowe');
    expect(await screen.findByText(/You are no longer signed in/)).toBeVisible();
    expect(path()).toBe('/quiz/1');
  });

  test('of a visitor are kept until there is an account: Next leads to registration', async () => {
    const visit = serveQuiz({ visiting: true, steps: [question('yes_or_no')] });
    const visitor = openPage('/quiz/1');
    const { user, path } = visitor;
    await user.click(await screen.findByRole('radio', { name: 'Yes' }));
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/register'));
    expect(visit.saves()).toHaveLength(0);
    leave(visitor);

    const server = serveQuiz({ steps: [question('yes_or_no')] });
    openPage('/quiz/1');
    await waitFor(() => expect(server.saved()).toEqual({ asked: true }));
  });
});

describe('the style shuffle', () => {
  const ref = 'style_shuffle';
  const [first, second] = shuffle;

  test('can be swiped with the arrow keys', async () => {
    const server = serveQuiz();
    const { user } = openPage('/quiz/11');
    expect(await screen.findByText(first?.title ?? '')).toBeVisible();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(server.saved()[ref]).toEqual({ [first?.id ?? '']: 'like' }));
    await user.keyboard('{ArrowLeft}');
    await waitFor(() =>
      expect(server.saved()[ref]).toEqual({ [first?.id ?? '']: 'like', [second?.id ?? '']: 'dislike' }),
    );
    expect(screen.getByText(new RegExp(`^${second?.title}: disliked. Next: `))).toBeInTheDocument();
  });

  test('has buttons, and a swipe can be undone', async () => {
    const server = serveQuiz();
    const { user } = openPage('/quiz/11');
    await user.click(await screen.findByRole('button', { name: 'Dislike' }));
    await waitFor(() => expect(server.saved()[ref]).toEqual({ [first?.id ?? '']: 'dislike' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.saved()[ref]).toEqual({}));
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('enables Next after ten swipes', async () => {
    serveQuiz({ responses: { [ref]: likes(9) } });
    const { user, path } = openPage('/quiz/11');
    expect(await next()).toHaveAttribute('aria-disabled', 'true');
    await user.click(await next());
    expect(screen.getByText('Still needed: 1 more outfit')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Like' }));
    expect(await next()).toHaveAttribute('aria-disabled', 'false');
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/quiz/12'));
  });

  test('opens the next step after the last card, and Back leads to the step before', async () => {
    serveQuiz({ responses: { [ref]: likes(shuffle.length - 1) } });
    const { user, path } = openPage('/quiz/11');
    await user.click(await screen.findByRole('button', { name: 'Like' }));
    await waitFor(() => expect(path()).toBe('/quiz/12'));
    expect(await heading('What should we leave out?')).toBeVisible();
    await user.click(await back());
    expect(await screen.findByText('You have seen every outfit')).toBeVisible();
    expect(path()).toBe('/quiz/11');
    await user.click(await back());
    await waitFor(() => expect(path()).toBe('/quiz/10'));
  });

  test('leads back after the last card if it was opened to change its answer', async () => {
    serveQuiz({ responses: { ...answered, [ref]: likes(shuffle.length - 1) } });
    const { user, path } = openPage('/quiz/11', { back: '/quiz/3' });
    await user.click(await screen.findByRole('button', { name: 'Like' }));
    await waitFor(() => expect(path()).not.toBe('/quiz/11'));
    expect(path()).toBe('/quiz/3');
  });

  test('starts over with the first outfit once all are seen', async () => {
    const server = serveQuiz({ responses: { [ref]: likes(shuffle.length) } });
    const { user } = openPage('/quiz/11');
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    expect(await screen.findByRole('group', { name: 'Style shuffle' })).toHaveTextContent(first?.title ?? '');
    expect(screen.queryByText('You have seen every outfit')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await waitFor(() => expect(server.saved()[ref]).toEqual({}));
  });

  test('says that there are no outfits, and Next leads on', async () => {
    const lists = questionnaireOf({});
    serveQuiz({
      more: { 'GET /questionnaire': { body: { ...lists, questions: { ...lists.questions, shuffle: [] } } } },
    });
    const { user, path } = openPage('/quiz/11');
    expect(
      await screen.findByText('There are no outfits to look through right now. Continue with Next.'),
    ).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Style shuffle' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
    expect(await next()).toHaveAttribute('aria-disabled', 'false');
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/quiz/12'));
  });

  test.each([
    ['a few outfits that were liked', likes(1), shuffle, 'From our collection'],
    ['enough outfits that were liked', likes(3), shuffle, 'Outfits that you liked'],
    ['no outfits at all', {}, [], null],
    ['outfits that were liked and are gone', likes(3), [], null],
  ] as const)('with %s is thanked for, and the way on is open', async (_which, liked, cards, board) => {
    const lists = questionnaireOf({ ...answered, [ref]: liked });
    serveQuiz({
      more: { 'GET /questionnaire': { body: { ...lists, questions: { ...lists.questions, shuffle: cards } } } },
    });
    const { user, path } = openPage('/q/stylist');
    const onward = await screen.findByRole('button', { name: 'Sounds Good!' });
    const boards = screen.queryAllByRole('list', { name: /^(From our collection|Outfits that you liked)$/ });
    // An empty list is left out.
    expect(boards.map((list) => list.getAttribute('aria-label'))).toEqual(board === null ? [] : [board]);
    await user.click(onward);
    await waitFor(() => expect(path()).toBe('/quiz/15'));
  });

  test('is the eleventh step', () => {
    expect(questions[10]?.ref).toBe(ref);
  });
});
