import { type Refusal, refuse } from '../../capability/outcome.ts';
import { findEntry, isSame } from '../entries.ts';
import { ALLERGENS, type Allergen, DIETS, type Diet, type MenuItem } from './schema.ts';

export type DietaryQuery = { diet?: string; avoid?: string; item?: string; category?: string };
export type Verdict = 'suitable' | 'not_suitable' | 'unknown';
export type DietaryFact = {
  id: string;
  name: string;
  diets: Diet[];
  contains: Allergen[] | null;
  mayContain: Allergen[] | null;
  verdict: Verdict;
  verifiedAt: string | null;
  available: boolean;
};

export const NOTICE =
  'This is what our kitchen has recorded. Recipes change and traces cannot be ruled out in any kitchen, ' +
  'so please tell the staff about an allergy before you order.';

/** Other words for the same thing. "Shellfish" is two of the fourteen, so both are avoided. */
const OTHER_WORDS = new Map<string, Allergen[]>([
  ['crustacean', ['crustaceans']],
  ['shellfish', ['crustaceans', 'molluscs']],
  ['mollusc', ['molluscs']],
  ['mollusks', ['molluscs']],
  ['eggs', ['egg']],
  ['wheat', ['gluten']],
  ['dairy', ['milk']],
  ['lactose', ['milk']],
  ['nut', ['nuts']],
  ['tree_nut', ['nuts']],
  ['tree_nuts', ['nuts']],
  ['peanuts', ['peanut']],
  ['soya', ['soy']],
  ['sulfites', ['sulphites']],
]);

/** What a diet rules out even in traces, because people follow it for their health. */
export const NOT_EVEN_TRACES: Partial<Record<Diet, Allergen[]>> = {
  gluten_free: ['gluten'],
  dairy_free: ['milk'],
  nut_free: ['nuts', 'peanut'],
};

const FROM_ANIMALS: Allergen[] = ['fish', 'crustaceans', 'molluscs'];

/** What a dish of this diet cannot be made with. */
export const RULED_OUT: Partial<Record<Diet, Allergen[]>> = {
  ...NOT_EVEN_TRACES,
  vegetarian: FROM_ANIMALS,
  vegan: [...FROM_ANIMALS, 'milk', 'egg'],
};

/** "Gluten-free" and "gluten free" are `gluten_free`. */
const asWord = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const wordsOf = (text: string) => text.split(',').map(asWord).filter(Boolean);

/** One, or several with commas between them. */
export function readDiets(text: string): Diet[] | Refusal {
  const words = wordsOf(text);
  const diets = DIETS.filter((known) => words.includes(known));
  if (words.length > 0 && words.every((word) => diets.some((diet) => diet === word))) return diets;
  const detail = `must be of ${DIETS.join(', ')}`;
  return refuse('invalid_request', `/diet ${detail}`, { errors: [{ pointer: '/diet', detail }] });
}

export function readAvoid(text: string): Allergen[] | Refusal {
  const words = wordsOf(text);
  const found = words.map((word) =>
    ALLERGENS.filter((allergen) => allergen === word).concat(OTHER_WORDS.get(word) ?? []),
  );
  const unknown = words.filter((_, index) => found[index]?.length === 0);
  if (words.length > 0 && unknown.length === 0) return [...new Set(found.flat())];
  const wrong = unknown.length > 0 ? `${unknown.join(', ')}: ` : '';
  const detail = `${wrong}must be of ${ALLERGENS.join(', ')}`;
  return refuse('invalid_request', `/avoid ${detail}`, { errors: [{ pointer: '/avoid', detail }] });
}

/** Said only as recorded: no facts means unknown, and what may be in it counts as being in it. */
export function checkItem(item: MenuItem, diet: Diet | undefined, avoid: readonly Allergen[]): Verdict {
  if (!item.allergens) return 'unknown';
  const { contains, mayContain } = item.allergens;
  const traces = [...contains, ...mayContain];
  if (avoid.some((allergen) => traces.includes(allergen))) return 'not_suitable';
  if (diet === undefined) return 'suitable';
  if (!item.diets.includes(diet)) return 'not_suitable';
  if (RULED_OUT[diet]?.some((allergen) => contains.includes(allergen))) return 'not_suitable';
  if (NOT_EVEN_TRACES[diet]?.some((allergen) => traces.includes(allergen))) return 'not_suitable';
  return 'suitable';
}

/** Of several diets, each must be kept. */
function checkAllDiets(item: MenuItem, diets: readonly Diet[], avoid: readonly Allergen[]): Verdict {
  const verdicts = diets.map((diet) => checkItem(item, diet, avoid));
  return verdicts.find((verdict) => verdict !== 'suitable') ?? checkItem(item, undefined, avoid);
}

export function dietaryFacts(menu: readonly MenuItem[], query: DietaryQuery): DietaryFact[] | Refusal {
  const diets = query.diet === undefined ? [] : readDiets(query.diet);
  const avoid = query.avoid === undefined ? [] : readAvoid(query.avoid);
  if ('ok' in diets) return diets;
  if ('ok' in avoid) return avoid;
  const { category } = query;
  const part = category === undefined ? menu : menu.filter((item) => isSame(item.category ?? '', category));
  const asked = query.item === undefined ? part : [findEntry(part, query.item)].filter((item) => item !== undefined);
  return asked.map((item) => ({
    id: item.id,
    name: item.name,
    diets: item.diets,
    contains: item.allergens?.contains ?? null,
    mayContain: item.allergens?.mayContain ?? null,
    verdict: checkAllDiets(item, diets, avoid),
    verifiedAt: item.allergens?.verifiedAt ?? null,
    available: item.available,
  }));
}
