import { type Refusal, refuse } from '../../capability/outcome.ts';
import { findEntry, isSame } from '../entries.ts';
import { asWord, readDiet } from './menu.ts';
import { ALLERGENS, type Allergen, type Diet, type MenuItem } from './schema.ts';

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

export function readAvoid(text: string): Allergen[] | Refusal {
  const words = text.split(',').map(asWord).filter(Boolean);
  const found = words.map((word) =>
    ALLERGENS.filter((allergen) => allergen === word).concat(OTHER_WORDS.get(word) ?? []),
  );
  const unknown = words.filter((_, index) => found[index]!.length === 0);
  if (words.length > 0 && unknown.length === 0) return [...new Set(found.flat())];
  const wrong = unknown.length > 0 ? `${unknown.join(', ')}: ` : '';
  const detail = `${wrong}must be of ${ALLERGENS.join(', ')}`;
  return refuse('invalid_request', `/avoid ${detail}`, { errors: [{ pointer: '/avoid', detail }] });
}

/** Said only as recorded: no facts means unknown, and what may be in it counts as being in it. */
export function judgeItem(item: MenuItem, diet: Diet | undefined, avoid: readonly Allergen[]): Verdict {
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

export function dietaryFacts(menu: readonly MenuItem[], query: DietaryQuery): DietaryFact[] | Refusal {
  const diet = query.diet === undefined ? undefined : readDiet(query.diet);
  const avoid = query.avoid === undefined ? [] : readAvoid(query.avoid);
  if (typeof diet === 'object') return diet;
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
    verdict: judgeItem(item, diet, avoid),
    verifiedAt: item.allergens?.verifiedAt ?? null,
    available: item.available,
  }));
}
