// How what is recorded about dishes is told. It says no more than was recorded, and names what was asked about.
import type { EntityValue } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { message } from '../../messages/catalogue.ts';
import { asSubject, isPlural, listed, withThe } from '../render.ts';
import { type DietaryFact, type DietaryQuery, RULED_OUT, readAvoid, readDiets } from './dietary.ts';
import { MEATS } from './foods.ts';
import type { Allergen, MenuItem } from './schema.ts';
import { namesFood } from './unrecorded.ts';

/** Said wherever an allergy may be behind the question. One sentence, so that it is said once for several dishes. */
export const BEFORE_YOU_ORDER = message(
  'Recipes change and traces cannot be ruled out in any kitchen, so please tell the staff about an allergy before you order.',
);

const OF_ALLERGY = /allerg|intoleran|co?eliac|anaphyla|epi-?pen|sensitiv|react|traces?\b|contaminat|safe/i;

/** A diet alone is a matter of taste or belief: nobody has to be warned. */
export const isDietAlone = ({ diet, avoid }: DietaryQuery, text: string) =>
  diet !== undefined && avoid === undefined && !OF_ALLERGY.test(text);

/** As it is told where an allergy may be behind it. */
export function renderDietary(items: readonly DietaryFact[], say: Formatter, query: DietaryQuery): string {
  const facts = renderFacts(items, say, query);
  // Where nothing is recorded, asking the staff is all that can be said, and it has been.
  const isRecorded = items.some(({ contains }) => contains) || query.item === undefined;
  if (!isRecorded) return facts;
  // An allergy that was not named: what is in the dish is told beside its diet.
  const isUnnamed = query.item !== undefined && query.diet !== undefined && query.avoid === undefined;
  const made = isUnnamed ? ` ${renderOne(must(items[0], 'a dish'), say, { item: query.item })}` : '';
  return `${facts}${made} ${say.text(BEFORE_YOU_ORDER)}`;
}

/** The facts alone, as for a diet. */
export function renderFacts(items: readonly DietaryFact[], say: Formatter, query: DietaryQuery): string {
  const [first] = items;
  if (!first && (query.item !== undefined || (!query.diet && !query.avoid)))
    return say.text("I'm sorry, I can't find that on our menu.");
  return query.item !== undefined && first ? renderOne(first, say, query) : renderMany(items, say, query);
}

/** Asked what contains something: that first, then what does not. */
export function renderContaining(items: readonly DietaryFact[], say: Formatter, query: DietaryQuery): string {
  const avoid = avoidOf(query);
  const isIn = (list: readonly Allergen[] | null) => avoid.some((allergen) => list?.includes(allergen));
  const there = items.filter(({ available }) => available);
  const containing = there.filter(({ contains }) => isIn(contains));
  const perhaps = there.filter(({ contains, mayContain }) => !isIn(contains) && isIn(mayContain));
  const sentences = [
    containing.length > 0
      ? renderOf(containing, say, {
          one: message('{name} {many, select, yes {contain} other {contains}} {foods}.'),
          several: message('These contain {foods}: {names}.'),
          foods: say.choices(asFoods(hitsIn(containing, avoid), say)),
        })
      : say.text('None of our dishes is recorded with {foods}.', { foods: say.choices(asFoods(avoid, say)) }),
    perhaps.length > 0
      ? renderOf(perhaps, say, {
          one: message('{name} may contain {foods}.'),
          several: message('These may contain {foods}: {names}.'),
          foods: say.choices(asFoods(avoid, say)),
        })
      : '',
    renderMany(items, say, query),
    say.text(BEFORE_YOU_ORDER),
  ];
  return sentences.filter(Boolean).join(' ');
}

const hitsIn = (items: readonly DietaryFact[], avoid: readonly Allergen[]) =>
  avoid.filter((allergen) => items.some(({ contains }) => contains?.includes(allergen)));

/** For messages that speak of one dish or of several, such as "Cinnamon Churros". */
const manyOf = (name: string) => (isPlural(name) ? 'yes' : 'no');

/** "The Ceviche contains fish." and "These contain fish: A and B." */
function renderOf(
  items: readonly DietaryFact[],
  say: Formatter,
  { one, several, foods }: { one: string; several: string; foods: string },
): string {
  const [{ name }, second] = items as [DietaryFact, DietaryFact?];
  if (!second) return say.text(one, { name: asSubject(name, say), many: manyOf(name), foods });
  const names = items.map((each) => each.name);
  return say.text(several, { foods, names: listed(names, say) });
}

/** What no dish has a record of: which dishes name it, and that nobody here can tell more. */
export function renderUnrecorded(foods: readonly string[], items: readonly MenuItem[], say: Formatter): string {
  const there = items.filter(({ available }) => available);
  const named = foods.filter((food) => there.some((item) => namesFood(item, food)));
  const naming = there
    .filter((item) => named.some((food) => namesFood(item, food)))
    .map(({ name }) => withThe(name, say));
  const menu =
    named.length > 0
      ? say.text('Our menu names {foods} in {names}.', { foods: say.choices(named), names: listed(naming, say) })
      : '';
  // No record of pork is needed for a dish that is recorded as vegetarian.
  const isMeat = foods.every((food) => MEATS.includes(food));
  const meatless = there.filter((item) => isMeat && isMeatless(item, foods)).map(({ name }) => name);
  const instead =
    meatless.length > 0 ? say.text('These are recorded as vegetarian: {names}.', { names: listed(meatless, say) }) : '';
  const asked = { foods: say.choices([...foods]) };
  const nothing = menu
    ? say.text('Our records say nothing more about {foods}, so please ask our staff before you order.', asked)
    : say.text('Our records say nothing about {foods}, so please ask our staff before you order.', asked);
  return [menu, nothing, instead].filter(Boolean).join(' ');
}

const isMeatless = (item: MenuItem, foods: readonly string[]) =>
  (item.diets.includes('vegetarian') || item.diets.includes('vegan')) && !foods.some((food) => namesFood(item, food));

/** "as vegan and without nuts or milk": what dishes are looked for by. */
export function recordedAs(query: DietaryQuery, say: Formatter): string {
  const avoid = avoidOf(query);
  const foods = say.choices(asFoods(avoid, say));
  if (!query.diet) return avoid.length > 0 ? say.text('without {foods}', { foods }) : '';
  const diets = asWords(query.diet, say);
  return avoid.length > 0
    ? say.text('as {diets} and without {foods}', { diets, foods })
    : say.text('as {diets}', { diets });
}

function renderMany(
  items: readonly DietaryFact[],
  say: Formatter,
  { diet, avoid: asked, category }: DietaryQuery,
): string {
  const named = (verdict: DietaryFact['verdict']) =>
    items.filter((each) => each.available && each.verdict === verdict).map(({ name }) => name);
  const [suitable, unknown] = [named('suitable'), named('unknown')];
  const what = recordedAs({ diet, avoid: asked }, say);
  const open =
    unknown.length > 0
      ? say.text('For {names} nothing is recorded, so please check with our staff.', { names: listed(unknown, say) })
      : '';
  return [renderKnown(suitable, say, what, category), open].filter(Boolean).join(' ');
}

function renderKnown(suitable: readonly string[], say: Formatter, what: string, category: string | undefined): string {
  const [first, second] = suitable;
  if (first === undefined) {
    const sought = what || say.text('as fitting');
    return category === undefined
      ? say.text('None of our dishes is recorded {what}.', { what: sought })
      : say.text('Of our {category}, nothing is recorded {what}.', { category, what: sought });
  }
  const names = listed(suitable, say);
  if (!what) return say.text('We have {names}.', { names });
  if (second) return say.text('These are recorded {what}: {names}.', { what, names });
  const values = { name: asSubject(first, say), many: manyOf(first), what };
  return say.text('{name} {many, select, yes {are} other {is}} recorded {what}.', values);
}

function renderOne(fact: DietaryFact, say: Formatter, query: DietaryQuery): string {
  const { verdict, contains } = fact;
  if (!contains) {
    const name = withThe(fact.name, say);
    return query.diet && !query.avoid
      ? say.text("For {name} we don't have that recorded, so please check with our staff before you order.", { name })
      : say.text("For {name} we don't have the allergens recorded, so please check with our staff before you order.", {
          name,
        });
  }
  const facts = renderRecord(fact, contains, say);
  if (query.diet === undefined && query.avoid === undefined) return say.text('{facts}.', { facts });
  const avoid = avoidOf(query);
  const many = manyOf(fact.name);
  const hits = avoid.filter((allergen) => contains.includes(allergen) || fact.mayContain?.includes(allergen));
  if (hits.length > 0)
    return say.text(
      '{facts}, so {many, select, yes {they are} other {it is}} not suitable for anyone who has to avoid {foods}.',
      { facts, many, foods: say.choices(asFoods(hits, say)) },
    );
  const free =
    avoid.length > 0
      ? say.text('no {foods} {count, plural, =1 {is} other {are}} recorded in {many, select, yes {them} other {it}}', {
          foods: say.choices(asFoods(avoid, say)),
          count: avoid.length,
          many,
        })
      : '';
  if (query.diet === undefined) return say.text('{facts}; {free}.', { facts, free });
  const diets = readDiets(query.diet);
  const ruledOut = 'ok' in diets ? [] : diets.flatMap((diet) => RULED_OUT[diet] ?? []);
  const against = [...new Set(ruledOut)].filter((allergen) => contains.includes(allergen));
  const values = {
    ...{ name: asSubject(fact.name, say), many, diets: asWords(query.diet, say), free: free || 'none' },
    foods: against.length > 0 ? say.list(asFoods(against, say)) : 'none',
  };
  return verdict === 'suitable'
    ? say.text(
        '{name} {many, select, yes {are} other {is}} recorded as {diets}{free, select, none {} other {, and {free}}}.',
        values,
      )
    : say.text(
        '{name} {many, select, yes {are} other {is}} not recorded as {diets}{foods, select, none {} other {: {many, select, yes {they contain} other {it contains}} {foods}}}{free, select, none {} other {, and {free}}}.',
        values,
      );
}

/** "The Ceviche contains fish and may contain celery", without the end of a sentence. */
function renderRecord({ name, mayContain }: DietaryFact, contains: readonly Allergen[], say: Formatter): string {
  const values = {
    ...{ name: asSubject(name, say), many: manyOf(name), foods: say.list(asFoods(contains, say)) },
    traces: say.list(asFoods(mayContain ?? [], say)),
  };
  if (contains.length > 0)
    return values.traces
      ? say.text('{name} {many, select, yes {contain} other {contains}} {foods} and may contain {traces}', values)
      : say.text('{name} {many, select, yes {contain} other {contains}} {foods}', values);
  return values.traces
    ? say.text(
        '{name} {many, select, yes {have} other {has}} none of the 14 main allergens recorded and may contain {traces}',
        values,
      )
    : say.text('{name} {many, select, yes {have} other {has}} none of the 14 main allergens recorded', values);
}

const WORDS: ReadonlySet<string> = new Set([
  ...[message('vegan'), message('vegetarian'), message('gluten free'), message('halal'), message('kosher')],
  ...[message('dairy free'), message('nut free'), message('celery'), message('crustaceans'), message('egg')],
  ...[message('fish'), message('gluten'), message('lupin'), message('milk'), message('molluscs')],
  ...[message('mustard'), message('nuts'), message('peanut'), message('sesame'), message('soy')],
  message('sulphites'),
]);

const asFoods = (foods: readonly string[], say: Formatter): string[] =>
  foods.map((food) => (WORDS.has(food) ? say.text(food) : food));

const asWords = (diets: string, say: Formatter) =>
  say.list(asFoods(diets.toLowerCase().replaceAll('_', ' ').split(','), say));

function avoidOf({ avoid }: DietaryQuery): Allergen[] {
  const read = avoid === undefined ? [] : readAvoid(avoid);
  return 'ok' in read ? [] : read;
}

/** "Anything with shellfish in it?", "which dishes have nuts?": what has it is asked for, not what has not. */
export function asksWhatContains(text: string, avoid: readonly EntityValue[][]): boolean {
  return avoid.flat().some(({ said }) => {
    const food = said.replace(/[^\p{L}\p{N} ]/gu, '.');
    const isOther = '(?![- ]*(?:free|allerg|intoleran|less\\b))';
    const what = "(?:anything|something|everything|what(?:'s|s)?|which|dishes|any (?:of|dish))";
    const has = '(?:with|has|have|having|contains?|containing|got|uses?|made with)';
    const asked = new RegExp(`\\b(${what}\\b[^.?!]*?\\b${has} (?:any |some |the )?)${food}\\b${isOther}`, 'iu').exec(
      text,
    );
    const [, before] = asked ?? [];
    return before !== undefined && !/\b(?:without|no|not|never|free|avoid|can'?t|cannot)\b|n't\b/i.test(before);
  });
}
