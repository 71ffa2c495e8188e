// Party sizes: limits on them, refusals, and what a group has to pay up front.
import type { TObject } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import { describeRefund } from '../../capability/deposit-sentences.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { findSlotsWithRole, type SlotDeclarations } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import type { PreviousTurn } from '../../nlu/encoder/encoder.ts';
import {
  findPartyLimit,
  isWithinPartyLimit,
  mentionsGroupOfSize,
  type PartyLimit,
} from '../../nlu/entities/party-limit.ts';
import { findDepositForInput } from '../../scheduling/expected-deposit.ts';
import type { ActiveTask } from './dialogue-state.ts';
import type { FocusEntity } from './focus.ts';
import { collectPassages } from './passage-index.ts';
import { hasCue } from './rank/cues.ts';
import type { RankedAction } from './rank/rank-actions.ts';
import type { ResponsePart } from './reply.ts';
import { isInLastReply, type SearchHit } from './search-hit.ts';
import { splitIntoSentences } from './sentences.ts';
import type { Turn } from './turn.ts';

export const acceptsPartySize = ({ input }: AnyCapability): boolean => 'partySize' in (input as TObject).properties;

/** Kinds of passages that apply to all bookings of a business. */
const BUSINESS_WIDE_KINDS = new Set(['faq', 'policy', 'about']);

/** The party size that a passage about this request allows, or else the limit that applies to all bookings. */
export function findApplicablePartyLimit(
  { ctx, businessContext }: Turn,
  capability: AnyCapability,
  { relevantHit, previousTurn }: { relevantHit?: SearchHit | undefined; previousTurn?: PreviousTurn | undefined } = {},
): Pick<ActiveTask, 'limit'> {
  if (!acceptsPartySize(capability)) return {};
  const businessWidePassages = collectPassages(ctx.business, businessContext.industry).filter(({ source }) =>
    BUSINESS_WIDE_KINDS.has(source.kind),
  );
  const [passageWithLimit] = [
    ...(relevantHit ? [{ passage: relevantHit.passage, limit: findPartyLimit(relevantHit.passage.text) }] : []),
    ...businessWidePassages.map((passage) => ({
      passage,
      limit: findPartyLimit(passage.text, { onlyGeneralRules: true }),
    })),
  ].filter(({ limit }) => limit);
  if (!passageWithLimit) return {};
  const { text, source } = passageWithLimit.passage;
  return {
    limit: {
      ...passageWithLimit.limit,
      text,
      source,
      told: isInLastReply({ passage: passageWithLimit.passage, score: 0 }, previousTurn?.told ?? ''),
    },
  };
}

/** Goods to order, or places in something on offer that was just discussed, must not be booked as a table. */
export function isNotTableRequest(
  industry: SlotDeclarations,
  text: string,
  { catalogEntities, partySize }: Slots,
  focus: readonly FocusEntity[] = [],
): boolean {
  if (hasCue('books', text) || /\btable\b/i.test(text)) return false;
  if (findSlotsWithRole(industry, 'goods', 'offer').some((slot) => catalogEntities[slot]))
    return partySize === undefined;
  return Object.keys(catalogEntities).length === 0 && focus[0]?.slot === 'offer';
}

/** The booking capability to continue with, where the best answer to a booking request is the limit on party sizes. */
export function findBookingAfterPartyLimit(
  { capabilities, text }: Turn,
  { intent, hit, otherIntents }: RankedAction,
): string | undefined {
  const statesPartyLimit =
    intent === 'faq' && hit && hasCue('books', text) && findPartyLimit(hit.passage.text, { onlyGeneralRules: true });
  if (!statesPartyLimit) return undefined;
  const otherCapabilities = otherIntents.map((name) => must(capabilities.get(name), 'a capability of that name'));
  return otherCapabilities.find((capability) => capability.effect === 'write' && acceptsPartySize(capability))?.name;
}

/** Refuses a party that is too small or too large, before anything is booked. */
export function refusePartySize(
  { limit, slots: { partySize } }: Pick<ActiveTask, 'limit' | 'slots'>,
  format: Formatter = ENGLISH,
): ResponsePart | undefined {
  if (!limit || partySize === undefined || isWithinPartyLimit(partySize, limit)) return undefined;
  const values = { count: partySize, limit: renderLimit(limit, format) };
  const text = format.text("I'm sorry, I can't book this for {count}, only for {limit}.", values);
  return { text: limit.told ? text : `${limit.text} ${text}`, sources: [limit.source] };
}

/** What the business has written about groups of this size, for a party that is too large to book. */
export function renderGroupPolicy({ ctx, businessContext }: Turn, partySize: number): ResponsePart | undefined {
  const passage = collectPassages(ctx.business, businessContext.industry).find(({ text }) =>
    mentionsGroupOfSize(text, partySize),
  );
  return passage && { text: passage.text, sources: [passage.source] };
}

const MENTIONS_GROUP_PATTERN = /\b(?:head|person|people|group|party|parties|table)/i;
const NEGATION_PATTERN = /\bno(?:thing|t)?\b/i;
const NAMES_SIZE_PATTERN = /\d(?:\+| or more| to \d)/;
/** The smallest group, where the business does not say how many make one. */
const MIN_GROUP_SIZE = 6;

/** The deposit by the business's rules, or else for a party of this size as its policy says, before the customer confirms. */
export function renderDepositNotice(
  { ctx }: Turn,
  capability: AnyCapability,
  partySize: number | undefined,
  input: Record<string, unknown>,
): string {
  if (ctx.business.deposits?.rules.length) {
    const dueDeposit = findDepositForInput(ctx, capability, input);
    const format = formatterFor(ctx.business);
    const text = dueDeposit && `${format.money(dueDeposit.amount)}. ${describeRefund(dueDeposit, format)}`;
    return text ? format.text("There's a deposit: {text}", { text }) : '';
  }
  const { deposit: depositPolicy } = ctx.business.policies;
  if (!depositPolicy || partySize === undefined || !acceptsPartySize(capability)) return '';
  const appliesToParty = (sentence: string) => {
    if (!MENTIONS_GROUP_PATTERN.test(sentence) || NEGATION_PATTERN.test(sentence)) return false;
    return NAMES_SIZE_PATTERN.test(sentence) ? mentionsGroupOfSize(sentence, partySize) : partySize >= MIN_GROUP_SIZE;
  };
  const applicableSentences = splitIntoSentences(depositPolicy).filter(appliesToParty);
  return applicableSentences.length > 0
    ? formatterFor(ctx.business).text("There's a deposit: {text}", { text: applicableSentences.join(' ') })
    : '';
}

function renderLimit({ least, most }: PartyLimit, format: Formatter): string {
  if (least === undefined) return format.text('up to {count} people', { count: must(most, 'a limit on either side') });
  if (most === undefined) return format.text('{count} people or more', { count: least });
  return least === most
    ? format.text('{count} people', { count: least })
    : format.text('{least} to {most} people', { least, most });
}

/** Puts the limit before the question for the party size, once. */
export function withPartyLimit(
  question: ResponsePart,
  { limit }: ActiveTask,
): { part: ResponsePart; limit?: NonNullable<ActiveTask['limit']> } {
  if (!limit || limit.told) return { part: question, ...(limit ? { limit } : {}) };
  const part = { ...question, text: `${limit.text} ${question.text}`, sources: [limit.source] };
  return { part, limit: { ...limit, told: true } };
}
