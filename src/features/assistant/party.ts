// How many people come, and for how many something can be had.
import type { TObject } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { type Declaring, slotsBy } from '../../capability/roles.ts';
import { ENGLISH, type Say, sayFor } from '../../capability/say.ts';
import type { Before } from '../../understanding/encoder/encoder.ts';
import { findPartyLimit, isOfSize, isWithin, type PartyLimit } from '../../understanding/fields/party-limit.ts';
import { type Hit, isTold } from './hit.ts';
import { passagesOf } from './knowledge.ts';
import type { Decision } from './rank/choose.ts';
import { says } from './rank/cues.ts';
import type { Part } from './reply.ts';
import { sentencesOf } from './sentences.ts';
import type { Task } from './state.ts';
import type { Focus } from './tracker.ts';
import type { Turn } from './turn.ts';

export const takesParty = ({ input }: AnyCapability): boolean => 'partySize' in (input as TObject).properties;

/** Where a business writes what holds for all its bookings. */
const OF_THE_HOUSE = new Set(['faq', 'policy', 'about']);

/** For how many people it can be had: as a passage says that bears on it, or else what is written of all bookings. */
export function limitOn(
  { ctx, desk }: Turn,
  capability: AnyCapability,
  { bearing, before }: { bearing?: Hit | undefined; before?: Before | undefined } = {},
): Pick<Task, 'limit'> {
  if (!takesParty(capability)) return {};
  const house = passagesOf(ctx.business, desk.industry).filter(({ source }) => OF_THE_HOUSE.has(source.kind));
  const [limited] = [
    ...(bearing ? [{ passage: bearing.passage, limit: findPartyLimit(bearing.passage.text) }] : []),
    ...house.map((passage) => ({ passage, limit: findPartyLimit(passage.text, { always: true }) })),
  ].filter(({ limit }) => limit);
  if (!limited) return {};
  const { text, source } = limited.passage;
  return {
    limit: { ...limited.limit, text, source, told: isTold({ passage: limited.passage, score: 0 }, before?.told ?? '') },
  };
}

/** Loaves for Friday, or places in a workshop that was spoken of, are no table. */
export function isNoTable(
  industry: Declaring,
  text: string,
  { words, partySize }: Slots,
  focus: readonly Focus[] = [],
): boolean {
  if (says('books', text) || /\btable\b/i.test(text)) return false;
  if (slotsBy(industry, 'goods', 'offer').some((slot) => words[slot])) return partySize === undefined;
  return Object.keys(words).length === 0 && focus[0]?.slot === 'offer';
}

/** "I'd like to book a table" is answered by how many they take bookings for, and goes on from there. */
export function wishUnder({ capabilities, text }: Turn, { intent, hit, others }: Decision): string | undefined {
  const isLimit = intent === 'faq' && hit && says('books', text) && findPartyLimit(hit.passage.text, { always: true });
  const wishes = others.map((name) => capabilities.get(name)!);
  return isLimit ? wishes.find((each) => each.effect === 'write' && takesParty(each))?.name : undefined;
}

/** A party that is too small or too large is told so, and nothing is booked. */
export function turnedAway(
  { limit, slots: { partySize } }: Pick<Task, 'limit' | 'slots'>,
  say: Say = ENGLISH,
): Part | undefined {
  if (!limit || partySize === undefined || isWithin(partySize, limit)) return undefined;
  const values = { count: partySize, limit: sayLimit(limit, say) };
  const text = say.text("I'm afraid I can't book this for {count}, only for {limit}.", values);
  return { text: limit.told ? text : `${limit.text} ${text}`, sources: [limit.source] };
}

/** What is written of groups of that size, who find no table here. */
export function forGroup({ ctx, desk }: Turn, partySize: number): Part | undefined {
  const about = passagesOf(ctx.business, desk.industry).find(({ text }) => isOfSize(text, partySize));
  return about && { text: about.text, sources: [about.source] };
}

const OF_GROUPS = /\b(?:head|person|people|group|party|parties|table)/i;
const OF_NOTHING = /\bno(?:thing|t)?\b/i;
const SIZED = /\d(?:\+| or more| to \d)/;
/** So many are a group, where nobody says how many are one. */
const GROUP = 6;

/** What a table of that size costs up front, as the business has written it: said before they say yes. */
export function depositFor({ ctx }: Turn, capability: AnyCapability, partySize: number | undefined): string {
  const { deposit } = ctx.business.policies;
  if (!deposit || partySize === undefined || !takesParty(capability)) return '';
  const isTheirs = (sentence: string) => {
    if (!OF_GROUPS.test(sentence) || OF_NOTHING.test(sentence)) return false;
    return SIZED.test(sentence) ? isOfSize(sentence, partySize) : partySize >= GROUP;
  };
  const theirs = sentencesOf(deposit).filter(isTheirs);
  return theirs.length > 0 ? sayFor(ctx.business).text("There's a deposit: {text}", { text: theirs.join(' ') }) : '';
}

function sayLimit({ least, most }: PartyLimit, say: Say): string {
  if (least === undefined) return say.text('up to {count} people', { count: most! });
  if (most === undefined) return say.text('{count} people or more', { count: least });
  return least === most
    ? say.text('{count} people', { count: least })
    : say.text('{least} to {most} people', { least, most });
}

/** Before they say how many they are, people hear how many are taken. */
export function withLimit(question: Part, { limit }: Task): { part: Part; limit?: NonNullable<Task['limit']> } {
  if (!limit || limit.told) return { part: question, ...(limit ? { limit } : {}) };
  const part = { ...question, text: `${limit.text} ${question.text}`, sources: [limit.source] };
  return { part, limit: { ...limit, told: true } };
}
