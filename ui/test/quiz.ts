import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '~/api/delivery/locations';
import type { Account, NewAnswers } from '~/api/schema.gen';
import type { Question, Questionnaire } from '~/api/style/questionnaire';
import type { Responses } from '~/core';
import { ann } from './accounts';
import { type Answer, type Call, holdSession, serve, statusOf } from './server';

type Lists = Questionnaire['questions'];

const textOf = (file: string) => readFileSync(join(__dirname, '../../server/data', file), 'utf8');
const read = (file: string) => JSON.parse(textOf(file));

/** The rows of a spreadsheet of the starting data, in its plainest form: the name of a column → the cell. */
function rowsOf(file: string): Record<string, string>[] {
  const text = textOf(`shops/marlowe/${file}`);
  if (/[";\r]/.test(text)) throw new Error(`${file} is not in the plainest form of a spreadsheet`);
  const [columns = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])));
}

const allStores = rowsOf('stores.csv').map(
  ({ id = '', label = '', offered, address = '', city = '', state = '', zip = '' }) => ({
    id,
    name: label.split(' - ').at(-1) ?? '',
    label,
    pickup: offered === 'yes',
    address_line_1: address,
    address_city: city,
    address_state: state,
    address_postal_code: zip,
  }),
);

/** The key of a store among the choices, as the service makes it. */
const refOf = (label: string) => (label.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('_');

/** The questionnaire of the starting data, with its stores as the service adds them. */
export const { questions, delivery_questions, profile_questions, shuffle, reshuffle }: Lists =
  read('questionnaire.json');
for (const question of delivery_questions) {
  if (['preferred_store', 'match_with_stylist_2'].includes(question.ref)) {
    question.properties.choices = allStores.map(({ label }) => ({ ref: refOf(label), label }));
  }
}

const days = rowsOf('holidays.csv');
const daysWith = (column: string) => days.filter((day) => day[column] === 'yes').map(({ date = '' }) => date);
/** The holidays of the starting data. */
export const holidays = {
  company_holidays: daysWith('studio_closed'),
  mail_holidays: daysWith('no_mail'),
  pickup_holidays: daysWith('stores_closed'),
  custom_ship_disallowed_dates: daysWith('no_deliveries'),
};

/** The body of `GET /locations`: the stores of the starting data. */
export const locations: Store[] = allStores.map((store) => ({
  ...store,
  hidden: !store.pickup,
  store_days: { transit_days: 0, closed_dates: [] },
  opening_hours: [{ days: 'Monday to Saturday', hours: '10am to 8pm' }],
}));

interface QuizOptions {
  responses?: Responses;
  /** Replaces the questionnaire's steps. */
  steps?: Question[];
  /** Whether nobody is signed in. */
  visiting?: boolean;
  /** Answers a save instead of storing it. If it returns undefined, the save is stored. */
  onSave?: (call: Call) => Answer | undefined;
  /** The server's time. */
  now?: string;
  /** The signed-in customer. */
  account?: Account;
  /** The current stores. */
  stores?: () => readonly Store[];
  /** Answers calls that the quiz does not make. */
  more?: Parameters<typeof serve>[0];
}

const readyOn = (location_id: string) => ({ body: { location_id, estimated_delivery_date: '2026-11-24' } });

const nothingYet = { completion_percentage: 0 };
const noStats = { about: nothingYet, size_and_fit: nothingYet, style: nothingYet, shipping: nothingYet };

/** The body of `GET /questionnaire`. */
export const questionnaireOf = (responses: Responses, steps = questions): Questionnaire => ({
  questions: { questions: steps, delivery_questions, profile_questions, shuffle, reshuffle, more_tomorrow: true },
  responses,
  stats: noStats,
  id: 'profile-1',
  name: 'Style Profile',
});

/** A server with the questionnaire, which stores the customer's answers. */
export function serveQuiz({
  responses: saved = {},
  steps = questions,
  visiting = false,
  onSave,
  now = '2026-11-20T15:00:00Z',
  account = ann,
  stores = () => locations,
  more = {},
}: QuizOptions = {}) {
  let responses = saved;
  let photos = 0;
  if (!visiting) holdSession();
  const server = serve({
    'GET /status': { body: statusOf({ now }) },
    'GET /account': visiting ? { status: 401, body: null } : { body: account },
    'GET /holidays': { body: holidays },
    'GET /locations': () => ({ body: { locations: stores() } }),
    ...Object.fromEntries(locations.map(({ id }) => [`GET /locations/${id}/estimated_delivery_date`, readyOn(id)])),
    'GET /questionnaire': () => ({ body: { ...questionnaireOf(responses, steps), ...(visiting ? { id: null } : {}) } }),
    'GET /style_profiles/profile-1': () => ({
      body: { id: 'profile-1', name: 'Style Profile', data: { responses, stats: noStats } },
    }),
    'PATCH /style_profiles/profile-1': (call) => {
      const refused = onSave?.(call);
      if (refused) return refused;
      responses = { ...responses, ...(call.body as NewAnswers).responses };
      return { body: { responses, stats: noStats } };
    },
    'POST /style_profiles/profile-1/upload_urls': () => {
      photos += 1;
      const [upload_url, download_url] = [`/uploads/${photos}?signature=s`, `/api/photos/${photos}`];
      return { body: { upload_url, download_url, finish_url: null } };
    },
    ...more,
  });
  return { ...server, saved: () => responses, saves: () => server.to('PATCH /style_profiles/profile-1') };
}

/** A step with one question. */
export const question = (type: Question['type'], more: Partial<Question> = {}): Question => ({
  ref: 'asked',
  type,
  title: 'What is asked',
  onboarding_section: 'about',
  properties: {},
  validations: { required: true },
  ...more,
});

/** Answers to all required questions of a shipped box. */
export const answered: Responses = {
  ...Object.fromEntries(
    questions
      .flatMap((step) => (step.type === 'group' ? (step.properties.fields ?? []) : [step]))
      .filter(({ validations }) => validations.required)
      .map((asked) => [asked.ref, answerTo(asked)]),
  ),
  style_shuffle: Object.fromEntries(shuffle.slice(0, 10).map(({ id }) => [id, 'like'])),
};

function answerTo({ type, properties }: Question): unknown {
  const [first] = properties.choices ?? [];
  if (first) return properties.allow_multiple_selection ? [first.label] : first.label;
  if (type === 'yes_or_no') return false;
  if (type === 'number') return properties.min ?? 1;
  return type === 'date' ? '1988-02-29' : 'Marlowe';
}
