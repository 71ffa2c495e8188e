// How many people come, and for how many something can be had.
import type { TObject } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type SlotDeclarations, slotsBy } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import type { PreviousTurn } from '../../nlu/encoder/encoder.ts';
import { findPartyLimit, isOfSize, isWithin, type PartyLimit } from '../../nlu/entities/party-limit.ts';
import type { ActiveTask } from './dialogue-state.ts';
import type { FocusEntity } from './focus.ts';
import { passagesOf } from './passage-index.ts';
import { says } from './rank/cues.ts';
import type { RankedAction } from './rank/rank-actions.ts';
import type { ResponsePart } from './reply.ts';
import { type SearchHit, wasTold } from './search-hit.ts';
import { sentencesOf } from './sentences.ts';
import type { Turn } from './turn.ts';

export const takesParty = ({ input }: AnyCapability): boolean => 'partySize' in (input as TObject).properties;

/** Where a business writes what holds for all its bookings. */
const OF_THE_HOUSE = new Set(['faq', 'policy', 'about']);

/** For how many people it can be had: as a passage says that bears on it, or else what is written of all bookings. */
export function limitOn(
  { ctx, businessContext }: Turn,
  capability: AnyCapability,
  { bearing, before }: { bearing?: SearchHit | undefined; before?: PreviousTurn | undefined } = {},
): Pick<ActiveTask, 'limit'> {
  if (!takesParty(capability)) return {};
  const house = passagesOf(ctx.business, businessContext.industry).filter(({ source }) =>
    OF_THE_HOUSE.has(source.kind),
  );
  const [limited] = [
    ...(bearing ? [{ passage: bearing.passage, limit: findPartyLimit(bearing.passage.text) }] : []),
    ...house.map((passage) => ({ passage, limit: findPartyLimit(passage.text, { always: true }) })),
  ].filter(({ limit }) => limit);
  if (!limited) return {};
  const { text, source } = limited.passage;
  return {
    limit: {
      ...limited.limit,
      text,
      source,
      told: wasTold({ passage: limited.passage, score: 0 }, before?.told ?? ''),
    },
  };
}

/** Loaves for Friday, or places in a workshop that was spoken of, are no table. */
export function isNoTable(
  industry: SlotDeclarations,
  text: string,
  { words, partySize }: Slots,
  focus: readonly FocusEntity[] = [],
): boolean {
  if (says('books', text) || /\btable\b/i.test(text)) return false;
  if (slotsBy(industry, 'goods', 'offer').some((slot) => words[slot])) return partySize === undefined;
  return Object.keys(words).length === 0 && focus[0]?.slot === 'offer';
}

/** "I'd like to book a table" is answered by how many they take bookings for, and goes on from there. */
export function bookingBehindLimit(
  { capabilities, text }: Turn,
  { intent, hit, others }: RankedAction,
): string | undefined {
  const isLimit = intent === 'faq' && hit && says('books', text) && findPartyLimit(hit.passage.text, { always: true });
  if (!isLimit) return undefined;
  const wishes = others.map((name) => must(capabilities.get(name), 'a capability of that name'));
  return wishes.find((each) => each.effect === 'write' && takesParty(each))?.name;
}

/** A party that is too small or too large is told so, and nothing is booked. */
export function refusePartySize(
  { limit, slots: { partySize } }: Pick<ActiveTask, 'limit' | 'slots'>,
  say: Formatter = ENGLISH,
): ResponsePart | undefined {
  if (!limit || partySize === undefined || isWithin(partySize, limit)) return undefined;
  const values = { count: partySize, limit: renderLimit(limit, say) };
  const text = say.text("I'm afraid I can't book this for {count}, only for {limit}.", values);
  return { text: limit.told ? text : `${limit.text} ${text}`, sources: [limit.source] };
}

/** What is written of groups of that size, who find no table here. */
export function forGroup({ ctx, businessContext }: Turn, partySize: number): ResponsePart | undefined {
  const about = passagesOf(ctx.business, businessContext.industry).find(({ text }) => isOfSize(text, partySize));
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
  return theirs.length > 0
    ? formatterFor(ctx.business).text("There's a deposit: {text}", { text: theirs.join(' ') })
    : '';
}

function renderLimit({ least, most }: PartyLimit, say: Formatter): string {
  if (least === undefined) return say.text('up to {count} people', { count: must(most, 'a limit on either side') });
  if (most === undefined) return say.text('{count} people or more', { count: least });
  return least === most
    ? say.text('{count} people', { count: least })
    : say.text('{least} to {most} people', { least, most });
}

/** Before they say how many they are, people hear how many are taken. */
export function withLimit(
  question: ResponsePart,
  { limit }: ActiveTask,
): { part: ResponsePart; limit?: NonNullable<ActiveTask['limit']> } {
  if (!limit || limit.told) return { part: question, ...(limit ? { limit } : {}) };
  const part = { ...question, text: `${limit.text} ${question.text}`, sources: [limit.source] };
  return { part, limit: { ...limit, told: true } };
}
