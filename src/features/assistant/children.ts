// "My lad's 7", "got anything for my 8 yr old": whoever speaks of a child means what the business has for children.
import type { Word } from '../../capability/dialogue.ts';
import type { Gazetteer, Mention } from '../../understanding/fields/gazetteer.ts';

const CHILD =
  /\bmy (?:\w+ ){0,2}?(?:lad|boy|son|girl|daughter|kid|child|toddler|nephew|niece|grand(?:son|daughter|child)|little (?:one|boy|girl))s?\b|\b(?:[2-9]|1[0-4]|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[- ]?(?:yrs?|years?|yo|y\/o)[- ]?olds?\b|\bkids?\b|\bchild(?:ren)?\b/i;
const FOR_CHILDREN = /\b(?:kid['’]?s?['’]?|child(?:ren)?['’]?s?|junior|youth|under (?:\d+|\w+teen)s?)\b/i;
const OFFERS = new Set(['service', 'class']);

/** Where nothing else is named, of services and classes those that are for children. */
export function withChildren({ find }: Gazetteer, words: readonly Word[]): Gazetteer {
  const theirs = words.filter(({ slot, name }) => OFFERS.has(slot) && FOR_CHILDREN.test(name));
  if (theirs.length === 0) return { find };
  return {
    find(text) {
      const child = CHILD.exec(text);
      const found = child ? forChildren(find(text)) : find(text);
      if (!child || found.some(({ slot }) => OFFERS.has(slot))) return found;
      const [start, end] = [child.index, child.index + child[0].length];
      const meant = theirs.map(
        ({ slot, id, name }): Mention => ({ slot, id, name, start, end, score: 1, exact: false }),
      );
      return [...found, ...meant];
    },
  };
}

/** "Could she cut my son's hair?": of several that "cut" could mean, the one for children. */
function forChildren(found: Mention[]): Mention[] {
  const isTheirs = ({ name }: Mention) => FOR_CHILDREN.test(name);
  const sameWords = (one: Mention, other: Mention) => one.start === other.start && one.slot === other.slot;
  return found.filter(
    (each) =>
      !OFFERS.has(each.slot) || isTheirs(each) || !found.some((other) => sameWords(each, other) && isTheirs(other)),
  );
}
