// Says whether the starting data holds together: `node server/data/check.mjs`. Exits 1 and lists what is wrong.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const faults = [];
const fault = (where, what) => faults.push(`${where}: ${what}`);
const read = (name) => {
  try {
    return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
  } catch (error) {
    fault(name, error.message);
    return undefined;
  }
};
const isText = (value) => typeof value === 'string' && value.trim() !== '';
const unique = (where, values) => {
  const seen = new Set();
  for (const value of values) {
    if (seen.has(value)) fault(where, `"${value}" stands twice`);
    seen.add(value);
  }
  return seen;
};

const PICTURES = '/api/product_images/';
const referenced = new Set();
function picture(where, path) {
  if (!isText(path) || !path.startsWith(PICTURES)) return fault(where, `"${path}" is not a picture's path`);
  const id = path.slice(PICTURES.length);
  referenced.add(id);
  if (!existsSync(new URL(`images/${id}.svg`, import.meta.url))) fault(where, `images/${id}.svg is missing`);
  return undefined;
}

// questionnaire ------------------------------------------------------------------------------------------------------

const TYPES = ['dropdown', 'short_text', 'number', 'date', 'long_text', 'picture_choice', 'multiple_choice', 'yes_or_no', 'picture_choice_carousel', 'file_upload', 'statement', 'group', 'designs_disliked_colors'];
const WITH_CHOICES = ['dropdown', 'picture_choice', 'multiple_choice', 'picture_choice_carousel', 'designs_disliked_colors'];
const STEP_SECTIONS = [[3, 'about'], [8, 'size_and_fit'], [13, 'style'], [15, 'shipping']];
const NEEDED = [
  'height_feet', 'height_inches', 'top_size', 'bra_band', 'bra_cup', 'bottom_size', 'brand_1', 'size_1', 'brand_2', 'size_2', 'brand_3', 'size_3',
  'denim_rise', 'denim_distress', 'denim_style', 'denim_spend', 'match_with_stylist', 'match_with_stylist_2', 'preferred_store', 'themebox', 'msg', 'subscription_type', 'ship_by_date', 'anything_else_notes', 'birthday', 'style_shuffle', 'style_reshuffle', 'photos', 'wants_shoes',
];
const SUBSCRIPTIONS = ['subscription_30_day', 'subscription_60_day', 'subscription_90_day', 'subscription_on_demand'];

const quiz = read('questionnaire.json') ?? { questions: [], delivery_questions: [], profile_questions: [], shuffle: [], reshuffle: [] };
const flat = (questions) => questions.flatMap((question) => [question, ...flat(question.properties?.fields ?? [])]);
const questions = flat([...quiz.questions, ...quiz.delivery_questions, ...quiz.profile_questions]);
const refs = unique('questionnaire refs', questions.map((question) => question.ref));
const question = (ref) => questions.find((candidate) => candidate.ref === ref);
const labels = (ref) => (question(ref)?.properties.choices ?? []).map((choice) => choice.label);
const choiceRefs = (ref) => (question(ref)?.properties.choices ?? []).map((choice) => choice.ref);

for (const ref of NEEDED) if (!refs.has(ref)) fault('questionnaire', `no question asks for ${ref}`);
for (const type of TYPES) if (!questions.some((candidate) => candidate.type === type)) fault('questionnaire', `no question is of type ${type}`);
if (quiz.questions.length !== 15) fault('questionnaire', `${quiz.questions.length} steps instead of 15`);
quiz.questions.forEach((step, index) => {
  const [, section] = STEP_SECTIONS.find(([last]) => index + 1 <= last) ?? [];
  for (const part of flat([step])) if (part.onboarding_section !== section) fault(part.ref, `step ${index + 1} belongs to ${section}`);
});
if (quiz.questions[10]?.ref !== 'style_shuffle' || quiz.questions[10]?.type !== 'statement') fault('questionnaire', 'step 11 is not the style shuffle');
if (quiz.questions[13]?.properties.flow !== 'pickup') fault('questionnaire', 'step 14 is not marked for the pick-up');
for (const { ref, type, title, properties, validations } of questions) {
  if (!isText(ref) || !isText(title)) fault(ref, 'a question needs a ref and a title');
  if (!TYPES.includes(type)) fault(ref, `"${type}" is not a type`);
  if (typeof validations?.required !== 'boolean') fault(ref, 'validations.required is missing');
  const { choices } = properties;
  // The service adds the stores.
  const isOfStores = ['preferred_store', 'match_with_stylist_2'].includes(ref);
  if ((WITH_CHOICES.includes(type) && !isOfStores) !== Array.isArray(choices)) fault(ref, 'choices belong to the types that choose, and only to them');
  if (type === 'group' && !properties.fields?.length) fault(ref, 'a group without fields');
  unique(`${ref} choices`, (choices ?? []).map((choice) => choice.ref));
  unique(`${ref} labels`, (choices ?? []).map((choice) => choice.label));
  for (const choice of choices ?? []) {
    if (!isText(choice.ref) || !isText(choice.label)) fault(ref, 'a choice needs a ref and a label');
    if (type.startsWith('picture_choice')) picture(`${ref} ${choice.ref}`, choice.image);
    if (type === 'designs_disliked_colors' && !/^#[0-9A-F]{6}$/i.test(choice.hex)) fault(ref, `${choice.label} has no color`);
  }
}
if (String(choiceRefs('subscription_type')) !== String(SUBSCRIPTIONS)) fault('subscription_type', 'not the four types, by their refs');
const spend = question('denim_spend')?.properties ?? {};
if (spend.control !== 'range' || spend.min !== 90 || spend.max !== 300 || spend.step !== 5) fault('denim_spend', 'not a range from 90 to 300 in steps of 5');

const cards = [...quiz.shuffle, ...quiz.reshuffle];
unique('cards', cards.map((card) => card.id));
for (const [ref, deck] of [['style_shuffle', 'shuffle'], ['style_reshuffle', 'reshuffle']]) {
  const { control, deck: named } = question(ref)?.properties ?? {};
  if (control !== 'shuffle' || named !== deck) fault(ref, `its answer is not the swipes of the ${deck}`);
}
if (quiz.shuffle.length < 14) fault('shuffle', 'fewer than 14 cards');
if (quiz.reshuffle.length < 30) fault('reshuffle', 'fewer than 30 cards');
const styles = new Set(choiceRefs('style_looks'));
const knownStyles = (where, list) => {
  if (!list?.length) fault(where, 'no styles');
  for (const style of list ?? []) if (!styles.has(style)) fault(where, `"${style}" is not a style of style_looks`);
};
for (const card of cards) {
  if (!isText(card.title)) fault(card.id, 'no title');
  picture(card.id, card.image);
  knownStyles(card.id, card.styles);
}

// catalogue ----------------------------------------------------------------------------------------------------------

const SIZES = { alpha: labels('top_size'), numeric: labels('bottom_size'), shoe: labels('shoe_size'), one: ['One size'] };
const ROLES = ['top', 'layer', 'bottom', 'dress', 'outer', 'shoes', 'accessory'];
const isPrice = (text) => typeof text === 'string' && /^[1-9]\d{0,4}\.\d{2}$/.test(text);
const { items } = read('catalogue.json') ?? { items: [] };
// The daily deck goes on with the garments.
unique('cards and garments', [...cards, ...items].map(({ id }) => id));
const oneOf = (where, value, allowed, what) => {
  if (!allowed.includes(value)) fault(where, `${what} "${value}" is not an answer of the questionnaire`);
};

unique('catalogue', items.map((item) => item.id));
if (items.length < 64) fault('catalogue', `${items.length} items, fewer than 64`);
for (const item of items) {
  const { id, attributes, color, sizes } = item;
  if (!/^P\d{3,}$/.test(id)) fault(id, 'an id is P and a number');
  for (const key of ['description', 'brand', 'category', 'silhouette']) if (!isText(item[key])) fault(id, `no ${key}`);
  if (!isText(color?.name) || !/^#[0-9A-F]{6}$/i.test(color?.hex)) fault(id, 'no color');
  for (const key of ['retail_price', 'original_price']) if (!isPrice(item[key])) fault(id, `${key} "${item[key]}" is not a price`);
  if (Number(item.retail_price) > Number(item.original_price)) fault(id, 'costs more than it did');
  if (String(sizes.map(({ size }) => size)) !== String(SIZES[attributes.sizing])) fault(id, `its sizes are not those of ${attributes.sizing}`);
  if (!sizes.every(({ stock }) => Number.isInteger(stock) && stock >= 0)) fault(id, 'stock is a whole number from 0 up');
  if (!sizes.some(({ stock }) => stock > 0)) fault(id, 'sold out in every size');
  oneOf(id, attributes.role, ROLES, 'role');
  oneOf(id, attributes.color_family, labels('disliked_colors'), 'color');
  if (attributes.pattern !== null) oneOf(id, attributes.pattern, labels('patterns_avoid'), 'pattern');
  knownStyles(id, attributes.styles);
  for (const occasion of attributes.occasions) oneOf(id, occasion, choiceRefs('occasions'), 'occasion');
  if (item.category === 'denim') {
    oneOf(id, attributes.denim?.rise, labels('denim_rise'), 'rise');
    oneOf(id, attributes.denim?.leg, labels('denim_style'), 'leg');
    oneOf(id, attributes.denim?.distress, labels('denim_distress'), 'finish');
  }
  if (attributes.role === 'shoes') {
    oneOf(id, attributes.shoe_style, labels('shoe_styles'), 'shoe style');
    oneOf(id, attributes.heel, labels('heel_height'), 'heel');
  }
  picture(id, PICTURES + id);
}

// boxes, taxes -------------------------------------------------------------------------------------------------------

const themes = read('theme_boxes.json') ?? [];
unique('theme boxes', themes.map((box) => box.theme));
if (themes.length !== 9) fault('theme_boxes', `${themes.length} instead of 9`);
for (const box of themes) {
  if (!isText(box.label) || !isText(box.description)) fault(box.theme, 'a label and a description are needed');
  picture(box.theme, box.attachment?.href);
}

const { label, rates, delivery_fees } = read('tax_rates.json') ?? { rates: {}, delivery_fees: {} };
if (!isText(label)) fault('tax_rates', 'nothing says what these rates are');
if (Object.keys(rates).length !== 52) fault('tax_rates', 'not the fifty states, DC and AA');
for (const [state, rate] of Object.entries(rates)) if (!/^(0|0\.\d{1,6})$/.test(rate)) fault(state, `"${rate}" is not a rate`);
for (const [state, fee] of Object.entries(delivery_fees)) if (!rates[state] || !/^\d+\.\d\d$/.test(fee)) fault(state, `"${fee}" is not a fee of a state`);

// pictures -----------------------------------------------------------------------------------------------------------

for (const file of readdirSync(new URL('images/', import.meta.url))) {
  const id = file.replace(/\.svg$/, '');
  const svg = readFileSync(new URL(`images/${file}`, import.meta.url), 'utf8');
  if (!referenced.has(id)) fault(file, 'nothing shows it');
  if (!svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 750"')) fault(file, 'not 600 by 750');
  if (/<(script|text|image|foreignObject|style)\b|\son\w+=|\sstyle=|https?:\/\/(?!www\.w3\.org\/2000\/svg)|NaN|undefined/.test(svg)) fault(file, 'holds what a picture must not');
  const ids = unique(file, [...svg.matchAll(/\sid="([^"]+)"/g)].map(([, found]) => found));
  for (const [, used] of svg.matchAll(/(?:url\(#|href="#)([^)"]+)/g)) if (!ids.has(used)) fault(file, `#${used} is not defined`);
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  console.error(`${faults.length} faults in the starting data`);
  process.exit(1);
}
console.log(`starting data: ${questions.length} questions, ${cards.length} cards, ${items.length} items, ${referenced.size} pictures, all in order`);
