// The embedded assistant: one message in, one reply out, and what is remembered.
import type { CapabilityContext } from '../../capability/capability.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { slotsBy } from '../../capability/roles.ts';
import { inLanguage, sayFor } from '../../capability/say.ts';
import { type Danger, findDanger, guardInput } from '../../guardrails/danger.ts';
import { compilePatterns } from '../../guardrails/phrases.ts';
import { answerDanger, sayIfUrgent } from '../../guardrails/replies.ts';
import { NO_RISK, type Risk } from '../../guardrails/risk.ts';
import { recordedIn } from '../../kernel/events.ts';
import { recent } from '../../kernel/recent.ts';
import { isLanguage } from '../../messages/languages.ts';
import type { Before, Encoder } from '../../understanding/encoder/encoder.ts';
import { plainAnswer } from '../../understanding/fields/plain-answers.ts';
import { detectLanguage, likelyLanguage } from '../../understanding/language.ts';
import { pressed } from './buttons.ts';
import { sayCare } from './care.ts';
import { type Desk, isGeneral, sayGeneral } from './general.ts';
import { hear, namedIn } from './hear.ts';
import type { Hit, Shelf } from './knowledge.ts';
import { kindlyIn } from './languages.ts';
import { SURELY, WELL } from './likely.ts';
import { type Kept, keptAs } from './llm/routing.ts';
import { namesOnly } from './names-only.ts';
import { fitting, judgedBy, needsAfter } from './needs.ts';
import { parseMessage } from './parsed-message.ts';
import { PERSON } from './phrases.ts';
import { takeTurn } from './policies/policies.ts';
import { type Receipt, type Reply, tidied } from './reply.ts';
import { noSlots, type State } from './state.ts';
import { focusAfter, lastSaid, NOTHING_SAID, toldAfter } from './tracker.ts';
import { type Asked, type Means, type Turn, turnOf } from './turn.ts';
import { createUnderstanding, type Understanding } from './understand.ts';
import { offeredIn, personIn } from './unsure.ts';
import { vouched } from './vouch.ts';

/** An answer, what is remembered, and why a language model is not to have the word in its place. */
export type Answered = {
  reply: Reply;
  state: State;
  kept: Kept | undefined /** Said beside any answer. */;
  urgent?: string;
};

export type Assistant = {
  /** Once, after the start: models are loaded and patterns compiled before the first customer writes. */
  warm(industries: readonly AnyIndustry[]): Promise<void>;
  /** Reads a message ahead, so that nobody waits for the encoder while a transaction is open. */
  prepare(message: string, conversationId?: string): Promise<void>;
  reply(ctx: CapabilityContext<Business>, asked: Asked): Promise<Answered>;
  /** What nobody in danger is left without, whoever else answers them. */
  alarm(ctx: CapabilityContext<Business>, asked: Asked): Promise<Reply | undefined>;
  /** What the business has written about it, nearest first. */
  passages(message: string, shelf: Shelf): Promise<Hit[]>;
};

/** Near enough to be the practice's own word on it. */
const WRITTEN = 0.95;
/** A few megabytes. */
const MOST_CONVERSATIONS = 5_000;
/** Events that are something done for the customer. */
const DONE = /^(booking|prescription|membership|return)\./;

export function createAssistant({ encoder }: { encoder: Encoder }): Assistant {
  const understanding = createUnderstanding(encoder);
  // The next message can be read before the conversation is: after a restart, or in another process, it is read then.
  const lately = recent<string, Before>(MOST_CONVERSATIONS);
  return {
    async warm(industries) {
      compilePatterns();
      await understanding.warm(industries);
    },
    async prepare(message, conversationId) {
      const before = conversationId === undefined ? NOTHING_SAID : lately.get(conversationId);
      // In the middle of something most messages are answers, whose parts want nothing of their own.
      await understanding.prepare(message, before, conversationId === undefined || parseMessage(message).isQuestion);
    },
    async reply(ctx, asked) {
      const answered = await answer(ctx, asked);
      const { business, now } = ctx;
      const { reply } = answered;
      // In the very way that the turn has read it: what was read once is known.
      const about = { business, industry: asked.industry, now, asked: [], house: asked.businessName };
      const { text } = parseMessage(asked.message);
      const told = namedIn(reply.text, about, reply.slots.name);
      const focus = focusAfter(asked.industry, asked.state.focus ?? [], hear(text, about).words, told);
      const before = lastSaid(text, reply.text);
      if (ctx.conversationId) lately.set(ctx.conversationId, before);
      return {
        ...answered,
        state: { ...answered.state, focus, before, told: toldAfter(asked.state.told ?? [], reply.sources) },
      };
    },
    async alarm(ctx, asked) {
      const { danger } = await dangerIn(ctx, asked);
      return danger?.kind === 'emergency' ? warn(turnOf(ctx, asked).desk, danger, asked.message) : undefined;
    },
    passages: (message, shelf) => understanding.search(message, shelf),
  };

  async function dangerIn({ business, now }: CapabilityContext<Business>, asked: Asked) {
    const { industry, businessName: house, state } = asked;
    const { text, written } = parseMessage(asked.message);
    const { words } = hear(text, { business, industry, now, asked: [], house });
    const alone = namesOnly(text, words) ? NO_RISK : await understanding.assess(written);
    // After an alarm, or a doubt, what is not surely harmless is more of it: "he's a bit sleepy now".
    const risk = state.alarm && alone.level !== 'calm' ? { ...alone, level: 'alarm' as const } : alone;
    return { risk, ...guardInput(written, { traits: industry?.traits ?? {}, businessName: house }, risk) };
  }

  async function answer(ctx: CapabilityContext<Business>, asked: Asked): ReturnType<Assistant['reply']> {
    const { industry, businessName, state } = asked;
    const needs = needsAfter({ ...asked, business: ctx.business, now: ctx.now });
    const turn = turnOf(ctx, asked, needs);
    const { desk } = turn;
    const { written: message, language } = turn.message;
    const remembered = Object.keys(needs).length > 0 ? { needs } : {};
    const { needs: _, ...rest } = state;
    const kept: State = { ...rest, ...remembered };
    const turns = desk.turn;
    const { risk, danger, urgent } = await dangerIn(ctx, asked);
    const isAllergic = !industry?.needs && (state.allergy || risk.allergy >= SURELY);
    const allergy = isAllergic ? { allergy: true as const } : {};
    const care = await sayCare(understanding, desk, message, danger);
    if (care) {
      const reply: Reply = { ...SAID, ...care, intent: 'faq', confidence: 0.8, policy: 'care' };
      return { reply, state: { ...kept, turns: turns + 1 }, kept: 'safety' };
    }
    if (danger && !(await isServed(understanding, desk, danger, message))) {
      // "Would you like an appointment?", or to be passed on, may be answered with a plain yes.
      const intent = danger.kind === 'medical-advice' ? (visitOf(industry) ?? 'general.human') : undefined;
      const offer = intent ? { offer: { intent, slots: noSlots() } } : {};
      const reply = warn(desk, danger, message);
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
    // A plain yes or no to what was asked is understood in any of the languages in which it is asked.
    const isAnswer = (state.task || state.offer) && plainAnswer(message);
    const foreign = isAnswer
      ? undefined
      : await sayForeign(understanding, desk, asked.message, detectLanguage(asked.message), state, risk);
    if (foreign) {
      const { reply, spoken } = foreign;
      const unsure = isGeneral(reply.intent) ? 0 : 1;
      return { reply, state: { ...kept, language: spoken, unsure, turns: turns + 1 }, kept: undefined };
    }
    const before = recordedIn(ctx.db).length;
    const means: Means = { understanding, customer: asked.customer, risk };
    const {
      part,
      intent,
      confidence,
      slots,
      receipt,
      policy,
      considered = [],
      ...next
    } = await takeTurn(means, turn, kept);
    const happened = [...receiptsOf(recordedIn(ctx.db).slice(before)), ...(receipt ? [receipt] : [])];
    const receipts = tellsCodes(kept, industry) ? happened : happened.map((each) => ({ ...each, code: null }));
    const told = [message, asked.customer, businessName, kept, next.state, ...turn.results];
    const known = { business: ctx.business, written: asked.written, told };
    const said = vouched(tidied(part.text), receipts, known, () =>
      ctx.log.error({ intent }, 'a claim without a receipt, or a contact that nobody knows, was held back'),
    );
    const place = { language, country: countryOf(ctx.business) };
    const safe = isAllergic && isOfGoods(turn, intent) ? `${said} ${NOT_RECORDED}` : said;
    const ifUrgent = urgent && sayIfUrgent(urgent, place);
    const text = ifUrgent ? `${safe} ${ifUrgent}` : safe;
    const judged = judgedBy(needs, ctx.business, industry);
    const { suggestions, sources } = fitting({ suggestions: [], sources: [], ...part }, judged);
    const status = part.handoff ? 'handoff' : 'open';
    const reply: Reply = {
      ...{ text, intent, confidence, status, suggestions, sources, receipts, slots, policy, considered },
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
    return { reply, state: after, kept: keptAs(reply, turn, state, after), ...(ifUrgent ? { urgent: ifUrgent } : {}) };
  }
}

/** A shop's records do not say what is in its goods. */
const isOfGoods = ({ capabilities, desk }: Turn, intent: string): boolean =>
  slotsBy(desk.industry, 'goods').some((slot) => capabilities.get(intent)?.dialogue.subject?.includes(slot));

const NOT_RECORDED =
  "I don't have a record of what's in these, so with an allergy or intolerance please check the label or ask our team first.";

/** Not a patient's to whoever has shown name and date of birth alone, whatever was done for them. */
const tellsCodes = ({ task }: State, industry: AnyIndustry | undefined) =>
  task?.proof !== 'details' || visitOf(industry) === undefined;

const visitOf = (industry: AnyIndustry | undefined) =>
  industry?.capabilities.find(({ health, wish }) => health && wish)?.name;

/** What else a letter asks, where only one of its questions is for a doctor. */
function besideAdvice({ message: { segments }, desk: { industry } }: Turn): string {
  const ofAdvice = ({ text }: { text: string }) => findDanger(text, { traits: industry?.traits ?? {} })?.kind;
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
async function isServed(understanding: Understanding, desk: Desk, danger: Danger, message: string): Promise<boolean> {
  if (danger.kind !== 'medical-advice' && danger.kind !== 'other-people') return false;
  const { business, industry, now } = desk;
  const [hit] = await understanding.search(message, desk);
  const near = hit?.passage.source.kind === 'faq' ? hit.score : 0;
  if (danger.kind === 'other-people') return near >= WELL;
  if (near >= WRITTEN) return true;
  const understood = await understanding.understand(message, desk);
  const { date, days, soonest } = hear(message, { business, industry, now, asked: [], house: desk.businessName });
  return Boolean(date || days || soonest) && understood.ranked[0]?.intent === visitOf(industry);
}

/** What was said before any model: calm, and with a person where one is needed. */
function warn({ business, businessName, industry }: Desk, danger: Danger, message: string): Reply {
  const { phone } = business.contact;
  const { onCall } = business.safety ?? {};
  const { text, intent, handoff, suggestions } = answerDanger(danger, {
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
async function sayForeign(
  understanding: Understanding,
  desk: Desk,
  message: string,
  written: string,
  state: State,
  risk: Risk,
): Promise<{ reply: Reply; spoken: string } | undefined> {
  const { unsure = 0 } = state;
  // A few words, or a name and a number, go on in the language of before.
  const language = written === 'und' ? (offeredIn(state, desk) ?? state.language ?? written) : written;
  const kindly = kindlyIn(language);
  if (!kindly) return undefined;
  const spoken = { ...desk, business: inLanguage(desk.business, language) };
  const suggestions = [sayFor(spoken.business).text(PERSON)];
  const asked = risk.wantsPerson || !isLanguage(language) ? undefined : await understanding.abroad(message);
  if (asked) {
    const part = sayGeneral(asked, spoken, noSlots(), '');
    return { reply: { ...SAID, ...part, intent: asked, confidence: WELL, suggestions }, spoken: language };
  }
  const isPerson = risk.wantsPerson || unsure > 0 || pressed(message, spoken.business) === PERSON;
  const person = isPerson ? personIn(language, desk) : undefined;
  if (person)
    return { reply: { ...SAID, status: 'handoff', text: person.text, intent: 'general.human' }, spoken: language };
  const text = kindly.replaceAll('{business}', desk.businessName);
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
  slots: noSlots(),
  policy: 'language',
  considered: [],
};

function receiptsOf(happened: readonly { type: string; data: Record<string, unknown> }[]): Receipt[] {
  return happened
    .filter(({ type }) => DONE.test(type))
    .map(({ type, data }) => ({
      type,
      id: String(data.id),
      ...(typeof data.code === 'string' ? { code: data.code } : {}),
    }));
}
