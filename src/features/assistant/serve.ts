// Serves one thing that a customer wants.
import type { Slots } from '../../capability/dialogue.ts';
import { advanceChange, CHANGES } from './changes.ts';
import { CLOSE, type Decision, HANDS_OVER, SAME_QUESTION } from './decide.ts';
import { handOver, isGeneral, offersOf, sayGeneral, toneOf } from './general.ts';
import type { Hit } from './knowledge.ts';
import { beginLookUp } from './lookup.ts';
import { cautioned, judgedBy, tellsOfNeeds, withNeeds } from './needs.ts';
import { sayPeople } from './people.ts';
import { noAnswer, notSure, PERSON } from './phrases.ts';
import type { Part, Receipt } from './reply.ts';
import { merged, newTask, noSlots, type State } from './state.ts';
import { advance } from './task.ts';
import type { Step, Turn } from './turn.ts';
import type { Understanding } from './understand.ts';
import { withNextDay } from './when.ts';

export type Policy = { understanding: Understanding; customer: { name?: string; phone?: string; email?: string } };

export type Want = { decision: Decision; slots: Slots };

/** What a turn came to. */
export type Taken = {
  part: Part;
  intent: string;
  confidence: number;
  slots: Slots;
  state: State;
  receipt?: Receipt;
};

export const isOpen = ({ intent, hit }: Decision) => intent === 'unknown' || (intent === 'faq' && !hit);

export const rounded = (confidence: number) => Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;

/** Serves one want. */
export async function serve(policy: Policy, turn: Turn, { decision, slots: said }: Want, state: State): Promise<Step> {
  const { desk, capabilities, ctx, say, text } = turn;
  const { intent, hit } = decision;
  const slots = intent === 'general.hours' ? said : withNextDay(said, turn);
  const isWritten = intent === 'faq' && (hit?.score ?? 0) >= SAME_QUESTION;
  const people = isWritten || CHANGES.includes(intent) || HANDS_OVER.has(intent) ? undefined : sayPeople(turn, said);
  if (people) return { part: people };
  const judged = judgedBy(turn.needs, ctx.business, desk.industry, say);
  if (intent === 'faq' && hit) {
    const part = sayPassage(hit);
    return { part: { ...part, text: cautioned(part.text, judged) }, task: state.task };
  }
  if (decision.facility && !state.unsure)
    return { part: notWritten(decision.facility), offer: { intent: 'general.human', slots } };
  if (isOpen(decision)) return { part: unsure(turn, decision, state) };
  if (isGeneral(intent)) return { part: sayGeneral(intent, desk, slots, text) };
  if (CHANGES.includes(intent)) return advanceChange(turn, newTask(intent, withPerson(slots, policy)));
  const asked = capabilities.get(intent);
  if (!asked) return { part: unsure(turn, decision, state) };
  const told = asked.effect === 'read' ? withNeeds(slots, turn.needs) : slots;
  const instead = asked.dialogue.instead?.(told, text);
  const capability = (instead && capabilities.get(instead)) || asked;
  if (capability.effect === 'read') {
    const step = await beginLookUp(turn, capability, told);
    if (tellsOfNeeds(capability, desk.industry)) return step;
    return { ...step, part: { ...step.part, text: cautioned(step.part.text, judged) } };
  }
  const about = { business: ctx.business, text, now: ctx.now };
  const answer = capability.dialogue.answer?.(slots, about, say);
  if (answer)
    return { part: { text: answer.text, sources: answer.sources ?? [] }, offer: { intent: capability.name, slots } };
  return advance(turn, begun(turn, capability.name, withPerson(slots, policy)));
}

const SURELY = 0.75;
/** So far from the next best that no other can be meant. */
const AHEAD = 0.1;
const IN_WORDS = new Set(['faq', 'policy']);

/** What is only near to the question is said as such; of two that are equally near, both. */
function sayPassage(hit: Hit): Part {
  const { score, next } = hit;
  const lead = score - (next?.score ?? 0);
  const isInWords = (each: Hit) => IN_WORDS.has(each.passage.source.kind);
  const isEither = next !== undefined && lead < CLOSE && score < 1 && isInWords(hit) && isInWords(next);
  const hits = isEither ? [hit, next] : [hit];
  const doubt = isEither
    ? "I'm not sure which of these answers your question: "
    : score < SURELY && lead < AHEAD
      ? "I'm not sure that this answers your question, but: "
      : '';
  return { text: `${doubt}${hits.map(textOf).join(' ')}`, sources: hits.map(({ passage }) => passage.source) };
}

const textOf = ({ passage, quote = passage.text, score }: Hit): string => bare(quote, score);

/** The yes or no of an answer is that to the business's own question: "Do I need shoes?" is not "Can I hire shoes?". */
function bare(text: string, score: number): string {
  const rest = score < SAME_QUESTION ? /^(?:yes|no)[,.!] +(?=(?:\S+ ){3})/i.exec(text)?.[0] : undefined;
  return rest ? text.charAt(rest.length).toUpperCase() + text.slice(rest.length + 1) : text;
}

/** A task with what its capability reads out of the first message. */
export function begun({ capabilities, ctx, text }: Turn, intent: string, slots: Slots) {
  const filled = capabilities.get(intent)!.dialogue.fill?.(slots, { business: ctx.business, text, now: ctx.now }) ?? {};
  return {
    ...newTask(intent, slots),
    input: { ...(Array.isArray(filled) ? filled[0] : filled) } as Record<string, unknown>,
  };
}

/** Who they are is known where the client said so. */
export const withPerson = (slots: Slots, { customer }: Policy): Slots => merged({ ...noSlots(), ...customer }, slots);

const notWritten = (facility: string): Part => ({
  text: `I'm afraid I don't have anything about ${/s$/.test(facility) ? '' : article(facility)}${facility} here. Shall I ask our team?`,
  suggestions: [PERSON],
});
const article = (name: string) =>
  /^(?:wi-?fi|internet|childcare|step)/.test(name) ? '' : /^[aeio]/.test(name) ? 'an ' : 'a ';

/** Asks back with choices; the second time in a row a person takes over. */
function unsure({ desk }: Turn, { intent, others }: Decision, state: State): Part {
  const tone = toneOf(desk);
  if ((state.unsure ?? 0) > 0) {
    return handOver(desk, "I'm sorry, I can't answer that myself, so I've passed your question on.");
  }
  const known = (desk.industry?.capabilities ?? [])
    .filter(({ name }) => others.includes(name))
    .map(({ summary }) => summary);
  const choices = known.length > 0 ? known.slice(0, 3) : offersOf(desk);
  const first = intent === 'faq' ? noAnswer(tone) : notSure(tone);
  const text = `${first} I can help with questions about ${desk.businessName}, or pass you on to a person. Could you put it another way?`;
  return { text, suggestions: [...choices, PERSON] };
}
