// What is said where nobody here can tell: something else to try each time, and at last a person who can get back to them.
import type { Slots } from '../../capability/dialogue.ts';
import { wordsIn } from '../../guardrails/words.ts';
import { detectLanguage } from '../../nlu/language.ts';
import { isQuestion } from './clauses.ts';
import { type DialogueState, emptySlots } from './dialogue-state.ts';
import { type BusinessContext, handOver, inSentence, offersOf, servedBy, toneOf } from './general.ts';
import { kindlyIn } from './languages.ts';
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
import type { RankedAction } from './rank/rank-actions.ts';
import type { ResponsePart } from './reply.ts';
import { CONFIDENT, VERY_CONFIDENT } from './thresholds.ts';
import type { StepResult, Turn, TurnInputs } from './turn.ts';

/** So often in a row it was not understood when they were asked how the team can reach them. */
export const ASKED_CONTACT = 3;

/** First it says so, then it names what it can do, then it asks how to reach them, and then a person takes over. */
export async function handleUnsure(
  inputs: TurnInputs,
  turn: Turn,
  action: RankedAction,
  state: DialogueState,
): Promise<StepResult> {
  const { businessContext } = turn;
  const misses = (state.unsure ?? 0) + 1;
  if (misses === 1) return first(turn, action, await moodOf(inputs, turn, state));
  if (misses < ASKED_CONTACT) return choices(businessContext, action, state);
  if (misses === ASKED_CONTACT && !isReachable(inputs, state))
    return { part: { text: askContact(toneOf(businessContext)) } };
  return {
    part: handOver(businessContext, "I'm sorry, I can't answer that myself, so I've passed your questions on."),
  };
}

/** In which language they were offered a person by the last reply, if they were. */
export function offeredIn({ before }: DialogueState, { businessName }: BusinessContext): string | undefined {
  const language = detectLanguage(before?.told ?? '');
  return kindlyIn(language)?.replaceAll('{business}', businessName) === before?.told ? language : undefined;
}

/** A person, in the customer's own language. */
export function personIn(language: string, { businessName }: BusinessContext): ResponsePart | undefined {
  const text = wordsIn(language)?.person;
  return text ? { text: text.replaceAll('{business}', businessName), handoff: true } : undefined;
}

/** What only people here can do. */
export const isUnservedRequest = ({ starts }: RankedAction): boolean => starts >= CONFIDENT;

const offered = (text: string): StepResult => ({
  part: { text, suggestions: [PERSON] },
  offer: { intent: 'general.human', slots: emptySlots() },
});

function first({ businessContext, text }: Turn, action: RankedAction, { mayComplain }: Mood): StepResult {
  const tone = toneOf(businessContext);
  if (action.facility) return offered(`${notWritten(action.facility)} Shall I ask our team?`);
  if (isUnservedRequest(action)) return offered(askTeam(tone));
  if (mayComplain && action.confidence < CONFIDENT) return offered(`${sorry(tone)} ${mayPassOn(tone)}`);
  if (action.intent === 'faq')
    return offered(isQuestion(text) ? `${noAnswer(tone)} Shall I ask our team?` : notMine(tone));
  const again = `${notSure(tone)} I can help with questions about ${businessContext.businessName}, or pass you on to a person. Could you put it another way?`;
  return { part: { text: again, suggestions: [...choicesOf(businessContext, action), PERSON] } };
}

function choices(businessContext: BusinessContext, action: RankedAction, { topic }: DialogueState): StepResult {
  const tone = toneOf(businessContext);
  const known = choicesOf(businessContext, action, topic?.intent);
  const miss = action.facility
    ? notWritten(action.facility)
    : action.intent === 'faq' || isUnservedRequest(action)
      ? notKnownEither(tone)
      : notSure(tone);
  const can = known.map(inSentence).join('; ');
  const step = offered(`${miss} ${can ? `I can help you with these: ${can}. ` : ''}Or shall I get a person for you?`);
  return { ...step, part: { ...step.part, suggestions: [...known, PERSON] } };
}

const MOST_CHOICES = 3;

/** What was talked about comes first, then what may be meant, then what else there is. */
function choicesOf(businessContext: BusinessContext, { others }: RankedAction, topic?: string): string[] {
  const all = servedBy(businessContext);
  const named = [topic, ...others].flatMap((intent) => all.find(({ name }) => name === intent)?.summary ?? []);
  return [...new Set([...named, ...offersOf(businessContext)])].slice(0, MOST_CHOICES);
}

const notWritten = (facility: string): string =>
  `I'm afraid I don't have anything about ${/s$/.test(facility) ? '' : article(facility)}${facility} here.`;
const article = (name: string) =>
  /^(?:wi-?fi|internet|childcare|step)/.test(name) ? '' : /^[aeio]/.test(name) ? 'an ' : 'a ';

type Contact = Pick<Slots, 'name' | 'phone' | 'email'>;

/** Who they are, as far as they or the client have said so. */
export function contactIn({ customer }: TurnInputs, { task, topic }: DialogueState): Contact {
  const { name, phone, email } = { ...topic?.slots, ...task?.slots, ...customer };
  return { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
}

function isReachable(inputs: TurnInputs, state: DialogueState): boolean {
  const { phone, email } = contactIn(inputs, state);
  return Boolean(phone || email);
}

/** Small talk, and what has nothing to do with the business; where something here is meant more surely, that is told. */
export function renderFriendly(
  businessContext: BusinessContext,
  { text, confidence }: RankedAction,
  mood: Mood,
  isOpen: boolean,
): ResponsePart | undefined {
  const { social, kind, wantsNothing, starts, tells } = mood;
  const tone = toneOf(businessContext);
  // "The brakes failed on me. I could have died" thanks for nothing, even where it is told like a story.
  if (isOpen && mood.mayComplain && kind !== 'thanks') return undefined;
  const isSocial = isQuestion(text) ? wantsNothing && social >= CONFIDENT : social >= 1 - social;
  const isNoWish = wantsNothing || (!isQuestion(text) && !starts);
  const isOutside = isOpen && isNoWish && confidence >= VERY_CONFIDENT;
  const isChat = isOpen ? isSocial || isOutside : isSocial && social > confidence;
  if (!isChat && !(isOpen && tells)) return undefined;
  const said = (isSocial && WARM[kind]) || (isOutside || isQuestion(text) ? chat : toldUs);
  return { text: said(tone, businessContext.businessName), suggestions: [...offersOf(businessContext), PERSON] };
}

const WARM: Partial<Record<Mood['kind'], typeof chat>> = {
  praise: thankFor,
  greet: friendly,
  thanks: friendly,
  goodbye: friendly,
};
