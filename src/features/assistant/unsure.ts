// What is said where nobody here can tell: something else to try each time, and at last a person who can get back to them.
import type { Slots } from '../../capability/dialogue.ts';
import { wordsIn } from '../../guardrails/words.ts';
import { detectLanguage } from '../../understanding/language.ts';
import { isQuestion } from './clauses.ts';
import { type Desk, handOver, inSentence, offersOf, toneOf } from './general.ts';
import { kindlyIn } from './languages.ts';
import { SURELY, WELL } from './likely.ts';
import { type Mood, moodOf } from './mood.ts';
import {
  askContact,
  askTeam,
  chat,
  friendly,
  mayPassOn,
  noAnswer,
  notKnownEither,
  notMine,
  notSure,
  PERSON,
  sorry,
  thankFor,
  toldUs,
} from './phrases.ts';
import type { Decision } from './rank/choose.ts';
import type { Part } from './reply.ts';
import { noSlots, type State } from './state.ts';
import type { Means, Step, Turn } from './turn.ts';

/** So often in a row it was not understood when they were asked how the team can reach them. */
export const ASKED_CONTACT = 3;

/** First it says so, then it names what it can do, then it asks how to reach them, and then a person takes over. */
export async function unsure(means: Means, turn: Turn, decision: Decision, state: State): Promise<Step> {
  const { desk } = turn;
  const misses = (state.unsure ?? 0) + 1;
  if (misses === 1) return first(turn, decision, await moodOf(means, turn, state));
  if (misses < ASKED_CONTACT) return choices(desk, decision, state);
  if (misses === ASKED_CONTACT && !isReachable(means, state)) return { part: { text: askContact(toneOf(desk)) } };
  return { part: handOver(desk, "I'm sorry, I can't answer that myself, so I've passed your questions on.") };
}

/** In which language they were offered a person by the last reply, if they were. */
export function offeredIn({ before }: State, { businessName }: Desk): string | undefined {
  const language = detectLanguage(before?.told ?? '');
  return kindlyIn(language)?.replaceAll('{business}', businessName) === before?.told ? language : undefined;
}

/** A person, in the customer's own language. */
export function personIn(language: string, { businessName }: Desk): Part | undefined {
  const text = wordsIn(language)?.person;
  return text ? { text: text.replaceAll('{business}', businessName), handoff: true } : undefined;
}

/** What only people here can do. */
export const isWish = ({ starts }: Decision): boolean => starts >= SURELY;

const offered = (text: string): Step => ({
  part: { text, suggestions: [PERSON] },
  offer: { intent: 'general.human', slots: noSlots() },
});

function first({ desk, text }: Turn, decision: Decision, { mayComplain }: Mood): Step {
  const tone = toneOf(desk);
  if (decision.facility) return offered(`${notWritten(decision.facility)} Shall I ask our team?`);
  if (isWish(decision)) return offered(askTeam(tone));
  if (mayComplain && decision.confidence < SURELY) return offered(`${sorry(tone)} ${mayPassOn(tone)}`);
  if (decision.intent === 'faq')
    return offered(isQuestion(text) ? `${noAnswer(tone)} Shall I ask our team?` : notMine(tone));
  const again = `${notSure(tone)} I can help with questions about ${desk.businessName}, or pass you on to a person. Could you put it another way?`;
  return { part: { text: again, suggestions: [...choicesOf(desk, decision), PERSON] } };
}

function choices(desk: Desk, decision: Decision, { topic }: State): Step {
  const tone = toneOf(desk);
  const known = choicesOf(desk, decision, topic?.intent);
  const miss = decision.facility
    ? notWritten(decision.facility)
    : decision.intent === 'faq' || isWish(decision)
      ? notKnownEither(tone)
      : notSure(tone);
  const can = known.map(inSentence).join('; ');
  const step = offered(`${miss} ${can ? `I can help you with these: ${can}. ` : ''}Or shall I get a person for you?`);
  return { ...step, part: { ...step.part, suggestions: [...known, PERSON] } };
}

const MOST_CHOICES = 3;

/** What was talked about comes first, then what may be meant, then what else there is. */
function choicesOf({ industry }: Desk, { others }: Decision, topic?: string): string[] {
  const all = industry?.capabilities ?? [];
  const named = [topic, ...others].flatMap((intent) => all.find(({ name }) => name === intent)?.summary ?? []);
  return [...new Set([...named, ...offersOf({ industry })])].slice(0, MOST_CHOICES);
}

const notWritten = (facility: string): string =>
  `I'm afraid I don't have anything about ${/s$/.test(facility) ? '' : article(facility)}${facility} here.`;
const article = (name: string) =>
  /^(?:wi-?fi|internet|childcare|step)/.test(name) ? '' : /^[aeio]/.test(name) ? 'an ' : 'a ';

type Contact = Pick<Slots, 'name' | 'phone' | 'email'>;

/** Who they are, as far as they or the client have said so. */
export function contactIn({ customer }: Means, { task, topic }: State): Contact {
  const { name, phone, email } = { ...topic?.slots, ...task?.slots, ...customer };
  return { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
}

function isReachable(means: Means, state: State): boolean {
  const { phone, email } = contactIn(means, state);
  return Boolean(phone || email);
}

/** Small talk, and what has nothing to do with the business; where something here is meant more surely, that is told. */
export function sayFriendly(desk: Desk, { text, confidence }: Decision, mood: Mood, isOpen: boolean): Part | undefined {
  const { social, kind, wantsNothing, starts, tells } = mood;
  const tone = toneOf(desk);
  // "The brakes failed on me. I could have died" thanks for nothing, even where it is told like a story.
  if (isOpen && mood.mayComplain && kind !== 'thanks') return undefined;
  const isSocial = isQuestion(text) ? wantsNothing && social >= SURELY : social >= 1 - social;
  const isNoWish = wantsNothing || (!isQuestion(text) && !starts);
  const isOutside = isOpen && isNoWish && confidence >= WELL;
  const isChat = isOpen ? isSocial || isOutside : isSocial && social > confidence;
  if (!isChat && !(isOpen && tells)) return undefined;
  const said = (isSocial && WARM[kind]) || (isOutside || isQuestion(text) ? chat : toldUs);
  return { text: said(tone, desk.businessName), suggestions: [...offersOf(desk), PERSON] };
}

const WARM: Partial<Record<Mood['kind'], typeof chat>> = {
  praise: thankFor,
  greet: friendly,
  thanks: friendly,
  goodbye: friendly,
};
