// What somebody at the table must not or will not eat: told once, it holds for the whole conversation.
import type { EntityValue, Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import type { SuitabilityResult } from '../../capability/industry.ts';
import { listedAs } from '../render.ts';
import { dietaryFacts, NOT_EVEN_TRACES } from './dietary.ts';
import { suits } from './menu.ts';
import { asksWhatContains, renderFacts, renderUnrecorded } from './render-dietary.ts';
import type { Diet, RestaurantBusiness } from './schema.ts';
import { neededIn, needsOf } from './stated-needs.ts';
import { namesFood } from './unrecorded.ts';
import { namesFor, RULES_OUT } from './vocabulary.ts';

type Words = Slots['words'];

/** What is in force after a sentence: what was, with what it tells and without what it takes back. */
export function needsAfter(before: Words, text: string, { words }: Slots): Words {
  const { avoid = [], diet = [] } = words;
  const isRuledOut = RULES_OUT.test(text) && !asksWhatContains(text, avoid);
  // "Which dishes have nuts?" names no diet, though nuts are a word of one.
  const foods = new Set(avoid.flat().map(({ said }) => said));
  const diets = diet.filter((meanings) => !meanings.some(({ said }) => foods.has(said)));
  const told = saidIn(isRuledOut ? { avoid, diet } : { diet: diets });
  const kept = standing(saidIn(before), text);
  const each = new Map([...kept, ...told].flatMap(asAvoided).map((one) => [`${one.slot} ${one.said.id}`, one]));
  const of = (slot: string) => [...each.values()].filter((one) => one.slot === slot).map(({ said }) => [said]);
  return Object.fromEntries(
    ['avoid', 'diet'].map((slot) => [slot, of(slot)] as const).filter(([, some]) => some.length > 0),
  );
}

type Told = { slot: string; said: EntityValue };

const saidIn = (words: Words): Told[] =>
  Object.entries(words).flatMap(([slot, mentions]) => mentions.flat().map((said) => ({ slot, said })));

/** A diet that is followed for health is what it rules out. */
function asAvoided(one: Told): Told[] {
  const free = one.slot === 'diet' ? NOT_EVEN_TRACES[one.said.id as Diet] : undefined;
  return free ? free.map((id) => ({ slot: 'avoid', said: { id, name: id, said: one.said.said } })) : [one];
}

/** Only people are spoken of: that a dish is not vegan takes nothing back. */
const PERSON = '\\b(?:i|we|he|she|they|(?:my|our) \\w+)';
const IS_NOT = "(?:(?: am|'m| is|'s| are|'re) (?:not|no longer)|(?: is| are)n't)";
const MORE = '(?: (?:actually|really|strictly|even|an?))*(?: (?:allergic|intolerant) to)?(?: any)?';
const FORGET =
  /(?<!n't |not |never )\b(?:forget|ignore|disregard|never ?mind)\b[^.?!]*?\b(allerg\w*|intoleran\w*|diets?|thing)\b/i;

/** What a sentence does not take back. */
function standing(all: Told[], given: string): Told[] {
  const text = given.replaceAll('’', "'");
  const forgotten = FORGET.exec(text);
  const isNamed = (one: Told) => forgotten && new RegExp(`\\b${namesOf(one)}\\b`, 'i').test(forgotten[0]);
  const named = all.filter(isNamed);
  // "Forget the allergy": all that must be avoided; "the vegan thing": that alone.
  const [, what = ''] = forgotten ?? [];
  const slot = /^diet/i.test(what) ? 'diet' : 'avoid';
  const meant = forgotten && !/^thing/i.test(what) ? all.filter((one) => one.slot === slot) : [];
  const back = new Set(named.length > 0 ? named : meant);
  return all.filter((one) => !back.has(one) && !isDenied(one, text));
}

function isDenied(one: Told, text: string): boolean {
  const name = namesOf(one);
  const again = `${PERSON} (?:can )?(?:eats?|have) ${name} (?:after all|again)`;
  return new RegExp(`${PERSON}${IS_NOT}${MORE} ${name}\\b|${again}\\b`, 'i').test(text);
}

const namesOf = ({ slot, said }: Told) =>
  `(?:${[said.said, ...namesFor(slot, said.id)].map((name) => name.replace(/[^\p{L}\p{N} ]/gu, '.')).join('|')})`;

/** "I'm not vegan": what is said to be no longer so is nothing to look for. */
export function withoutTakenBack(slots: Slots, text: string): Slots {
  const { avoid, diet, ...words } = slots.words;
  if (!avoid && !diet) return slots;
  const kept = new Set(standing(saidIn({ avoid: avoid ?? [], diet: diet ?? [] }), text).map(({ said }) => said));
  const left = Object.entries({ avoid, diet }).map(([slot, mentions = []]): [string, EntityValue[][]] => [
    slot,
    mentions.filter((meanings) => meanings.some((said) => kept.has(said))),
  ]);
  return { ...slots, words: { ...words, ...Object.fromEntries(left.filter(([, some]) => some.length > 0)) } };
}

/** Each dish, and whether it is one for them. */
export function checkMenu(business: Business, words: Words, say: Formatter): SuitabilityResult[] {
  const { menu } = (business as RestaurantBusiness).restaurant;
  const slots = { words, own: {} };
  const needs = needsOf(slots);
  return menu.map((item) => ({
    source: listedAs('menu_item')(item),
    fits: suits(item, needs),
    why: () => {
      const query = { item: item.id, ...neededIn(slots) };
      const facts = query.diet || query.avoid ? dietaryFacts([item], query) : [];
      const known = 'ok' in facts || facts.length === 0 ? '' : renderFacts(facts, say, query);
      const named = needs.others.some((food) => namesFood(item, food))
        ? renderUnrecorded(needs.others, [item], say)
        : '';
      return [known, named].filter(Boolean).join(' ');
    },
  }));
}
