// How what is recorded about dishes is told. It says no more than was recorded, and names what was asked about.
import type { Said } from '../../capability/dialogue.ts';
import type { Say } from '../../capability/say.ts';
import { asSubject, isPlural, listed, withThe } from '../talk.ts';
import { type DietaryFact, type DietaryQuery, RULED_OUT, readAvoid, readDiets } from './dietary.ts';
import { MEATS } from './foods.ts';
import type { Allergen, MenuItem } from './schema.ts';
import { namesFood } from './unrecorded.ts';

/** Said wherever an allergy may be behind the question. One sentence, so that it is said once for several dishes. */
export const BEFORE_YOU_ORDER =
  'Recipes change and traces cannot be ruled out in any kitchen, ' +
  'so please tell the staff about an allergy before you order.';

const OF_ALLERGY = /allerg|intoleran|co?eliac|anaphyla|epi-?pen|sensitiv|react|traces?\b|contaminat|safe/i;

/** A diet alone is a matter of taste or belief: nobody has to be warned. */
export const isDietAlone = ({ diet, avoid }: DietaryQuery, text: string) =>
  diet !== undefined && avoid === undefined && !OF_ALLERGY.test(text);

/** As it is told where an allergy may be behind it. */
export function sayDietary(items: readonly DietaryFact[], say: Say, query: DietaryQuery): string {
  const facts = sayFacts(items, say, query);
  // Where nothing is recorded, asking the staff is all that can be said, and it has been.
  const isRecorded = items.some(({ contains }) => contains) || query.item === undefined;
  if (!isRecorded) return facts;
  // An allergy that was not named: what is in the dish is told beside its diet.
  const isUnnamed = query.item !== undefined && query.diet !== undefined && query.avoid === undefined;
  const made = isUnnamed ? ` ${sayOne(items[0]!, say, { item: query.item })}` : '';
  return `${facts}${made} ${BEFORE_YOU_ORDER}`;
}

/** The facts alone, as for a diet. */
export function sayFacts(items: readonly DietaryFact[], say: Say, query: DietaryQuery): string {
  const [first] = items;
  if (!first && (query.item !== undefined || (!query.diet && !query.avoid)))
    return "I'm sorry, I can't find that on our menu.";
  return query.item !== undefined && first ? sayOne(first, say, query) : sayMany(items, say, query);
}

/** Asked what contains something: that first, then what does not. */
export function sayContaining(items: readonly DietaryFact[], say: Say, query: DietaryQuery): string {
  const avoid = avoidOf(query);
  const isIn = (list: readonly Allergen[] | null) => avoid.some((allergen) => list?.includes(allergen));
  const there = items.filter(({ available }) => available);
  const containing = there.filter(({ contains }) => isIn(contains));
  const perhaps = there.filter(({ contains, mayContain }) => !isIn(contains) && isIn(mayContain));
  const sentences = [
    containing.length > 0
      ? sayOf(containing, say, { one: 'contains', many: 'contain', what: say.choices(hitsIn(containing, avoid)) })
      : `None of our dishes is recorded with ${say.choices(avoid)}.`,
    perhaps.length > 0
      ? sayOf(perhaps, say, { one: 'may contain', many: 'may contain', what: say.choices(avoid) })
      : '',
    sayMany(items, say, query),
    BEFORE_YOU_ORDER,
  ];
  return sentences.filter(Boolean).join(' ');
}

const hitsIn = (items: readonly DietaryFact[], avoid: readonly Allergen[]) =>
  avoid.filter((allergen) => items.some(({ contains }) => contains?.includes(allergen)));

/** "The Ceviche contains fish." and "These contain fish: A and B." */
function sayOf(
  items: readonly DietaryFact[],
  say: Say,
  { one, many, what }: { one: string; many: string; what: string },
): string {
  const [{ name }, second] = items as [DietaryFact, DietaryFact?];
  if (!second) return `${asSubject(name)} ${isPlural(name) ? many : one} ${what}.`;
  const names = items.map((each) => each.name);
  return `These ${many} ${what}: ${listed(names, say)}.`;
}

/** What no dish has a record of: which dishes name it, and that nobody here can tell more. */
export function sayUnrecorded(foods: readonly string[], items: readonly MenuItem[], say: Say): string {
  const there = items.filter(({ available }) => available);
  const named = foods.filter((food) => there.some((item) => namesFood(item, food)));
  const naming = there.filter((item) => named.some((food) => namesFood(item, food))).map(({ name }) => withThe(name));
  const menu = named.length > 0 ? `Our menu names ${say.choices(named)} in ${listed(naming, say)}. ` : '';
  // No record of pork is needed for a dish that is recorded as vegetarian.
  const isMeat = foods.every((food) => MEATS.includes(food));
  const meatless = there.filter((item) => isMeat && isMeatless(item, foods)).map(({ name }) => name);
  const instead = meatless.length > 0 ? ` These are recorded as vegetarian: ${listed(meatless, say)}.` : '';
  const nothing = `Our records say nothing ${menu && 'more '}about ${say.choices([...foods])}`;
  return `${menu}${nothing}, so please ask our staff before you order.${instead}`;
}

const isMeatless = (item: MenuItem, foods: readonly string[]) =>
  (item.diets.includes('vegetarian') || item.diets.includes('vegan')) && !foods.some((food) => namesFood(item, food));

/** "as vegan and without nuts or milk": what dishes are looked for by. */
export function recordedAs(query: DietaryQuery, say: Say): string {
  const avoid = avoidOf(query);
  const free = avoid.length > 0 ? `without ${say.choices(avoid)}` : '';
  return [query.diet ? `as ${asWords(query.diet, say)}` : '', free].filter(Boolean).join(' and ');
}

function sayMany(items: readonly DietaryFact[], say: Say, { diet, avoid: asked, category }: DietaryQuery): string {
  const named = (verdict: DietaryFact['verdict']) =>
    items.filter((each) => each.available && each.verdict === verdict).map(({ name }) => name);
  const [suitable, unknown] = [named('suitable'), named('unknown')];
  const what = recordedAs({ diet, avoid: asked }, say);
  const open =
    unknown.length > 0 ? ` For ${listed(unknown, say)} nothing is recorded, so please check with our staff.` : '';
  const [first, second] = suitable;
  const none = category === undefined ? 'None of our dishes is' : `Of our ${category}, nothing is`;
  if (first === undefined) return `${none} recorded ${what || 'as fitting'}.${open}`;
  const known = second
    ? `These are recorded ${what}: ${listed(suitable, say)}.`
    : `${asSubject(first)} ${isPlural(first) ? 'are' : 'is'} recorded ${what}.`;
  return (what ? known : `We have ${listed(suitable, say)}.`) + open;
}

function sayOne({ name, verdict, contains, mayContain }: DietaryFact, say: Say, query: DietaryQuery): string {
  if (!contains) {
    const what = query.diet && !query.avoid ? 'that' : 'the allergens';
    return `For ${withThe(name)} we don't have ${what} recorded, so please check with our staff before you order.`;
  }
  const many = isPlural(name);
  const verb = many ? 'contain' : 'contains';
  const made =
    contains.length > 0
      ? `${verb} ${say.list(contains)}`
      : `${many ? 'have' : 'has'} none of the 14 main allergens recorded`;
  const traces = mayContain?.length ? ` and may contain ${say.list(mayContain)}` : '';
  const facts = `${asSubject(name)} ${made}${traces}`;
  if (query.diet === undefined && query.avoid === undefined) return `${facts}.`;
  const avoid = avoidOf(query);
  const [it, them, is] = many ? ['they', 'them', 'are'] : ['it', 'it', 'is'];
  const hits = avoid.filter((allergen) => contains.includes(allergen) || mayContain?.includes(allergen));
  if (hits.length > 0) return `${facts}, so ${it} ${is} not suitable for anyone who has to avoid ${say.choices(hits)}.`;
  const free =
    avoid.length > 0 ? `no ${say.choices(avoid)} ${avoid.length > 1 ? 'are' : 'is'} recorded in ${them}` : '';
  if (query.diet === undefined) return `${facts}; ${free}.`;
  const diets = readDiets(query.diet);
  const ruledOut = 'ok' in diets ? [] : diets.flatMap((diet) => RULED_OUT[diet] ?? []);
  const against = [...new Set(ruledOut)].filter((allergen) => contains.includes(allergen));
  const why = verdict === 'suitable' || against.length === 0 ? '' : `: ${it} ${verb} ${say.list(against)}`;
  const marked = `${verdict === 'suitable' ? '' : 'not '}recorded as ${asWords(query.diet, say)}`;
  return `${asSubject(name)} ${is} ${marked}${why}${free && `, and ${free}`}.`;
}

const asWords = (diets: string, say: Say) => say.list(diets.toLowerCase().replaceAll('_', ' ').split(','));

function avoidOf({ avoid }: DietaryQuery): Allergen[] {
  const read = avoid === undefined ? [] : readAvoid(avoid);
  return 'ok' in read ? [] : read;
}

/** "Anything with shellfish in it?", "which dishes have nuts?": what has it is asked for, not what has not. */
export function asksWhatContains(text: string, avoid: readonly Said[][]): boolean {
  return avoid.flat().some(({ said }) => {
    const food = said.replace(/[^\p{L}\p{N} ]/gu, '.');
    const isOther = '(?![- ]*(?:free|allerg|intoleran|less\\b))';
    const what = "(?:anything|something|everything|what(?:'s|s)?|which|dishes|any (?:of|dish))";
    const has = '(?:with|has|have|having|contains?|containing|got|uses?|made with)';
    const asked = new RegExp(`\\b(${what}\\b[^.?!]*?\\b${has} (?:any |some |the )?)${food}\\b${isOther}`, 'iu').exec(
      text,
    );
    return asked !== null && !/\b(?:without|no|not|never|free|avoid|can'?t|cannot)\b|n't\b/i.test(asked[1]!);
  });
}
