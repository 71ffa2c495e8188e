// Serves one thing that a customer wants.
import type { Slots } from '../../capability/dialogue.ts';
import { advanceChange, CHANGES } from './changes.ts';
import { handOver, isGeneral, offersOf, sayGeneral, toneOf } from './general.ts';
import { hearIn } from './hear.ts';
import { type Hit, isTold } from './hit.ts';
import { beginLookUp } from './lookup.ts';
import { withMeant, withSaidBefore } from './meant.ts';
import { cautioned, judgedBy, tellsOfNeeds, withNeeds } from './needs.ts';
import { moreIn } from './one-by-one.ts';
import { isNoTable, limitOn, takesParty, wishUnder } from './party.ts';
import { sayPeople } from './people.ts';
import { askTeam, noAnswer, notSure, PERSON, toldAll } from './phrases.ts';
import { type Decision, SURELY, type Want } from './rank/choose.ts';
import { joined, type Part, type Receipt } from './reply.ts';
import { withSpokenOf } from './spoken-of.ts';
import { merged, newTask, noSlots, type State, type Task } from './state.ts';
import { advance } from './task.ts';
import type { Step, Turn } from './turn.ts';
import type { Understanding } from './understand.ts';
import { withNextDay } from './when.ts';

export type Policy = { understanding: Understanding; customer: { name?: string; phone?: string; email?: string } };

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
  const isAsked = !CHANGES.includes(intent) && !HANDS_OVER.has(intent);
  const people = isAsked ? sayPeople(turn, hearIn(turn, text, [], state.topic?.slots), state) : undefined;
  if (people && !(hit && intent === 'faq' && speaksOf(hit, people.part))) return people;
  const wish = wishUnder(turn, decision);
  if (wish) return serve(policy, turn, { decision: { ...decision, intent: wish, limit: hit }, slots: said }, state);
  const judged = judgedBy(turn.needs, ctx.business, desk.industry, say);
  if (intent === 'faq' && hit) {
    const part = sayPassage(decision, hit);
    const again = isTold(hit, state.before?.told ?? '');
    const wish = isWish(decision) ? askTeam(toneOf(desk)) : again ? toldAll(toneOf(desk)) : undefined;
    const known = { ...part, text: again && isWish(decision) ? '' : cautioned(part.text, judged) };
    if (!wish) return { part: known, task: state.task };
    return { part: joined([known, { text: wish, suggestions: [PERSON] }]), offer: { intent: 'general.human', slots } };
  }
  if (isOpen(decision) && isWish(decision))
    return { part: { text: askTeam(toneOf(desk)), suggestions: [PERSON] }, offer: { intent: 'general.human', slots } };
  if (decision.facility && !state.unsure)
    return { part: notWritten(decision.facility), offer: { intent: 'general.human', slots } };
  if (isOpen(decision)) return unsure(turn, decision, state);
  if (isGeneral(intent)) return { part: sayGeneral(intent, desk, slots, text) };
  if (CHANGES.includes(intent)) return advanceChange(turn, newTask(intent, withPerson(slots, policy)));
  const asked = capabilities.get(intent);
  if (!asked) return unsure(turn, decision, state);
  const told = asked.effect === 'read' ? withNeeds(slots, turn.needs) : slots;
  const instead = asked.dialogue.instead?.(told, text);
  const capability = (instead && capabilities.get(instead)) || asked;
  if (capability.effect === 'read') {
    const step = await beginLookUp(turn, capability, told);
    if (tellsOfNeeds(capability, desk.industry)) return step;
    return { ...step, part: { ...step.part, text: cautioned(step.part.text, judged) } };
  }
  if (takesParty(capability) && isNoTable(text, slots, state.focus)) {
    const noted = { text: askTeam(toneOf(desk)), suggestions: [PERSON] };
    const limit = decision.limit && !isTold(decision.limit, state.before?.told ?? '') ? decision.limit : undefined;
    return {
      part: joined([...(limit ? [sayPassage(decision, limit)] : []), noted]),
      offer: { intent: 'general.human', slots },
    };
  }
  const about = { business: ctx.business, text, now: ctx.now };
  const answer = capability.dialogue.answer?.(slots, about, say);
  if (answer)
    return { part: { text: answer.text, sources: answer.sources ?? [] }, offer: { intent: capability.name, slots } };
  const { limit: bearing } = decision;
  const { understanding } = policy;
  const known = await withSaidBefore(understanding, turn, capability, slots, state);
  const meant = await withMeant(understanding, turn, capability, known, state);
  const wished = withSpokenOf(turn, capability, meant, state);
  const task = begun(turn, capability.name, withPerson(wished, policy), { bearing, before: state.before });
  const step = await advance(turn, task);
  const isSaid = !bearing || task.limit?.text === bearing.passage.text || isTold(bearing, state.before?.told ?? '');
  const limits = isSaid ? [] : [sayPassage(decision, bearing)];
  const reminders = turn.tellsNeed && desk.industry?.needs ? [{ text: desk.industry.needs.reminder }] : [];
  return { ...step, part: joined([...limits, ...reminders, step.part]) };
}

/** Something is to be done that only people here can do. */
const LIKELY = 0.6;
const isWish = ({ starts }: Decision): boolean => starts >= LIKELY;

/** What the business itself has written about one of them. */
const speaksOf = ({ passage }: Hit, { sources = [] }: Part): boolean =>
  sources.some(({ title }) => passage.text.includes(title.split(' ').at(-1)!));

/** Handing a customer over by mistake leaves them waiting for nothing. */
const HANDS_OVER = new Set(['general.complaint', 'general.human']);
/** The business's own question in other words. */
const WELL = 0.8;

/** What may not be the answer is said as such; of two that may be, both. */
function sayPassage({ confidence, rival }: Decision, hit: Hit): Part {
  const isSure = confidence >= SURELY;
  const hits = !isSure && rival ? [hit, rival] : [hit];
  const doubt = isSure
    ? ''
    : rival
      ? "I'm not sure which of these answers your question: "
      : "I'm not sure that this answers your question, but: ";
  return {
    text: `${doubt}${hits.map((each) => textOf(each, confidence)).join(' ')}`,
    sources: hits.map(({ passage }) => passage.source),
  };
}

const textOf = ({ passage, quote = passage.text }: Hit, confidence: number): string => bare(quote, confidence);

/** The yes or no of an answer is that to the business's own question: "Do I need shoes?" is not "Can I hire shoes?". */
function bare(text: string, confidence: number): string {
  const rest = confidence < WELL ? /^(?:yes|no)[,.!] +(?=(?:\S+ ){3})/i.exec(text)?.[0] : undefined;
  return rest ? text.charAt(rest.length).toUpperCase() + text.slice(rest.length + 1) : text;
}

/** A task with what its capability reads out of the first message, for how many it can be had, and who comes next. */
export function begun(turn: Turn, intent: string, slots: Slots, said: Parameters<typeof limitOn>[2] = {}): Task {
  const { capabilities, ctx, text } = turn;
  const capability = capabilities.get(intent)!;
  const filled = capability.dialogue.fill?.(slots, { business: ctx.business, text, now: ctx.now }) ?? {};
  return {
    ...newTask(intent, slots),
    ...limitOn(turn, capability, said),
    ...moreIn(text, slots, capability),
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
function unsure({ desk }: Turn, { intent, others }: Decision, state: State): Step {
  const tone = toneOf(desk);
  if ((state.unsure ?? 0) > 0)
    return { part: handOver(desk, "I'm sorry, I can't answer that myself, so I've passed your question on.") };
  if (intent === 'faq')
    return {
      part: { text: `${noAnswer(tone)} Shall I ask our team?`, suggestions: [PERSON] },
      offer: { intent: 'general.human', slots: noSlots() },
    };
  const known = (desk.industry?.capabilities ?? [])
    .filter(({ name }) => others.includes(name))
    .map(({ summary }) => summary);
  const choices = known.length > 0 ? known.slice(0, 3) : offersOf(desk);
  const text = `${notSure(tone)} I can help with questions about ${desk.businessName}, or pass you on to a person. Could you put it another way?`;
  return { part: { text, suggestions: [...choices, PERSON] } };
}
