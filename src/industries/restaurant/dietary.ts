import { type Refusal, refuse } from '../../capability/outcome.ts';
import { findEntry, isSameName } from '../entries.ts';
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

export const ALLERGY_NOTICE =
  'This is what our kitchen has on file. Recipes change and no kitchen is free of traces, ' +
  'so please tell our staff about any allergy before you order.';

/** "Shellfish" covers two of the 14 main allergens, so both are avoided. */
const ALLERGEN_SYNONYMS = new Map<string, Allergen[]>([
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

/** Diets people follow for their health, with the allergens they rule out even as traces. */
export const HEALTH_DIET_ALLERGENS: Partial<Record<Diet, Allergen[]>> = {
  gluten_free: ['gluten'],
  dairy_free: ['milk'],
  nut_free: ['nuts', 'peanut'],
};

const SEAFOOD_ALLERGENS: Allergen[] = ['fish', 'crustaceans', 'molluscs'];

/** Allergens that a dish with this diet label must not contain. */
export const EXCLUDED_ALLERGENS: Partial<Record<Diet, Allergen[]>> = {
  ...HEALTH_DIET_ALLERGENS,
  vegetarian: SEAFOOD_ALLERGENS,
  vegan: [...SEAFOOD_ALLERGENS, 'milk', 'egg'],
};

/** "Gluten-free" and "gluten free" become `gluten_free`. */
const toKey = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const splitIntoKeys = (text: string) => text.split(',').map(toKey).filter(Boolean);

/** Parses a comma-separated list. */
export function parseDiets(text: string): Diet[] | Refusal {
  const words = splitIntoKeys(text);
  const diets = DIETS.filter((diet) => words.includes(diet));
  if (words.length > 0 && words.every((word) => diets.some((diet) => diet === word))) return diets;
  const detail = `must be of ${DIETS.join(', ')}`;
  return refuse('invalid_request', `/diet ${detail}`, { errors: [{ pointer: '/diet', detail }] });
}

export function parseAvoid(text: string): Allergen[] | Refusal {
  const words = splitIntoKeys(text);
  const matches = words.map((word) =>
    ALLERGENS.filter((allergen) => allergen === word).concat(ALLERGEN_SYNONYMS.get(word) ?? []),
  );
  const unknownWords = words.filter((_, index) => matches[index]?.length === 0);
  if (words.length > 0 && unknownWords.length === 0) return [...new Set(matches.flat())];
  const unknownPrefix = unknownWords.length > 0 ? `${unknownWords.join(', ')}: ` : '';
  const detail = `${unknownPrefix}must be of ${ALLERGENS.join(', ')}`;
  return refuse('invalid_request', `/avoid ${detail}`, { errors: [{ pointer: '/avoid', detail }] });
}

/** Goes by the records only: no record means unknown, and "may contain" counts as "contains". */
export function checkItem(item: MenuItem, diet: Diet | undefined, avoid: readonly Allergen[]): Verdict {
  if (!item.allergens) return 'unknown';
  const { contains, mayContain } = item.allergens;
  const allAllergens = [...contains, ...mayContain];
  if (avoid.some((allergen) => allAllergens.includes(allergen))) return 'not_suitable';
  if (diet === undefined) return 'suitable';
  if (!item.diets.includes(diet)) return 'not_suitable';
  if (EXCLUDED_ALLERGENS[diet]?.some((allergen) => contains.includes(allergen))) return 'not_suitable';
  if (HEALTH_DIET_ALLERGENS[diet]?.some((allergen) => allAllergens.includes(allergen))) return 'not_suitable';
  return 'suitable';
}

/** The dish must comply with every diet. */
function checkAllDiets(item: MenuItem, diets: readonly Diet[], avoid: readonly Allergen[]): Verdict {
  const verdicts = diets.map((diet) => checkItem(item, diet, avoid));
  return verdicts.find((verdict) => verdict !== 'suitable') ?? checkItem(item, undefined, avoid);
}

export function findDietaryFacts(menu: readonly MenuItem[], query: DietaryQuery): DietaryFact[] | Refusal {
  const diets = query.diet === undefined ? [] : parseDiets(query.diet);
  const avoid = query.avoid === undefined ? [] : parseAvoid(query.avoid);
  if ('ok' in diets) return diets;
  if ('ok' in avoid) return avoid;
  const { category } = query;
  const itemsInCategory =
    category === undefined ? menu : menu.filter((item) => isSameName(item.category ?? '', category));
  const requestedItems =
    query.item === undefined
      ? itemsInCategory
      : [findEntry(itemsInCategory, query.item)].filter((item) => item !== undefined);
  return requestedItems.map((item) => ({
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
