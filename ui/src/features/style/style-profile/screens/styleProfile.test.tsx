import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { questionnaireQuery } from '~/api/style/questionnaire';
import type { NewAnswers } from '~/api/schema.gen';
import { openPage } from '~test/openPage';
import { answered, questionnaireOf, questions as steps, reshuffle, serveQuiz, shuffle } from '~test/quiz';
import type { Handlers } from '~test/server';

const stats = {
  about: { completion_percentage: 80 },
  size_and_fit: { completion_percentage: 100 },
  style: { completion_percentage: 0 },
  shipping: { completion_percentage: 0 },
};

describe('the style profile', () => {
  test('shows how complete each section is, and leads to its questions', async () => {
    serveQuiz({
      responses: answered,
      more: { 'GET /questionnaire': { body: { ...questionnaireOf(answered), stats } } },
    });
    openPage('/styleprofile');
    const link = (name: RegExp) => screen.findByRole('link', { name });
    expect(await link(/^About Me.*80% complete$/)).toHaveAttribute('href', '/members/edit-profile/about');
    expect(await link(/^Size & Fit.*Complete$/)).toHaveAttribute('href', '/members/edit-profile/size_fit');
    expect(await link(/^Style.*0% complete$/)).toHaveAttribute('href', '/members/edit-profile/style');
    expect(await link(/^Additional Details$/)).toHaveAttribute('href', '/members/edit-profile/shipping');
  });

  test('a card of the day is answered with Yes or No, and sent', async () => {
    const today = reshuffle.slice(0, 2);
    const [first, second] = today as [(typeof today)[0], (typeof today)[0]];
    const lists = questionnaireOf({}).questions;
    const { saves } = serveQuiz({
      more: { 'GET /questionnaire': { body: { ...questionnaireOf({}), questions: { ...lists, reshuffle: today } } } },
    });
    const { user } = openPage('/styleprofile');
    const deck = await screen.findByRole('group', { name: 'Is this your style?' });
    await user.click(within(deck).getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect((saves().at(-1)?.body as NewAnswers | undefined)?.responses).toEqual({
        style_reshuffle: { [first.id]: 'like' },
      }),
    );
    await user.click(within(deck).getByRole('button', { name: 'No' }));
    expect(await screen.findByText(/Thanks for letting your stylist know what you love\./)).toBeVisible();
    expect(screen.getByText(/Come back tomorrow for more!/)).toBeVisible();
    await waitFor(() =>
      expect((saves().at(-1)?.body as NewAnswers | undefined)?.responses).toEqual({
        style_reshuffle: { [first.id]: 'like', [second.id]: 'dislike' },
      }),
    );
  });

  test('after all existing cards are answered, the thanks promise nothing for tomorrow', async () => {
    const lists = questionnaireOf({}).questions;
    const questions = { ...lists, reshuffle: [], more_tomorrow: false };
    serveQuiz({ more: { 'GET /questionnaire': { body: { ...questionnaireOf({}), questions } } } });
    openPage('/styleprofile');
    expect(await screen.findByText(/Thanks for letting your stylist know what you love\./)).toBeVisible();
    expect(screen.queryByText(/Come back tomorrow/)).toBeNull();
  });

  test('does not mention a deck of the day if there is none, and shows the rest', async () => {
    const lists = questionnaireOf({});
    const none = { ...lists.questions, profile_questions: [], reshuffle: [] };
    serveQuiz({ more: { 'GET /questionnaire': { body: { ...lists, questions: none } } } });
    openPage('/styleprofile');
    expect(await screen.findByRole('link', { name: /^About Me/ })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'This Just In' })).toBeNull();
    expect(screen.queryByText(/Thanks for letting/)).toBeNull();
  });

  test('shows new answers on the dashboard immediately', async () => {
    const today = reshuffle.slice(0, 2);
    serveQuiz({
      onSave: ({ body }) => ({ body: { ...(body as NewAnswers), stats } }),
      more: {
        'GET /questionnaire': {
          body: { ...questionnaireOf({}), questions: { ...questionnaireOf({}).questions, reshuffle: today } },
        },
        'GET /orders': { body: { orders: [] } },
        'GET /style_profiles/current': { body: { data: { stats: questionnaireOf({}).stats } } },
      },
    });
    const { user } = openPage('/dashboard');
    await user.click(await screen.findByRole('link', { name: /^Style profile.*About Me\s*: 0% complete/ }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByRole('link', { name: /^Style profile.*About Me\s*: 80% complete/ })).toBeVisible();
  });

  test('shows the answers in words', async () => {
    const responses = { height_feet: '5', profession: 'Architect', birthday: '1988-02-29', photos: ['/a', '/b'] };
    serveQuiz({ responses });
    const { user } = openPage('/styleprofile');
    await user.click(await screen.findByText('Your answers at a glance'));
    expect(screen.getByText('When is your birthday?').nextElementSibling).toHaveTextContent('February 29, 1988');
    expect(screen.getByText('Show us how you dress').nextElementSibling).toHaveTextContent('2 photos');
    expect(screen.getByText('What fills your weekdays?').nextElementSibling).toHaveTextContent('Architect');
    expect(screen.getByText('Feet').nextElementSibling).toHaveTextContent('5');
  });

  test('says if nothing is answered', async () => {
    serveQuiz();
    const { user } = openPage('/styleprofile');
    await user.click(await screen.findByText('Your answers at a glance'));
    expect(screen.getByText(/^Nothing yet\./)).toBeVisible();
  });

  test('says if it cannot be loaded, and can be loaded again', async () => {
    let isDown = true;
    serveQuiz({
      more: { 'GET /questionnaire': () => (isDown ? { status: 503 } : { body: questionnaireOf({}) }) },
    });
    const { user } = openPage('/styleprofile');
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 });
    isDown = false;
    await user.click(again);
    expect(await screen.findByRole('link', { name: /^About Me/ })).toBeVisible();
  });
});

const openSection = (responses: Record<string, unknown>, more: Handlers = {}) => {
  const server = serveQuiz({ responses, more });
  return { ...server, ...openPage('/edit-profile/style') };
};

describe('a section', () => {
  test.each([
    ['about', 'About Me', 'What fills your weekdays?', 'Anything else we should know?'],
    ['size_fit', 'Size & Fit', 'Anything else we should know?', 'What fills your weekdays?'],
    ['style', 'Style', 'Colors to avoid', 'What fills your weekdays?'],
    ['shipping', 'Additional Details', 'Anything else we should know?', 'What fills your weekdays?'],
  ])('%s is titled %s and has its own questions', async (section, title, has, hasNot) => {
    serveQuiz({ responses: answered });
    openPage(`/edit-profile/${section}`);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await screen.findByText(has)).toBeVisible();
    expect(screen.queryByText(hasNot)).toBeNull();
  });

  test('saves its changes together, and opens the profile', async () => {
    const { saves } = serveQuiz({ responses: { ...answered, profession: 'Architect' } });
    const { user, path } = openPage('/edit-profile/about');
    const profession = await screen.findByLabelText('What fills your weekdays?');
    await user.clear(profession);
    await user.type(profession, 'Baker');
    await user.type(screen.getByLabelText('And how would a friend describe the way you dress?'), 'In navy');
    expect(saves()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(path()).toBe('/styleprofile'));
    expect(saves().map(({ body }) => body)).toEqual([{ responses: { profession: 'Baker', about_me: 'In navy' } }]);
  });

  test('asks for a required answer that was removed, and sends nothing', async () => {
    const { saves } = serveQuiz({ responses: { ...answered, goals: ['Help me dress for work'] } });
    const { user } = openPage('/edit-profile/about');
    await user.click(await screen.findByRole('checkbox', { name: 'Help me dress for work' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Required')).toBeVisible();
    expect(saves()).toHaveLength(0);
  });

  test('does not overwrite an answer that was changed elsewhere without notice', async () => {
    const { saves } = serveQuiz({
      responses: { ...answered, profession: 'Architect', about_me: 'In navy' },
      more: {
        'GET /style_profiles/profile-1': {
          body: {
            id: 'profile-1',
            name: 'Style Profile',
            data: { responses: { ...answered, profession: 'Captain', about_me: 'In navy' }, stats },
          },
        },
      },
    });
    const { user, path } = openPage('/edit-profile/about');
    const profession = await screen.findByLabelText('What fills your weekdays?');
    await user.clear(profession);
    await user.type(profession, 'Baker');
    const described = screen.getByLabelText('And how would a friend describe the way you dress?');
    await user.clear(described);
    await user.type(described, 'In red');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/This was changed in another tab or on another device/)).toBeVisible();
    expect(screen.getByLabelText('What fills your weekdays?')).toHaveValue('Baker');
    expect(screen.getByLabelText('What fills your weekdays?')).toHaveFocus();
    expect(saves()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(path()).toBe('/styleprofile'));
    expect(saves().map(({ body }) => body)).toEqual([{ responses: { profession: 'Baker', about_me: 'In red' } }]);
  });

  test('does not overwrite an answer that another device gave first without notice, even if the page has loaded it', async () => {
    const responses: Record<string, unknown> = { ...answered };
    const { saves } = serveQuiz({
      responses,
      more: {
        'GET /questionnaire': () => ({ body: questionnaireOf(responses) }),
        'GET /style_profiles/profile-1': () => ({
          body: { id: 'profile-1', name: 'Style Profile', data: { responses, stats } },
        }),
      },
    });
    const { user, client, path } = openPage('/edit-profile/about');
    const profession = await screen.findByLabelText('What fills your weekdays?');
    await user.type(profession, 'Baker');
    responses['profession'] = 'Captain';
    await act(() => client.refetchQueries({ queryKey: questionnaireQuery.queryKey }));
    await user.type(profession, 's');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/This was changed in another tab or on another device/)).toBeVisible();
    expect(screen.getByLabelText('What fills your weekdays?')).toHaveValue('Bakers');
    expect(saves()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(path()).toBe('/styleprofile'));
    expect(saves().map(({ body }) => body)).toEqual([{ responses: { profession: 'Bakers' } }]);
  });

  test('says at a date of birth that it was changed elsewhere', async () => {
    const { saves } = serveQuiz({
      responses: { ...answered, birthday: '1988-02-29' },
      more: {
        'GET /style_profiles/profile-1': {
          body: {
            id: 'profile-1',
            name: 'Style Profile',
            data: { responses: { ...answered, birthday: '1990-05-06' }, stats },
          },
        },
      },
    });
    const { user } = openPage('/edit-profile/about');
    const day = await screen.findByLabelText(/^Day/);
    await user.clear(day);
    await user.type(day, '28');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    const message = await screen.findByText(/This was changed in another tab or on another device/);
    expect(message).toBeVisible();
    expect(screen.getByLabelText(/^Month/)).toHaveFocus();
    expect(screen.getByLabelText(/^Month/).closest('fieldset')).toHaveAccessibleDescription(
      expect.stringContaining(message.textContent ?? ''),
    );
    expect(saves()).toHaveLength(0);
  });

  test('says at a date of birth why the server refuses it', async () => {
    serveQuiz({
      responses: { ...answered, birthday: '1988-02-29' },
      onSave: () => ({
        status: 422,
        body: { issues: [{ field: 'birthday', code: 'birthday_refused', message: 'This date cannot be yours.' }] },
      }),
    });
    const { user } = openPage('/edit-profile/about');
    const day = await screen.findByLabelText(/^Day/);
    await user.clear(day);
    await user.type(day, '28');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('This date cannot be yours.')).toBeVisible();
    expect(screen.getByLabelText(/^Month/)).toHaveFocus();
  });

  test('shows an answer from elsewhere in a control that only started with another', async () => {
    const { denim_spend: _skipped, ...others } = answered;
    const { user, saves, path } = openSection(
      { ...others },
      {
        'GET /style_profiles/profile-1': {
          body: {
            id: 'profile-1',
            name: 'Style Profile',
            data: { responses: { ...others, denim_spend: '$100 - $200' }, stats },
          },
        },
      },
    );
    await screen.findByRole('heading', { level: 1, name: 'Style' });
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/You answered this in another tab or on another device/)).toBeVisible();
    expect(screen.getByText('$100 - $200')).toBeVisible();
    expect(saves()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(path()).toBe('/styleprofile'));
    expect(saves()).toHaveLength(0);
  });

  test('shows unsaved changes when the customer comes back, and can undo them', async () => {
    serveQuiz({ responses: { ...answered, profession: 'Architect' } });
    const { user } = openPage('/edit-profile/about');
    await user.type(await screen.findByLabelText('What fills your weekdays?'), 's');
    await user.click(screen.getByRole('link', { name: 'Back to my style profile' }));
    await user.click(await screen.findByRole('link', { name: /^About Me/ }));
    expect(await screen.findByLabelText('What fills your weekdays?')).toHaveValue('Architects');
    await user.click(screen.getByRole('button', { name: 'Undo my changes' }));
    expect(screen.getByLabelText('What fills your weekdays?')).toHaveValue('Architect');
  });

  test('shows undone changes in the controls too', async () => {
    const { saves } = serveQuiz({ responses: { ...answered, birthday: '1988-02-29' } });
    const { user, path } = openPage('/edit-profile/about');
    const day = await screen.findByLabelText(/^Day/);
    await user.clear(day);
    await user.type(day, '28');
    await user.click(screen.getByRole('button', { name: 'Undo my changes' }));
    expect(screen.getByLabelText(/^Day/)).toHaveValue('29');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await user.clear(screen.getByLabelText(/^Month/));
    await user.type(screen.getByLabelText(/^Month/), '13');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(path()).toBe('/edit-profile/about');
    expect(saves()).toHaveLength(0);
  });

  test('saves the answer that a control starts with even if it is not touched', async () => {
    const { denim_spend: _skipped, ...others } = answered;
    const { user, saves } = openSection({ ...others });
    await screen.findByRole('heading', { level: 1, name: 'Style' });
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(saves().map(({ body }) => body)).toEqual([{ responses: { denim_spend: '$90 - $300' } }]),
    );
  });

  describe('with a deck of outfits', () => {
    const ref = 'style_shuffle';
    const title = steps.find((each) => each.ref === ref)?.title ?? '';
    const deck = () => screen.findByRole('group', { name: title });
    const openDeck = (swipes: Record<string, string>, cards = shuffle) => {
      const responses = { ...answered, [ref]: swipes };
      const lists = questionnaireOf(responses);
      const of = { ...lists, questions: { ...lists.questions, shuffle: cards } };
      return openSection(responses, { 'GET /questionnaire': { body: of } });
    };
    const all = Object.fromEntries(shuffle.map(({ id }) => [id, 'dislike']));

    test('goes through them again from the first one once all are seen', async () => {
      const { user, saves, path } = openDeck(all);
      await user.click(await screen.findByRole('button', { name: 'Go through the outfits again' }));
      expect(await deck()).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Go through the outfits again' })).toBeNull();
      const like = within(await deck()).getByRole('button', { name: 'Like' });
      await user.click(like);
      await user.click(screen.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() => expect(path()).toBe('/styleprofile'));
      const [first] = shuffle;
      expect((saves().at(-1)?.body as NewAnswers | undefined)?.responses[ref]).toEqual({ [first?.id ?? '']: 'like' });
    });

    test('gives the focus to the whole part when its pressed button disappears', async () => {
      const last = shuffle.at(-1)?.id ?? '';
      const { [last]: _, ...others } = all;
      const { user } = openDeck(others);
      const part = () => screen.getByRole('group', { name: `${title} and what you liked` });
      await user.click(within(await deck()).getByRole('button', { name: 'Like' }));
      expect(screen.queryByRole('group', { name: title })).toBeNull();
      expect(part()).toHaveFocus();
      await user.click(screen.getByRole('button', { name: 'Go through the outfits again' }));
      expect(part()).toHaveFocus();
    });

    test('says that it was changed elsewhere', async () => {
      const [, second] = shuffle;
      const elsewhere = { ...answered, [ref]: { [second?.id ?? '']: 'like' } };
      const server = openSection(
        { ...answered, [ref]: {} },
        {
          'GET /style_profiles/profile-1': {
            body: { id: 'profile-1', name: 'Style Profile', data: { responses: elsewhere, stats } },
          },
        },
      );
      await server.user.click(within(await deck()).getByRole('button', { name: 'Like' }));
      await server.user.click(screen.getByRole('button', { name: 'Save Changes' }));
      const message = await screen.findByText(/This was changed in another tab or on another device/);
      expect(message).toBeVisible();
      expect(document.activeElement).toHaveAccessibleDescription(message.textContent ?? '');
      expect(document.activeElement).toContainElement(await deck());
      expect(server.saves()).toHaveLength(0);
    });

    test('says if it is empty, and the rest of the section can be saved', async () => {
      const { user, path } = openDeck({}, []);
      expect(await screen.findByText('There are no outfits to look through right now.')).toBeVisible();
      expect(screen.queryByRole('group', { name: title })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Go through the outfits again' })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() => expect(path()).toBe('/styleprofile'));
    });
  });

  test.each(['about', 'size_fit', 'style', 'shipping'])(
    '%s without a question says so and leads back',
    async (section) => {
      const lists = questionnaireOf({});
      const none = { ...lists.questions, questions: [], profile_questions: [], delivery_questions: [] };
      const { saves } = serveQuiz({ more: { 'GET /questionnaire': { body: { ...lists, questions: none } } } });
      const { user, path } = openPage(`/edit-profile/${section}`);
      expect(await screen.findByText('There is nothing to answer here right now.')).toBeVisible();
      await user.click(screen.getByRole('link', { name: 'Back to my style profile' }));
      await waitFor(() => expect(path()).toBe('/styleprofile'));
      expect(saves()).toHaveLength(0);
    },
  );

  test('says at its button if it could not be saved, where the message stays', async () => {
    const why = 'Please come back later.';
    serveQuiz({
      responses: { ...answered, profession: 'Architect' },
      onSave: () => ({ status: 503, body: { errors: { unavailable: why } } }),
    });
    const { user, path } = openPage('/edit-profile/about');
    await user.type(await screen.findByLabelText('What fills your weekdays?'), 's');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(why, { selector: '[data-sonner-toast] *' })).toBeVisible();
    act(() => void toast.dismiss());
    expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveAccessibleDescription(why);
    expect(path()).toBe('/edit-profile/about');
  });

  test('a section that does not exist opens the profile', async () => {
    serveQuiz();
    const { path } = openPage('/edit-profile/nothing');
    await waitFor(() => expect(path()).toBe('/styleprofile'));
  });
});
