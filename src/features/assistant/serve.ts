// Serves one thing that a customer wants.
import type { Slots } from '../../capability/dialogue.ts';
import { advanceChange, CHANGES } from './changes.ts';
import { isGeneral, sayGeneral, toneOf } from './general.ts';
import { hearIn } from './hear.ts';
import { type Hit, isTold } from './hit.ts';
import { WELL } from './likely.ts';
import { beginLookUp } from './lookup.ts';
import { withMeant, withSaidBefore } from './meant.ts';
import { cautioned, judgedBy, tellsOfNeeds, withNeeds } from './needs.ts';
import { moreIn } from './one-by-one.ts';
import { isNoTable, limitOn, takesParty, wishUnder } from './party.ts';
import { sayPeople } from './people.ts';
import { askTeam, PERSON, toldAll } from './phrases.ts';
import { type Decision, HALF, SURELY, type Want } from './rank/choose.ts';
import { joined, type Part } from './reply.ts';
import { withSpokenOf } from './spoken-of.ts';
import { merged, newTask, noSlots, type State, type Task } from './state.ts';
import { advance } from './task.ts';
import { keyOf } from './tracker.ts';
import type { Means, Step, Turn } from './turn.ts';
import { isWish, unsure } from './unsure.ts';
import { withNextDay } from './when.ts';

export const isOpen = ({ intent, hit }: Decision) => intent === 'unknown' || (intent === 'faq' && !hit);

export const rounded = (confidence: number) => Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;

/** Serves one want. */
export async function serve(means: Means, turn: Turn, { decision, slots: said }: Want, state: State): Promise<Step> {
  const { desk, capabilities, ctx, say, text } = turn;
  const { intent, hit } = decision;
  const slots = intent === 'general.hours' ? said : withNextDay(said, turn);
  const isAsked = !CHANGES.includes(intent) && !HANDS_OVER.has(intent);
  const people = isAsked ? sayPeople(turn, hearIn(turn, text, [], state.topic?.slots), state) : undefined;
  if (people && !(hit && intent === 'faq' && speaksOf(hit, people.part))) return people;
  const wish = wishUnder(turn, decision);
  if (wish) return serve(means, turn, { decision: { ...decision, intent: wish, limit: hit }, slots: said }, state);
  const judged = judgedBy(turn.needs, ctx.business, desk.industry, say);
  if (intent === 'faq' && hit) {
    const again = isToldOf(hit, state);
    // Who asks further wants something else than what they were just told.
    if (again && !state.task && (decision.answers ?? 0) < HALF && !isWish(decision))
      return unsure(means, turn, { ...decision, hit: undefined }, state);
    const part = again ? await sayAgain(means, decision, hit, state) : sayPassage(decision, hit);
    const isWell = (decision.answers ?? 0) >= WELL;
    const isAll = again && !state.task && (!part.text || (!isWell && isTold(hit, state.before?.told ?? '')));
    const wish = isWish(decision) ? askTeam(toneOf(desk)) : isAll ? toldAll(toneOf(desk)) : undefined;
    const known = { ...part, text: cautioned(part.text, judged) };
    if (!wish) return { part: known, task: state.task };
    return { part: joined([known, { text: wish, suggestions: [PERSON] }]), offer: { intent: 'general.human', slots } };
  }
  if (isOpen(decision)) return unsure(means, turn, decision, state);
  if (isGeneral(intent)) return { part: sayGeneral(intent, desk, slots, text) };
  if (CHANGES.includes(intent)) return advanceChange(turn, newTask(intent, withPerson(slots, means)));
  const asked = capabilities.get(intent);
  if (!asked) return unsure(means, turn, decision, state);
  const told = asked.effect === 'read' ? withNeeds(slots, turn.needs) : slots;
  const instead = asked.dialogue.instead?.(told, text);
  const capability = (instead && capabilities.get(instead)) || asked;
  if (capability.effect === 'read') {
    const step = await beginLookUp(turn, capability, told);
    if (tellsOfNeeds(capability, desk.industry)) return step;
    return { ...step, part: { ...step.part, text: cautioned(step.part.text, judged) } };
  }
  if (takesParty(capability) && isNoTable(desk.industry, text, slots, state.focus)) {
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
  const { understanding } = means;
  const known = await withSaidBefore(understanding, turn, capability, slots, state);
  const meant = await withMeant(understanding, turn, capability, known, state);
  const wished = withSpokenOf(turn, capability, meant, state);
  const started = begun(turn, capability.name, withPerson(wished, means), { bearing, before: state.before });
  // "And one for my sister too", once the first is booked: nobody comes after her.
  const { more: _, ...alone } = started;
  const task = state.topic?.done && started.more?.left === 1 ? alone : started;
  const step = await advance(turn, task);
  const isSaid = !bearing || task.limit?.text === bearing.passage.text || isTold(bearing, state.before?.told ?? '');
  const limits = isSaid ? [] : [sayPassage(decision, bearing)];
  const reminders =
    turn.tellsNeed && desk.industry?.needs ? [{ text: turn.say.text(desk.industry.needs.reminder) }] : [];
  return { ...step, part: joined([...limits, ...reminders, step.part]) };
}

/** What the business itself has written about one of them. */
const speaksOf = ({ passage }: Hit, { sources = [] }: Part): boolean =>
  passage.source.kind !== 'staff' && sources.some(({ title }) => passage.text.includes(title.split(' ').at(-1)!));

/** Handing a customer over by mistake leaves them waiting for nothing. */
const HANDS_OVER = new Set(['general.complaint', 'general.human']);

/** Of two that may be the answer both are told. */
function sayPassage({ confidence, answers = 0, rival }: Decision, hit: Hit): Part {
  const isSure = confidence >= SURELY || answers >= WELL;
  const hits = rival ? [hit, rival] : [hit];
  return {
    text: hits.map((each) => textOf(each, confidence)).join(isSure ? ' ' : ' Also: '),
    sources: hits.map(({ passage }) => passage.source),
  };
}

/** Whether it was told in one of the latest replies. */
const isToldOf = (hit: Hit, { before, told = [] }: State): boolean =>
  isTold(hit, before?.told ?? '') || (!hit.quote && told.includes(keyOf(hit.passage.source)));

/** What was told is not told again: to a question about it only the sentence that answers, to anything else nothing. */
async function sayAgain({ understanding }: Means, decision: Decision, hit: Hit, state: State): Promise<Part> {
  if (isWish(decision) || decision.asks < HALF) return { text: '' };
  const passage = { ...hit.passage, text: hit.quote ?? hit.passage.text };
  return { text: await understanding.pick(passage, decision.text, state.before), sources: [passage.source] };
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
    ...moreIn(text, slots, capability, turn.desk.industry),
    input: { ...(Array.isArray(filled) ? filled[0] : filled) } as Record<string, unknown>,
  };
}

/** Who they are is known where the client said so. */
export const withPerson = (slots: Slots, { customer }: Means): Slots => merged({ ...noSlots(), ...customer }, slots);
