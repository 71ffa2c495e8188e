// Answers "any other dessert?" and "anything similar?" with alternatives to the entries just discussed.
import { type EntityValue, listEntities, type Slots, type Source, type SourcedText } from '../capability/dialogue.ts';
import type { Formatter } from '../capability/formatter.ts';
import { wordsOf } from '../nlu/entities/word-forms.ts';
import { distinct } from './entries.ts';
import { createSources, renderList, renderNameWithPrice } from './render.ts';

type Entry = { id: string; name: string; category?: string; price?: number };

const ASKS_FOR_OTHERS_PATTERN =
  /\b(?:others?(?! (?:day|week|night|time))|(?:any(?:thing)?|what|something) else|similar|alternatives?)\b/i;
/** The named entry is the one the customer wants something else for. */
const NAMES_WHAT_TO_REPLACE_PATTERN = /\b(?:similar|like|instead of|besides|other than|apart from|alternatives? to)\b/i;
/** Asks for a whole category, not for one entry of it. */
const ASKS_FOR_LIST_PATTERN = /\b(?:what|which|any|all|list|show)\b(?!.*\b(?:that|this|it)\b)/i;

const createMentionTest =
  (text: string) =>
  ({ said }: EntityValue) =>
    text.toLowerCase().includes(said.toLowerCase());

/** Drops entities from earlier messages if this one asks for a category: "mochi?", then "what desserts are there?" */
export function withoutEarlierEntities(slots: Slots, text: string, slot: string): Slots {
  const isSaid = createMentionTest(text);
  const asksForCategory = ASKS_FOR_LIST_PATTERN.test(text) && listEntities(slots, 'category').some(isSaid);
  if (!asksForCategory || listEntities(slots, slot).some(isSaid)) return slots;
  const { [slot]: _, ...catalogEntities } = slots.catalogEntities;
  return { ...slots, catalogEntities };
}

/**
 * Lists other entries of the category that the customer names or that was just discussed, or else of related ones. Undefined
 * if the customer does not ask for others, or if the category is unclear.
 */
export function renderAlternatives<E extends Entry>(
  text: string,
  entries: readonly E[],
  slots: Slots,
  {
    slot,
    kind,
    format,
    isAvailable,
  }: { slot: string; kind: string; format: Formatter; isAvailable(entry: E): boolean },
): SourcedText | undefined {
  const mentionedEntities = listEntities(slots, slot);
  const mentionedEntries = entries.filter(({ id }) => mentionedEntities.some((each) => each.id === id));
  const isSaid = createMentionTest(text);
  if (
    !ASKS_FOR_OTHERS_PATTERN.test(text) ||
    mentionedEntries.length === 0 ||
    (mentionedEntities.some(isSaid) && !NAMES_WHAT_TO_REPLACE_PATTERN.test(text))
  )
    return undefined;
  const [mentionedCategory, otherMentionedCategory] = distinct(mentionedEntries.map(({ category }) => category));
  const category =
    listEntities(slots, 'category').find(isSaid)?.name ?? (otherMentionedCategory ? undefined : mentionedCategory);
  if (category === undefined) return undefined;
  const available = entries.filter((entry) => isAvailable(entry) && !mentionedEntries.includes(entry));
  const sameCategoryEntries = available.filter((entry) => entry.category === category);
  // Categories that share a word are related: "Gravel bikes" and "Hybrid bikes".
  const relatedEntries = available.filter((entry) => sharesWord(entry.category ?? '', category));
  const renderEntries = (shownEntries: readonly E[]) =>
    renderList(
      shownEntries.map((entry) => renderNameWithPrice(entry, format)),
      format,
    );
  const createEntrySources = (shownEntries: readonly E[]): Source[] => createSources(kind, shownEntries);
  if (sameCategoryEntries.length > 0)
    return {
      text: `We also have ${renderEntries(sameCategoryEntries)}.`,
      sources: createEntrySources(sameCategoryEntries),
    };
  const relatedText = relatedEntries.length > 0 ? ` The closest we have: ${renderEntries(relatedEntries)}.` : '';
  return {
    text: `We don't have anything else in ${category} right now.${relatedText}`,
    sources: createEntrySources(relatedEntries),
  };
}

const extractCanonicalForms = (text: string) => new Set(wordsOf(text).map(({ canonicalForm }) => canonicalForm));
const sharesWord = (a: string, b: string) => extractCanonicalForms(a).intersection(extractCanonicalForms(b)).size > 0;
