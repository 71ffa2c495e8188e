// Dietary needs of the customer's party; once stated, they apply for the whole conversation.
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import type { SuitabilityResult } from '../../capability/industry.ts';
import { createSourceMapper } from '../render.ts';
import { findDietaryFacts, HEALTH_DIET_ALLERGENS } from './dietary.ts';
import { isSuitable } from './menu.ts';
import { asksWhatContains, renderFacts, renderUnrecordedFoods } from './render-dietary.ts';
import type { Diet, RestaurantBusiness } from './schema.ts';
import { createNeedsQuery, readNeeds } from './stated-needs.ts';
import { namesFood } from './unrecorded-foods.ts';
import { listNames, MENTIONS_AVOIDANCE_PATTERN } from './vocabulary.ts';

type NeedMentions = Slots['catalogEntities'];

/** The needs after a sentence: the previous ones, plus those it states, minus those it retracts. */
export function updateNeeds(previousNeeds: NeedMentions, text: string, { catalogEntities }: Slots): NeedMentions {
  const { avoid = [], diet = [] } = catalogEntities;
  const isRuledOut = MENTIONS_AVOIDANCE_PATTERN.test(text) && !asksWhatContains(text, avoid);
  // Asking about a food, as in "which dishes have nuts?", does not state a diet such as nut-free.
  const avoidedWords = new Set(avoid.flat().map(({ said }) => said));
  const diets = diet.filter((meanings) => !meanings.some(({ said }) => avoidedWords.has(said)));
  const newNeeds = toStatedNeeds(isRuledOut ? { avoid, diet } : { diet: diets });
  const remainingNeeds = withoutRetracted(toStatedNeeds(previousNeeds), text);
  const needBySlotAndId = new Map(
    [...remainingNeeds, ...newNeeds]
      .flatMap(toAvoidedAllergens)
      .map((need) => [`${need.slot} ${need.entity.id}`, need]),
  );
  const listMentions = (slot: string) =>
    [...needBySlotAndId.values()].filter((need) => need.slot === slot).map(({ entity }) => [entity]);
  return Object.fromEntries(
    ['avoid', 'diet'].map((slot) => [slot, listMentions(slot)] as const).filter(([, mentions]) => mentions.length > 0),
  );
}

type StatedNeed = { slot: string; entity: EntityValue };

const toStatedNeeds = (catalogEntities: NeedMentions): StatedNeed[] =>
  Object.entries(catalogEntities).flatMap(([slot, mentions]) => mentions.flat().map((entity) => ({ slot, entity })));

/** A diet followed for health becomes the allergens it rules out. */
function toAvoidedAllergens(need: StatedNeed): StatedNeed[] {
  const allergens = need.slot === 'diet' ? HEALTH_DIET_ALLERGENS[need.entity.id as Diet] : undefined;
  return allergens
    ? allergens.map((id) => ({ slot: 'avoid', entity: { id, name: id, said: need.entity.said } }))
    : [need];
}

/** Only statements about people retract a need; "the soup is not vegan" does not. */
const PERSON_PATTERN = '\\b(?:i|we|he|she|they|(?:my|our) \\w+)';
const IS_NOT_PATTERN = "(?:(?: am|'m| is|'s| are|'re) (?:not|no longer)|(?: is| are)n't)";
const QUALIFIERS_PATTERN = '(?: (?:actually|really|strictly|even|an?))*(?: (?:allergic|intolerant) to)?(?: any)?';
const FORGET_REQUEST_PATTERN =
  /(?<!n't |not |never )\b(?:forget|ignore|disregard|never ?mind)\b[^.?!]*?\b(allerg\w*|intoleran\w*|diets?|thing)\b/i;

/** The needs that a sentence does not retract. */
function withoutRetracted(needs: StatedNeed[], rawText: string): StatedNeed[] {
  const text = rawText.replaceAll('’', "'");
  const forgetMatch = FORGET_REQUEST_PATTERN.exec(text);
  const isNamed = (need: StatedNeed) =>
    forgetMatch && new RegExp(`\\b${createNamePattern(need)}\\b`, 'i').test(forgetMatch[0]);
  const namedNeeds = needs.filter(isNamed);
  // "Forget the allergy" retracts everything to avoid; "forget the vegan thing" only that diet.
  const [, forgottenThing = ''] = forgetMatch ?? [];
  const slot = /^diet/i.test(forgottenThing) ? 'diet' : 'avoid';
  const needsOfSlot = forgetMatch && !/^thing/i.test(forgottenThing) ? needs.filter((need) => need.slot === slot) : [];
  const retracted = new Set(namedNeeds.length > 0 ? namedNeeds : needsOfSlot);
  return needs.filter((need) => !retracted.has(need) && !isRetracted(need, text));
}

function isRetracted(need: StatedNeed, text: string): boolean {
  const name = createNamePattern(need);
  const resumesEating = `${PERSON_PATTERN} (?:can )?(?:eats?|have) ${name} (?:after all|again)`;
  return new RegExp(`${PERSON_PATTERN}${IS_NOT_PATTERN}${QUALIFIERS_PATTERN} ${name}\\b|${resumesEating}\\b`, 'i').test(
    text,
  );
}

const createNamePattern = ({ slot, entity }: StatedNeed) =>
  `(?:${[entity.said, ...listNames(slot, entity.id)].map((name) => name.replace(/[^\p{L}\p{N} ]/gu, '.')).join('|')})`;

/** Drops retracted needs from the slots: "I'm not vegan" is not a search for vegan dishes. */
export function withoutRetractedNeeds(slots: Slots, text: string): Slots {
  const { avoid, diet, ...catalogEntities } = slots.catalogEntities;
  if (!avoid && !diet) return slots;
  const remainingEntities = new Set(
    withoutRetracted(toStatedNeeds({ avoid: avoid ?? [], diet: diet ?? [] }), text).map(({ entity }) => entity),
  );
  const remainingMentions = Object.entries({ avoid, diet }).map(([slot, mentions = []]): [string, EntityValue[][]] => [
    slot,
    mentions.filter((meanings) => meanings.some((entity) => remainingEntities.has(entity))),
  ]);
  return {
    ...slots,
    catalogEntities: {
      ...catalogEntities,
      ...Object.fromEntries(remainingMentions.filter(([, mentions]) => mentions.length > 0)),
    },
  };
}

/** Checks every dish against the customer's needs. */
export function checkMenuSuitability(
  business: Business,
  catalogEntities: NeedMentions,
  format: Formatter,
): SuitabilityResult[] {
  const { menu } = (business as RestaurantBusiness).restaurant;
  const slots = { catalogEntities, industryEntities: {} };
  const needs = readNeeds(slots);
  return menu.map((item) => ({
    source: createSourceMapper('menu_item')(item),
    isSuitable: isSuitable(item, needs),
    explain: () => {
      const query = { item: item.id, ...createNeedsQuery(slots) };
      const facts = query.diet || query.avoid ? findDietaryFacts([item], query) : [];
      const recordText = 'ok' in facts || facts.length === 0 ? '' : renderFacts(facts, format, query);
      const unrecordedText = needs.unrecordedFoods.some((food) => namesFood(item, food))
        ? renderUnrecordedFoods(needs.unrecordedFoods, [item], format)
        : '';
      return [recordText, unrecordedText].filter(Boolean).join(' ');
    },
  }));
}
