// Needs hold for the whole conversation once a customer has stated them, such as an allergy.
import type { TObject } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import type { EntityValue, Slots, Source } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry, SuitabilityResult } from '../../capability/industry.ts';
import { findSlotsWithRole } from '../../capability/roles.ts';
import type { DialogueState } from './dialogue-state.ts';
import { extractEntities } from './extract-entities.ts';
import { parseMessage } from './parsed-message.ts';
import { listRestrictionSlots } from './slots.ts';

export type Needs = Slots['catalogEntities'];

type NeedsInput = {
  business: Business;
  industry: AnyIndustry | undefined;
  businessName: string;
  now: Date;
  message: string;
  state: DialogueState;
};

/** The needs after a message: it may add some, or withdraw them. */
export function applyMessageToNeeds({ business, industry, businessName, now, message, state }: NeedsInput): Needs {
  const previousNeeds = state.needs ?? {};
  const updateNeeds = industry?.needs?.update;
  if (!updateNeeds || !business[industry.name]) return previousNeeds;
  const context = { business, industry, now, requestedSlots: [], businessName };
  const applyTexts = (texts: readonly string[]) =>
    texts.reduce((needs, text) => updateNeeds(needs, text, extractEntities(text, context)), previousNeeds);
  const { text, segments } = parseMessage(message);
  const needs = applyTexts(segments.map((segment) => segment.text));
  // A need may be spread over two sentences: "I have an allergy. Peanuts."
  const isUnchanged = JSON.stringify(needs) === JSON.stringify(previousNeeds);
  return segments.length > 1 && isUnchanged ? applyTexts([text]) : needs;
}

/** The slots of a question, with the needs from earlier messages added, except `excludedNeeds`. */
export function withNeeds(slots: Slots, needs: Needs, excludedNeeds: Needs = {}): Slots {
  const catalogEntities = { ...slots.catalogEntities };
  for (const [slot, allMentions] of Object.entries(needs)) {
    const excludedIds = new Set(excludedNeeds[slot]?.flat().map(({ id }) => id));
    const isAsked = (meanings: EntityValue[]) => !meanings.some(({ id }) => excludedIds.has(id));
    const mentions = allMentions.filter(isAsked);
    const mentionsInQuestion = (catalogEntities[slot] ?? []).filter(isAsked);
    const isNew = (id: string) => !mentionsInQuestion.flat().some((entity) => entity.id === id);
    catalogEntities[slot] = [...mentionsInQuestion, ...mentions.filter(([entity]) => entity && isNew(entity.id))];
  }
  return { ...slots, catalogEntities };
}

/**
 * The earlier needs that a question does not ask about, where it names an item and a need itself. They are cautions then,
 * and not the answer. A list leaves out whatever does not suit all needs.
 */
export function findNeedsBesideQuestion(
  mentionedEntities: Slots['catalogEntities'],
  needs: Needs,
  industry: AnyIndustry | undefined,
): Needs {
  const asksAboutItem = findSlotsWithRole(industry, 'goods').some((slot) => mentionedEntities[slot]);
  const restrictions = listRestrictionSlots(industry).flatMap((slot) => mentionedEntities[slot]?.flat() ?? []);
  if (!asksAboutItem || restrictions.length === 0) return {};
  const isMentioned = ({ id, said }: EntityValue) =>
    restrictions.some((entity) => entity.id === id || entity.said === said);
  const otherNeeds = Object.entries(needs).map(
    ([slot, mentions]) => [slot, mentions.filter((meanings) => !meanings.some(isMentioned))] as const,
  );
  return Object.fromEntries(otherNeeds.filter(([, mentions]) => mentions.length > 0));
}

/** What the customer has said of allergies, diets and conditions, for the notes of a booking; undefined where it takes none. */
export function composeNeedsNote(
  { needs, remarks, format }: { needs: Needs; remarks: readonly string[]; format: Formatter },
  { input, health }: AnyCapability,
): string | undefined {
  const statedNeeds = [
    ...new Set(Object.values(needs).flatMap((mentions) => mentions.flat().map((need) => need.said))),
  ];
  const notes = [
    ...(statedNeeds.length > 0 ? [format.text('Allergies or diet: {needs}', { needs: format.list(statedNeeds) })] : []),
    ...remarks,
  ];
  const takesNotes = 'notes' in (input as TObject).properties && !health;
  return takesNotes && notes.length > 0 ? notes.join('; ') : undefined;
}

/** Whether a capability's own answer already considers the customer's needs. */
export const considersNeeds = ({ dialogue }: AnyCapability, industry: AnyIndustry | undefined): boolean =>
  dialogue.subject?.some((slot) => listRestrictionSlots(industry).includes(slot)) ?? false;

/** Checks every item on offer against the needs; empty if the customer has stated none. */
export function checkSuitability(
  needs: Needs,
  business: Business,
  industry: AnyIndustry | undefined,
  format?: Formatter,
): SuitabilityResult[] {
  if (Object.keys(needs).length === 0 || !industry?.needs || !business[industry.name]) return [];
  return industry.needs.checkSuitability(business, needs, format ?? formatterFor(business));
}

/** The unsuitable items that a text names. The longest names are matched first, so "Vegan Pho" does not name "Pho". */
export function findUnsuitableItems(text: string, results: readonly SuitabilityResult[]): SuitabilityResult[] {
  const longestFirst = [...results].sort((a, b) => b.source.title.length - a.source.title.length);
  let remainingText = text;
  return longestFirst.filter(({ source: { title }, isSuitable }) => {
    const namePattern = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(title)}(?![\\p{L}\\p{N}])`, 'giu');
    const withoutName = remainingText.replace(namePattern, ' ');
    const isNamed = withoutName !== remainingText;
    remainingText = withoutName;
    return isNamed && !isSuitable;
  });
}

/** Appends the reason for every unsuitable item that the text names. */
export function withCautions(text: string, results: readonly SuitabilityResult[]): string {
  const reasons = findUnsuitableItems(text, results).map(({ explain }) => explain());
  return [text, ...reasons.filter((reason) => reason && !text.includes(reason))].join(' ');
}

type ReplyExtras = { sources: Source[]; suggestions: string[] };

/** Drops the sources and suggestions that do not suit the customer. */
export function keepSuitable(
  { sources, suggestions }: ReplyExtras,
  results: readonly SuitabilityResult[],
): ReplyExtras {
  const createKey = ({ kind, id }: Source) => `${kind} ${id}`;
  const unsuitableKeys = new Set(
    results.filter(({ isSuitable }) => !isSuitable).map(({ source }) => createKey(source)),
  );
  return {
    sources: sources.filter((source) => !unsuitableKeys.has(createKey(source))),
    suggestions: suggestions.filter((suggestion) => findUnsuitableItems(suggestion, results).length === 0),
  };
}
