// "My lad's 7", "got anything for my 8 yr old": whoever speaks of a child means what the business has for children.
import type { Word } from '../../capability/dialogue.ts';
import type { Gazetteer, Mention } from '../../understanding/fields/gazetteer.ts';

const KIN =
  '(?:lad|boy|son|girl|daughter|kid|child|toddler|nephew|niece|grand(?:son|daughter|child)|little (?:one|boy|girl))s?';
const AGE = '(?:[2-9]|1[0-4]|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const CHILD = new RegExp(
  [
    String.raw`\b(?:my|our) (?:\w+ ){0,2}?${KIN}\b`,
    String.raw`\b(?:the|me) (?:young|wee|little|small) (?:lad|fella|fellow|man|lass|boy|girl|one)s?\b`,
    String.raw`\b${AGE}[- ]?(?:yrs?|years?|yo|y\/o)[- ]?olds?\b`,
    String.raw`\b(?:he|she)(?:['’]?s| is) (?:only |just )?${AGE}\b(?=\s*(?:$|[.,;!?)]|and\b|now\b|so\b|but\b|if\b|years?\b|yrs?\b))`,
    String.raw`\bkids?\b|\bchild(?:ren)?\b`,
  ].join('|'),
  'i',
);
/** A daughter may be a woman of forty. */
const GROWN = new RegExp(
  String.raw`\b(?:1[89]|[2-9]\d)[- ]?(?:yrs?|years?|yo|y\/o)\b|\b(?:he|she|${KIN})(?:['’]?s| is) (?:1[89]|[2-9]\d)\b(?!:)`,
  'i',
);
const FOR_CHILDREN = /\b(?:kid['’]?s?['’]?|child(?:ren)?['’]?s?|junior|youth|under (?:\d+|\w+teen)s?)\b/i;
/** A child is spoken of, and no grown daughter. */
export const speaksOfChild = (text: string): boolean => !GROWN.test(text) && CHILD.test(text);

/**
 * Where nothing else is named, of what can be booked that which is for children; with `isNarrowing` only where something
 * was named that could be theirs.
 */
export function withChildren(
  { find }: Gazetteer,
  words: readonly Word[],
  booked: readonly string[],
  isNarrowing = false,
): Gazetteer {
  const theirs = words.filter(({ slot, name }) => booked.includes(slot) && FOR_CHILDREN.test(name));
  if (theirs.length === 0) return { find };
  return {
    find(text) {
      const child = GROWN.test(text) ? null : CHILD.exec(text);
      const found = child ? forChildren(find(text), booked) : find(text);
      if (!child || isNarrowing || found.some(({ slot }) => booked.includes(slot))) return found;
      const [start, end] = [child.index, child.index + child[0].length];
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
