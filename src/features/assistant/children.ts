// "My lad's 7", "got anything for my 8 yr old": whoever speaks of a child means what the business has for children.
import type { CatalogEntity } from '../../capability/dialogue.ts';
import { findAge } from '../../nlu/entities/ages.ts';
import type { EntityCatalog, Mention } from '../../nlu/entities/entity-catalog.ts';

const KIN =
  '(?:lad|boy|son|girl|daughter|kid|child|toddler|nephew|niece|grand(?:son|daughter|child)|little (?:one|boy|girl))s?';
const CHILD = new RegExp(
  [
    String.raw`\b(?:my|our) (?:\w+ ){0,2}?${KIN}\b`,
    String.raw`\b(?:the|me) (?:young|wee|little|small) (?:lad|fella|fellow|man|lass|boy|girl|one)s?\b`,
    String.raw`\bkids?\b|\bchild(?:ren)?\b`,
  ].join('|'),
  'i',
);
/** Up to here somebody is a child wherever something is for children. */
const OLDEST = 14;
const FOR_CHILDREN = /\b(?:kid['’]?s?['’]?|child(?:ren)?['’]?s?|junior|youth|under (?:\d+|\w+teen)s?)\b/i;
/** A child is spoken of, and no grown daughter. */
export const speaksOfChild = (text: string): boolean => childIn(text) !== undefined;

function childIn(text: string): { start: number; end: number } | undefined {
  const age = findAge(text);
  if (age) return age.value <= OLDEST ? age : undefined;
  const child = CHILD.exec(text);
  return child ? { start: child.index, end: child.index + child[0].length } : undefined;
}

/**
 * Where nothing else is named, of what can be booked that which is for children; with `isNarrowing` only where something
 * was named that could be theirs.
 */
export function withChildren(
  { find }: EntityCatalog,
  words: readonly CatalogEntity[],
  booked: readonly string[],
  isNarrowing = false,
): EntityCatalog {
  const theirs = words.filter(({ slot, name }) => booked.includes(slot) && FOR_CHILDREN.test(name));
  if (theirs.length === 0) return { find };
  return {
    find(text) {
      const child = childIn(text);
      const found = child ? forChildren(find(text), booked) : find(text);
      if (!child || isNarrowing || found.some(({ slot }) => booked.includes(slot))) return found;
      const { start, end } = child;
      const meant = theirs.map(
        ({ slot, id, name }): Mention => ({ slot, id, name, start, end, score: 1, exact: false }),
      );
      return [...found, ...meant];
    },
  };
}

/** "Could she cut my son's hair?": of several that "cut" could mean, the one for children. */
function forChildren(found: Mention[], booked: readonly string[]): Mention[] {
  const isTheirs = ({ name }: Mention) => FOR_CHILDREN.test(name);
  const sameWords = (one: Mention, other: Mention) => one.start === other.start && one.slot === other.slot;
  return found.filter(
    (each) =>
      !booked.includes(each.slot) ||
      isTheirs(each) ||
      !found.some((other) => sameWords(each, other) && isTheirs(other)),
  );
}
