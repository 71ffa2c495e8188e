// A customer who mentions a child is looking for what the business offers for children: "got anything for my 8 yr old".
import type { CatalogEntity } from '../../capability/dialogue.ts';
import { findAge } from '../../nlu/entities/ages.ts';
import type { EntityCatalog, EntityMention } from '../../nlu/entities/entity-catalog.ts';

const CHILD_RELATION_PATTERN =
  '(?:lad|boy|son|girl|daughter|kid|child|toddler|nephew|niece|grand(?:son|daughter|child)|little (?:one|boy|girl))s?';
const CHILD_PATTERN = new RegExp(
  [
    String.raw`\b(?:my|our) (?:\w+ ){0,2}?${CHILD_RELATION_PATTERN}\b`,
    String.raw`\b(?:the|me) (?:young|wee|little|small) (?:lad|fella|fellow|man|lass|boy|girl|one)s?\b`,
    String.raw`\bkids?\b|\bchild(?:ren)?\b`,
  ].join('|'),
  'i',
);
/** Older relatives are served like any other customer. */
const MAX_CHILD_AGE = 14;
const CHILDRENS_SERVICE_NAME_PATTERN =
  /\b(?:kid['’]?s?['’]?|child(?:ren)?['’]?s?|junior|youth|under (?:\d+|\w+teen)s?)\b/i;
/** Whether a text mentions a child, as opposed to an adult son or daughter. */
export const mentionsChild = (text: string): boolean => findChildMention(text) !== undefined;

function findChildMention(text: string): { start: number; end: number } | undefined {
  const age = findAge(text);
  if (age) return age.value <= MAX_CHILD_AGE ? age : undefined;
  const childMatch = CHILD_PATTERN.exec(text);
  return childMatch ? { start: childMatch.index, end: childMatch.index + childMatch[0].length } : undefined;
}

/**
 * Adds the children's services to a message that mentions a child and names no service. With `isNarrowingOnly` it adds
 * nothing, and only prefers children's services among those that were named.
 */
export function withChildrensServices(
  { find }: EntityCatalog,
  entities: readonly CatalogEntity[],
  bookableSlots: readonly string[],
  isNarrowingOnly = false,
): EntityCatalog {
  const childrensServices = entities.filter(
    ({ slot, name }) => bookableSlots.includes(slot) && CHILDRENS_SERVICE_NAME_PATTERN.test(name),
  );
  if (childrensServices.length === 0) return { find };
  return {
    find(text) {
      const childMention = findChildMention(text);
      const mentions = childMention ? preferChildrensServices(find(text), bookableSlots) : find(text);
      if (!childMention || isNarrowingOnly || mentions.some(({ slot }) => bookableSlots.includes(slot)))
        return mentions;
      const { start, end } = childMention;
      const impliedMentions = childrensServices.map(
        ({ slot, id, name }): EntityMention => ({ slot, id, name, start, end, score: 1, isExact: false }),
      );
      return [...mentions, ...impliedMentions];
    },
  };
}

/** Where the same words could mean several services, keeps those for children: "Could she cut my son's hair?". */
function preferChildrensServices(mentions: EntityMention[], bookableSlots: readonly string[]): EntityMention[] {
  const isForChildren = ({ name }: EntityMention) => CHILDRENS_SERVICE_NAME_PATTERN.test(name);
  const haveSameWords = (one: EntityMention, other: EntityMention) =>
    one.start === other.start && one.slot === other.slot;
  return mentions.filter(
    (mention) =>
      !bookableSlots.includes(mention.slot) ||
      isForChildren(mention) ||
      !mentions.some((other) => haveSameWords(mention, other) && isForChildren(other)),
  );
}
