// The embedded assistant: one message in, one reply out, and what is remembered.
import type { CapabilityContext } from '../../capability/capability.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { slotsBy } from '../../capability/roles.ts';
import { findSafetyIssue, guardInput, type SafetyIssue } from '../../guardrails/input-guard.ts';
import { compilePatterns } from '../../guardrails/phrases.ts';
import { answerSafetyIssue, renderUrgentNotice } from '../../guardrails/replies.ts';
import { NO_RISK, type Risk } from '../../guardrails/risk.ts';
import { recordedIn } from '../../kernel/events.ts';
import { createLruCache } from '../../kernel/memoize.ts';
import { isLanguage } from '../../messages/languages.ts';
import type { Encoder, PreviousTurn } from '../../nlu/encoder/encoder.ts';
import { plainAnswer } from '../../nlu/entities/plain-answers.ts';
import { detectLanguage, likelyLanguage } from '../../nlu/language.ts';
import { pressed } from './buttons.ts';
import { renderCare } from './care.ts';
import { runDialogueTurn } from './dialogue-manager.ts';
import { type DialogueState, emptySlots } from './dialogue-state.ts';
import { entitiesNamedIn, extractEntities } from './extract-entities.ts';
import { NO_PREVIOUS_TURN, previousTurnOf, updateFocus, updateToldSources } from './focus.ts';
import { type BusinessContext, isGeneral, renderGeneral } from './general.ts';
import { kindlyIn } from './languages.ts';
import { type EmbeddedReason, embeddedReasonFor } from './llm/routing.ts';
import { namesOnly } from './names-only.ts';
import { checkSuitability, needsAfter, onlySuitable } from './needs.ts';
import { guardOutput } from './output-guard.ts';
import { parseMessage } from './parsed-message.ts';
import type { SearchHit, SearchScope } from './passage-index.ts';
import { PERSON } from './phrases.ts';
import { createNlu, type Nlu } from './predict-intent.ts';
import { type Reply, receiptsOf, tidyPunctuation } from './reply.ts';
import { CONFIDENT, VERY_CONFIDENT } from './thresholds.ts';
import { createTurn, type Turn, type TurnInputs, type TurnRequest } from './turn.ts';
import { offeredIn, personIn } from './unsure.ts';

/** An answer, what is remembered, and why a language model is not to have the word in its place. */
export type AssistantAnswer = {
  reply: Reply;
  state: DialogueState;
  kept: EmbeddedReason | undefined /** Said beside any answer. */;
  urgent?: string;
};

export type Assistant = {
  /** Once, after the start: models are loaded and patterns compiled before the first customer writes. */
  warm(industries: readonly AnyIndustry[]): Promise<void>;
  /** Reads a message ahead, so that nobody waits for the encoder while a transaction is open. */
  prepare(message: string, conversationId?: string): Promise<void>;
  reply(ctx: CapabilityContext<Business>, asked: TurnRequest): Promise<AssistantAnswer>;
  /** What nobody in danger is left without, whoever else answers them. */
  alarm(ctx: CapabilityContext<Business>, asked: TurnRequest): Promise<Reply | undefined>;
  /** What the business has written about it, nearest first. */
  passages(message: string, scope: SearchScope): Promise<SearchHit[]>;
  /** The vector of a sentence; undefined where the encoder has failed. */
  encode(sentence: string): Promise<Float32Array | undefined>;
};

/** Near enough to be the practice's own word on it. */
const WRITTEN = 0.95;
/** A few megabytes. */
const MOST_CONVERSATIONS = 5_000;

export function createAssistant({ encoder }: { encoder: Encoder }): Assistant {
  const nlu = createNlu(encoder);
  // The next message can be read before the conversation is: after a restart, or in another process, it is read then.
  const lately = createLruCache<string, PreviousTurn>(MOST_CONVERSATIONS);
  return {
    async warm(industries) {
      compilePatterns();
      await nlu.warm(industries);
    },
    async prepare(message, conversationId) {
      const before = conversationId === undefined ? NO_PREVIOUS_TURN : lately.get(conversationId);
      // In the middle of something most messages are answers, whose parts want nothing of their own.
      await nlu.prepare(message, before, conversationId === undefined || parseMessage(message).isQuestion);
    },
    async reply(ctx, asked) {
      const answered = await answer(ctx, asked);
      const { business, now } = ctx;
      const { reply } = answered;
      // In the very way that the turn has read it: what was read once is known.
      const about = { business, industry: asked.industry, now, asked: [], house: asked.businessName };
      const { text } = parseMessage(asked.message);
      const told = entitiesNamedIn(reply.text, about, reply.slots.name);
      const focus = updateFocus(asked.industry, asked.state.focus ?? [], extractEntities(text, about).words, told);
      const before = previousTurnOf(text, reply.text);
      if (ctx.conversationId) lately.set(ctx.conversationId, before);
      return {
        ...answered,
        state: { ...answered.state, focus, before, told: updateToldSources(asked.state.told ?? [], reply.sources) },
      };
    },
    async alarm(ctx, asked) {
      const { danger } = await dangerIn(ctx, asked);
      return danger?.kind === 'emergency'
        ? warn(createTurn(ctx, asked).businessContext, danger, asked.message)
        : undefined;
    },
    passages: (message, scope) => nlu.search(message, scope),
    encode: (sentence) =>
      encoder.encode([sentence]).then(
        ([vector]) => vector,
        () => undefined,
      ),
  };

  async function dangerIn({ business, now }: CapabilityContext<Business>, asked: TurnRequest) {
    const { industry, businessName: house, state } = asked;
    const { text, written } = parseMessage(asked.message);
    const { words } = extractEntities(text, { business, industry, now, asked: [], house });
    const alone = namesOnly(text, words) ? NO_RISK : await nlu.assess(written);
    // After an alarm, or a doubt, what is not surely harmless is more of it: "he's a bit sleepy now".
    const risk = state.alarm && alone.level !== 'calm' ? { ...alone, level: 'alarm' as const } : alone;
    return { risk, ...guardInput(written, { traits: industry?.traits ?? {}, businessName: house }, risk) };
  }

  async function answer(ctx: CapabilityContext<Business>, asked: TurnRequest): ReturnType<Assistant['reply']> {
    const { industry, businessName, state } = asked;
    const needs = needsAfter({ ...asked, business: ctx.business, now: ctx.now });
    const turn = createTurn(ctx, asked, needs);
    const { businessContext } = turn;
    const { written: message, language } = turn.message;
    const remembered = Object.keys(needs).length > 0 ? { needs } : {};
    const { needs: _, ...rest } = state;
    const kept: DialogueState = { ...rest, ...remembered };
    const turns = businessContext.turn;
    const { risk, danger, urgent } = await dangerIn(ctx, asked);
    const isAllergic = !industry?.needs && (state.allergy || risk.allergy >= CONFIDENT);
    const allergy = isAllergic ? { allergy: true as const } : {};
    const care = await renderCare(nlu, businessContext, message, danger);
    if (care) {
      const reply: Reply = { ...SAID, ...care, intent: 'faq', confidence: 0.8, policy: 'care' };
      return { reply, state: { ...kept, turns: turns + 1 }, kept: 'safety' };
    }
    if (danger && !(await isServed(nlu, businessContext, danger, message))) {
      // "Would you like an appointment?", or to be passed on, may be answered with a plain yes.
      const intent = danger.kind === 'medical-advice' ? (visitOf(industry) ?? 'general.human') : undefined;
      const offer = intent ? { offer: { intent, slots: emptySlots() } } : {};
      const reply = warn(businessContext, danger, message);
      const others = danger.kind === 'medical-advice' ? besideAdvice(turn) : '';
      if (others) {
        const served = await answer(ctx, { ...asked, message: others });
        return { ...served, reply: { ...served.reply, text: `${served.reply.text}\n\n${reply.text}` } };
      }
      return {
        reply,
        state: { ...kept, ...offer, ...(danger.kind === 'emergency' ? { alarm: true } : {}), turns: turns + 1 },
        kept: 'safety',
      };
    }
    // A button, and a plain yes or no to what was asked, are understood in any of the languages in which they are offered.
    const button = pressed(asked.message, ctx.business);
    const isAsked = state.task !== undefined || state.offer !== undefined;
    const isUnderstood = plainAnswer(asked.message) ? isAsked : ![asked.message, PERSON].includes(button);
    const foreign = isUnderstood
      ? undefined
      : await renderForeign(nlu, businessContext, asked.message, detectLanguage(asked.message), state, risk);
    if (foreign) {
      const { reply, spoken } = foreign;
      const unsure = isGeneral(reply.intent) ? 0 : 1;
      return { reply, state: { ...kept, language: spoken, unsure, turns: turns + 1 }, kept: undefined };
    }
    const before = recordedIn(ctx.db).length;
    const inputs: TurnInputs = { nlu: nlu, customer: asked.customer, risk };
    const {
      part,
      intent,
      confidence,
      slots,
      receipt,
      policy,
      considered = [],
      ...next
    } = await runDialogueTurn(inputs, turn, kept);
    const happened = [
      ...receiptsOf(turn.capabilities, recordedIn(ctx.db).slice(before)),
      ...(receipt ? [receipt] : []),
    ];
    const receipts = tellsCodes(kept, industry) ? happened : happened.map((each) => ({ ...each, code: null }));
    const told = [message, asked.customer, businessName, kept, next.state, ...turn.results];
    const known = { business: ctx.business, written: asked.written, told };
    const said = guardOutput(tidyPunctuation(part.text), receipts, known, () =>
      ctx.log.error({ intent }, 'a claim without a receipt, or a contact that nobody knows, was held back'),
    );
    const safe = isAllergic && isOfGoods(turn, intent) ? `${said} ${NOT_RECORDED}` : said;
    const ifUrgent = urgent && renderUrgentNotice(urgent, { language, country: countryOf(ctx.business) });
    const text = ifUrgent ? `${safe} ${ifUrgent}` : safe;
    const judged = checkSuitability(needs, ctx.business, industry);
    const { suggestions, sources } = onlySuitable({ suggestions: [], sources: [], ...part }, judged);
    const status = part.handoff ? 'handoff' : 'open';
    const reply: Reply = {
      ...{ text, intent, confidence, status, suggestions, sources, receipts, slots, policy, considered },
      ...(part.unanswered ? { unanswered: true } : {}),
    };
    const booked = state.booked || receipts.some(({ type }) => type === 'booking.created');
    const alarm = urgent || state.alarm ? { alarm: true as const } : {};
    const after = {
      ...next.state,
      turns: turns + 1,
      ...remembered,
      ...allergy,
      ...alarm,
      ...(booked ? { booked } : {}),
    };
    return {
      reply,
      state: after,
      kept: embeddedReasonFor(reply, turn, state, after),
      ...(ifUrgent ? { urgent: ifUrgent } : {}),
    };
  }
}

/** A shop's records do not say what is in its goods. */
const isOfGoods = ({ capabilities, businessContext }: Turn, intent: string): boolean =>
  slotsBy(businessContext.industry, 'goods').some((slot) => capabilities.get(intent)?.dialogue.subject?.includes(slot));

const NOT_RECORDED =
  "I don't have a record of what's in these, so with an allergy or intolerance please check the label or ask our team first.";

/** Not a sealed booking's to whoever has shown name and date of birth alone, whatever was done for them. */
const tellsCodes = ({ task }: DialogueState, industry: AnyIndustry | undefined) =>
  task?.proof !== 'details' || visitOf(industry) === undefined;

const visitOf = (industry: AnyIndustry | undefined) =>
  industry?.capabilities.find(({ health, bookingRequest: requested }) => health && requested)?.name;

/** What else a letter asks, where only one of its questions is for a doctor. */
function besideAdvice({ message: { segments }, businessContext: { industry } }: Turn): string {
  const ofAdvice = ({ text }: { text: string }) => findSafetyIssue(text, { traits: industry?.traits ?? {} })?.kind;
  const rest = segments.filter((segment) => !ofAdvice(segment));
  const isAsked = rest.some(({ isQuestion }) => isQuestion) && rest.length < segments.length;
  return isAsked && segments.length >= LETTER ? rest.map(({ text }) => text).join(' ') : '';
}

/** So many sentences are a letter. */
const LETTER = 4;

/**
 * Advice that the practice has written down itself, or a wish to be seen, is no advice of ours; nor does an answer for
 * everybody, such as how to get a child's records, tell of anybody.
 */
async function isServed(
  nlu: Nlu,
  businessContext: BusinessContext,
  danger: SafetyIssue,
  message: string,
): Promise<boolean> {
  if (danger.kind !== 'medical-advice' && danger.kind !== 'other-people') return false;
  const { business, industry, now } = businessContext;
  const [hit] = await nlu.search(message, businessContext);
  const near = hit?.passage.source.kind === 'faq' ? hit.score : 0;
  if (danger.kind === 'other-people') return near >= VERY_CONFIDENT;
  if (near >= WRITTEN) return true;
  const prediction = await nlu.predictIntent(message, businessContext);
  const { date, days, soonest } = extractEntities(message, {
    business,
    industry,
    now,
    asked: [],
    house: businessContext.businessName,
  });
  return Boolean(date || days || soonest) && prediction.ranked[0]?.intent === visitOf(industry);
}

/** What was said before any model: calm, and with a person where one is needed. */
function warn({ business, businessName, industry }: BusinessContext, danger: SafetyIssue, message: string): Reply {
  const { phone } = business.contact;
  const { onCall } = business.safety ?? {};
  const { text, intent, handoff, suggestions } = answerSafetyIssue(danger, {
    businessName,
    country: countryOf(business),
    formal: business.tone === 'formal',
    health: visitOf(industry) !== undefined,
    language: likelyLanguage(message),
    ...(phone ? { phone } : {}),
    ...(onCall ? { onCall } : {}),
  });
  return { ...SAID, text, intent, confidence: 1, status: handoff ? 'handoff' : 'open', suggestions, policy: 'danger' };
}

/**
 * In another language than English, where no model speaks: when we are open and how to reach us is told in it, and for all
 * else a person is offered; who wants one, or asks twice, gets one.
 */
async function renderForeign(
  nlu: Nlu,
  businessContext: BusinessContext,
  message: string,
  written: string,
  state: DialogueState,
  risk: Risk,
): Promise<{ reply: Reply; spoken: string } | undefined> {
  const { unsure = 0 } = state;
  // A few words, or a name and a number, go on in the language of before.
  const language = written === 'und' ? (offeredIn(state, businessContext) ?? state.language ?? written) : written;
  const kindly = kindlyIn(language);
  if (!kindly) return undefined;
  const spoken = { ...businessContext, business: inLanguage(businessContext.business, language) };
  const suggestions = [formatterFor(spoken.business).text(PERSON)];
  const asked = risk.wantsPerson || !isLanguage(language) ? undefined : await nlu.predictForeignIntent(message);
  if (asked) {
    const part = renderGeneral(asked, spoken, emptySlots(), '');
    return { reply: { ...SAID, ...part, intent: asked, confidence: VERY_CONFIDENT, suggestions }, spoken: language };
  }
  const isPerson = risk.wantsPerson || unsure > 0 || pressed(message, spoken.business) === PERSON;
  const person = isPerson ? personIn(language, businessContext) : undefined;
  if (person)
    return { reply: { ...SAID, status: 'handoff', text: person.text, intent: 'general.human' }, spoken: language };
  const text = kindly.replaceAll('{business}', businessContext.businessName);
  return { reply: { ...SAID, status: unsure > 0 ? 'handoff' : 'open', text, suggestions }, spoken: language };
}

const SAID: Reply = {
  text: '',
  intent: 'unknown',
  confidence: 0,
  status: 'open',
  suggestions: [],
  sources: [],
  receipts: [],
  slots: emptySlots(),
  policy: 'language',
  considered: [],
};
