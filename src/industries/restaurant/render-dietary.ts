// Renders the dietary records of dishes. Replies state only what is recorded, and name what the customer asked about.
import type { EntityValue } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { message } from '../../messages/catalogue.ts';
import { isPlural, renderList, withCapitalThe, withThe } from '../render.ts';
import { type DietaryFact, type DietaryQuery, EXCLUDED_ALLERGENS, parseAvoid, parseDiets } from './dietary.ts';
import { MEATS } from './foods.ts';
import type { Allergen, MenuItem } from './schema.ts';
import { namesFood } from './unrecorded-foods.ts';

/** Added to every reply where an allergy may be involved. It is a single sentence, so that several dishes share it. */
export const ALLERGY_WARNING = message(
  'Recipes change and cross-contact can happen, so please tell our staff about any allergy before you order.',
);

const MENTIONS_ALLERGY_PATTERN =
  /allerg|intoleran|co?eliac|anaphyla|epi-?pen|sensitiv|react|traces?\b|contaminat|safe/i;

/** A diet without an allergy is a preference, so no allergy warning is needed. */
export const isDietOnly = ({ diet, avoid }: DietaryQuery, text: string) =>
  diet !== undefined && avoid === undefined && !MENTIONS_ALLERGY_PATTERN.test(text);

/** The facts with an allergy warning. */
export function renderDietary(items: readonly DietaryFact[], format: Formatter, query: DietaryQuery): string {
  const facts = renderFacts(items, format, query);
  // Without a record, the facts already say to ask the staff.
  const isRecorded = items.some(({ contains }) => contains) || query.item === undefined;
  if (!isRecorded) return facts;
  // The customer did not name the allergy, so the reply lists the dish's allergens besides its diet.
  const isAllergyUnnamed = query.item !== undefined && query.diet !== undefined && query.avoid === undefined;
  const ingredients = isAllergyUnnamed ? ` ${renderDish(must(items[0], 'a dish'), format, { item: query.item })}` : '';
  return `${facts}${ingredients} ${format.text(ALLERGY_WARNING)}`;
}

/** The facts without a warning. */
export function renderFacts(items: readonly DietaryFact[], format: Formatter, query: DietaryQuery): string {
  const [first] = items;
  if (!first && (query.item !== undefined || (!query.diet && !query.avoid)))
    return format.text("I'm sorry, I can't find that on our menu.");
  return query.item !== undefined && first ? renderDish(first, format, query) : renderDishes(items, format, query);
}

/** Answers "what contains X?": dishes with it first, then those without. */
export function renderContaining(items: readonly DietaryFact[], format: Formatter, query: DietaryQuery): string {
  const avoid = parseAvoidedAllergens(query);
  const containsAvoided = (list: readonly Allergen[] | null) => avoid.some((allergen) => list?.includes(allergen));
  const available = items.filter(({ available }) => available);
  const containing = available.filter(({ contains }) => containsAvoided(contains));
  const possiblyContaining = available.filter(
    ({ contains, mayContain }) => !containsAvoided(contains) && containsAvoided(mayContain),
  );
  const sentences = [
    containing.length > 0
      ? renderOneOrSeveral(containing, format, {
          one: message('{name} {many, select, yes {contain} other {contains}} {foods}.'),
          several: message('These contain {foods}: {names}.'),
          foods: format.choices(translateFoods(listContainedAllergens(containing, avoid), format)),
        })
      : format.text('None of our dishes are listed with {foods}.', {
          foods: format.choices(translateFoods(avoid, format)),
        }),
    possiblyContaining.length > 0
      ? renderOneOrSeveral(possiblyContaining, format, {
          one: message('{name} may contain {foods}.'),
          several: message('These may contain {foods}: {names}.'),
          foods: format.choices(translateFoods(avoid, format)),
        })
      : '',
    renderDishes(items, format, query),
    format.text(ALLERGY_WARNING),
  ];
  return sentences.filter(Boolean).join(' ');
}

const listContainedAllergens = (items: readonly DietaryFact[], avoid: readonly Allergen[]) =>
  avoid.filter((allergen) => items.some(({ contains }) => contains?.includes(allergen)));

/** The `many` value of messages whose verb depends on whether the dish's name is plural. */
const choosePluralFlag = (name: string) => (isPlural(name) ? 'yes' : 'no');

/** "The Ceviche contains fish." and "These contain fish: A and B." */
function renderOneOrSeveral(
  items: readonly DietaryFact[],
  format: Formatter,
  { one, several, foods }: { one: string; several: string; foods: string },
): string {
  const [{ name }, second] = items as [DietaryFact, DietaryFact?];
  if (!second) return format.text(one, { name: withCapitalThe(name, format), many: choosePluralFlag(name), foods });
  const names = items.map((each) => each.name);
  return format.text(several, { foods, names: renderList(names, format) });
}

/** For foods without records: names the dishes that mention them, and refers the customer to the staff. */
export function renderUnrecordedFoods(foods: readonly string[], items: readonly MenuItem[], format: Formatter): string {
  const available = items.filter(({ available }) => available);
  const namedFoods = foods.filter((food) => available.some((item) => namesFood(item, food)));
  const dishNames = available
    .filter((item) => namedFoods.some((food) => namesFood(item, food)))
    .map(({ name }) => withThe(name, format));
  const menuText =
    namedFoods.length > 0
      ? format.text('Our menu lists {foods} in {names}.', {
          foods: format.choices(namedFoods),
          names: renderList(dishNames, format),
        })
      : '';
  // A dish recorded as vegetarian has no meat, even though meat itself is not recorded.
  const isMeat = foods.every((food) => MEATS.includes(food));
  const meatlessNames = available.filter((item) => isMeat && isMeatless(item, foods)).map(({ name }) => name);
  const vegetarianText =
    meatlessNames.length > 0
      ? format.text('These are listed as vegetarian: {names}.', { names: renderList(meatlessNames, format) })
      : '';
  const values = { foods: format.choices([...foods]) };
  const noRecordText = menuText
    ? format.text(
        "We don't have anything more on file about {foods}, so please ask our staff before you order.",
        values,
      )
    : format.text("We don't have anything on file about {foods}, so please ask our staff before you order.", values);
  return [menuText, noRecordText, vegetarianText].filter(Boolean).join(' ');
}

const isMeatless = (item: MenuItem, foods: readonly string[]) =>
  (item.diets.includes('vegetarian') || item.diets.includes('vegan')) && !foods.some((food) => namesFood(item, food));

/** The search criteria: "as vegan and without nuts or milk". */
export function renderCriteria(query: DietaryQuery, format: Formatter): string {
  const avoid = parseAvoidedAllergens(query);
  const foods = format.choices(translateFoods(avoid, format));
  if (!query.diet) return avoid.length > 0 ? format.text('without {foods}', { foods }) : '';
  const diets = renderDiets(query.diet, format);
  return avoid.length > 0
    ? format.text('as {diets} and without {foods}', { diets, foods })
    : format.text('as {diets}', { diets });
}

function renderDishes(
  items: readonly DietaryFact[],
  format: Formatter,
  { diet, avoid: avoidText, category }: DietaryQuery,
): string {
  const namesWithVerdict = (verdict: DietaryFact['verdict']) =>
    items.filter((each) => each.available && each.verdict === verdict).map(({ name }) => name);
  const [suitable, unknown] = [namesWithVerdict('suitable'), namesWithVerdict('unknown')];
  const what = renderCriteria({ diet, avoid: avoidText }, format);
  const unknownText =
    unknown.length > 0
      ? format.text("We don't have this on file for {names}, so please check with our staff.", {
          names: renderList(unknown, format),
        })
      : '';
  return [renderSuitable(suitable, format, what, category), unknownText].filter(Boolean).join(' ');
}

function renderSuitable(
  suitable: readonly string[],
  format: Formatter,
  what: string,
  category: string | undefined,
): string {
  const [first, second] = suitable;
  if (first === undefined) {
    const criteria = what || format.text('for that');
    return category === undefined
      ? format.text('None of our dishes are listed {what}.', { what: criteria })
      : format.text('None of our {category} are listed {what}.', { category, what: criteria });
  }
  const names = renderList(suitable, format);
  if (!what) return format.text('We have {names}.', { names });
  if (second) return format.text('These are listed {what}: {names}.', { what, names });
  const values = { name: withCapitalThe(first, format), many: choosePluralFlag(first), what };
  return format.text('{name} {many, select, yes {are} other {is}} listed {what}.', values);
}

function renderDish(fact: DietaryFact, format: Formatter, query: DietaryQuery): string {
  const { verdict, contains } = fact;
  if (!contains) {
    const name = withThe(fact.name, format);
    return query.diet && !query.avoid
      ? format.text("We don't have that on file for {name}, so please check with our staff before you order.", { name })
      : format.text(
          "We don't have the allergens on file for {name}, so please check with our staff before you order.",
          {
            name,
          },
        );
  }
  const facts = renderRecord(fact, contains, format);
  if (query.diet === undefined && query.avoid === undefined) return format.text('{facts}.', { facts });
  const avoid = parseAvoidedAllergens(query);
  const many = choosePluralFlag(fact.name);
  const matchedAllergens = avoid.filter(
    (allergen) => contains.includes(allergen) || fact.mayContain?.includes(allergen),
  );
  if (matchedAllergens.length > 0)
    return format.text(
      '{facts}, so {many, select, yes {they are} other {it is}} not suitable for anyone who has to avoid {foods}.',
      { facts, many, foods: format.choices(translateFoods(matchedAllergens, format)) },
    );
  const freeText =
    avoid.length > 0
      ? format.text('{many, select, yes {they’re} other {it’s}} listed without {foods}', {
          foods: format.choices(translateFoods(avoid, format)),
          many,
        })
      : '';
  if (query.diet === undefined) return format.text('{facts}; {free}.', { facts, free: freeText });
  const diets = parseDiets(query.diet);
  const excludedAllergens = 'ok' in diets ? [] : diets.flatMap((diet) => EXCLUDED_ALLERGENS[diet] ?? []);
  const conflictingAllergens = [...new Set(excludedAllergens)].filter((allergen) => contains.includes(allergen));
  const values = {
    name: withCapitalThe(fact.name, format),
    many,
    diets: renderDiets(query.diet, format),
    free: freeText || 'none',
    foods: conflictingAllergens.length > 0 ? format.list(translateFoods(conflictingAllergens, format)) : 'none',
  };
  return verdict === 'suitable'
    ? format.text(
        '{name} {many, select, yes {are} other {is}} listed as {diets}{free, select, none {} other {, and {free}}}.',
        values,
      )
    : format.text(
        '{name} {many, select, yes {are} other {is}} not listed as {diets}{foods, select, none {} other {: {many, select, yes {they contain} other {it contains}} {foods}}}{free, select, none {} other {, and {free}}}.',
        values,
      );
}

/** "The Ceviche contains fish and may contain celery", without a final period. */
function renderRecord({ name, mayContain }: DietaryFact, contains: readonly Allergen[], format: Formatter): string {
  const values = {
    name: withCapitalThe(name, format),
    many: choosePluralFlag(name),
    foods: format.list(translateFoods(contains, format)),
    traces: format.list(translateFoods(mayContain ?? [], format)),
  };
  if (contains.length > 0)
    return values.traces
      ? format.text('{name} {many, select, yes {contain} other {contains}} {foods} and may contain {traces}', values)
      : format.text('{name} {many, select, yes {contain} other {contains}} {foods}', values);
  return values.traces
    ? format.text(
        '{name} {many, select, yes {have} other {has}} no major allergens listed and may contain {traces}',
        values,
      )
    : format.text('{name} {many, select, yes {have} other {has}} no major allergens listed', values);
}

const TRANSLATED_FOODS: ReadonlySet<string> = new Set([
  ...[message('vegan'), message('vegetarian'), message('gluten free'), message('halal'), message('kosher')],
  ...[message('dairy free'), message('nut free'), message('celery'), message('crustaceans'), message('egg')],
  ...[message('fish'), message('gluten'), message('lupin'), message('milk'), message('mollusks')],
  ...[message('mustard'), message('nuts'), message('peanut'), message('sesame'), message('soy')],
  message('sulfites'),
]);

/** The document's codes are spelled the British way. */
const AMERICAN_SPELLINGS: Readonly<Record<string, string>> = { molluscs: 'mollusks', sulphites: 'sulfites' };

/** The English name of a food or allergen. */
export const renderFoodLabel = (food: string): string => AMERICAN_SPELLINGS[food] ?? food;

const translateFoods = (foods: readonly string[], format: Formatter): string[] =>
  foods.map(renderFoodLabel).map((food) => (TRANSLATED_FOODS.has(food) ? format.text(food) : food));

const renderDiets = (diets: string, format: Formatter) =>
  format.list(translateFoods(diets.toLowerCase().replaceAll('_', ' ').split(','), format));

function parseAvoidedAllergens({ avoid }: DietaryQuery): Allergen[] {
  const parsed = avoid === undefined ? [] : parseAvoid(avoid);
  return 'ok' in parsed ? [] : parsed;
}

/** Whether the customer asks which dishes contain a food, not which are free of it: "which dishes have nuts?" */
export function asksWhatContains(text: string, avoid: readonly EntityValue[][]): boolean {
  return avoid.flat().some(({ said }) => {
    const food = said.replace(/[^\p{L}\p{N} ]/gu, '.');
    const notOtherSense = '(?![- ]*(?:free|allerg|intoleran|less\\b))';
    const what = "(?:anything|something|everything|what(?:'s|s)?|which|dishes|any (?:of|dish))";
    const has = '(?:with|has|have|having|contains?|containing|got|uses?|made with)';
    const match = new RegExp(
      `\\b(${what}\\b[^.?!]*?\\b${has} (?:any |some |the )?)${food}\\b${notOtherSense}`,
      'iu',
    ).exec(text);
    const [, textBefore] = match ?? [];
    return textBefore !== undefined && !/\b(?:without|no|not|never|free|avoid|can'?t|cannot)\b|n't\b/i.test(textBefore);
  });
}
