// Brings what a customer wants done one step further: which field is open, whether it can be had, a yes, and doing it.

import type { BookingRequest } from '../../capability/booking-request.ts';
import type { AnyCapability } from '../../capability/capability.ts';
import { allOf, type EntityValue } from '../../capability/dialogue.ts';
import { CLOSED } from '../../capability/identify.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { ageOf, forAge } from '../../nlu/entities/ages.ts';
import { checkRequest } from '../../scheduling/book.ts';
import { alternativesTo, rulesOf } from '../../scheduling/calendar.ts';
import { checkAnyAvailability } from '../../scheduling/check-availability.ts';
import { openPeriods } from '../../scheduling/hours.ts';
import { readDay } from '../../scheduling/zone.ts';
import { askForSlot, askToChoose, timesAsked } from './ask.ts';
import { isQuestion } from './clauses.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { type Free, proposedIn, renderFree, withNews } from './free.ts';
import { handOver } from './general.ts';
import { type Input, inputOf, isAboutPerson, missingIn } from './input.ts';
import { depositFor, forGroup, refusePartySize } from './party.ts';
import { yesOrNo } from './phrases.ts';
import { offerNextPerson, renderOneByOne } from './remaining-people.ts';
import { composeParts, type ResponsePart } from './reply.ts';
import { strangerIn } from './strangers.ts';
import type { StepResult, Turn } from './turn.ts';
import { onTheirDay, soonestOn } from './when.ts';

const MOST_TIMES = 3;
/** Asked twice without an answer: the customer cannot say. */
const TWICE = 2;

/** The next step of a task: a question, why it cannot be, or the reading back. */
export async function advanceTask(turn: Turn, before: ActiveTask): Promise<StepResult> {
  const away = refusePartySize(before, turn.say);
  if (away) return { part: away };
  const { first, ...more } = before.more ?? { left: 0 };
  if (!first) return proceed(turn, before);
  const step = await proceed(turn, { ...before, more });
  return { ...step, part: composeParts([{ text: renderOneByOne(first, turn.say) }, step.part]) };
}

async function proceed(turn: Turn, before: ActiveTask): Promise<StepResult> {
  const { ctx, say } = turn;
  const { offered: _, choosing: __, proposed: ___, ...task } = before;
  const capability = must(turn.capabilities.get(task.intent), 'a capability of that name');
  const { dialogue } = capability;
  const unclear = unclearWord(capability, task);
  if (unclear) {
    const only = onlyForAge(turn, task, unclear) ?? onlyFitting(turn, capability, task, unclear);
    return only ? proceed(turn, only) : askToChoose(turn, task, unclear);
  }

  let input = inputOf(capability, task, ctx.business);
  const found = await dialogue.find?.(ctx, input, task.slots).catch(asRefusal);
  if (found && !found.ok) return refused(turn, capability, task, input, found);
  if (found) {
    input = { ...input, ...found.value };
    task.called = found.called;
  }
  const about = { business: ctx.business, text: turn.text, now: ctx.now };
  const missing = missingIn(capability, input, about);
  const only =
    onlyChoice(turn, capability, task, input, missing[0]) ??
    (missing[0] === 'startsAt' ? await soonestOn(turn, capability, task, input) : undefined);
  if (only) return advanceTask(turn, only);
  const plain = timesAsked(task, missing[0]) > TWICE ? dialogue.plain?.(ctx.business, input) : undefined;
  if (plain) {
    const step = await proceed(turn, { ...task, input: { ...task.input, ...plain.input } });
    return {
      ...step,
      part: composeParts([{ text: say.text("I'll put you down for {what}.", { what: plain.called }) }, step.part]),
    };
  }
  const looked = capability.bookingRequest && (await look(turn, capability, task, input, missing));
  if (looked && 'ok' in looked) return refused(turn, capability, task, input, looked);
  const news = found?.news ?? (looked && renderFree(turn, capability, looked, input));
  if (missing.length > 0) {
    const asked = await askForSlot(turn, capability, task, input, missing);
    return withNews(
      asked,
      news,
      looked && isQuestion(turn.text) && !strangerIn(turn)
        ? (said) => say.text('Yes, {news}', { news: said })
        : undefined,
    );
  }
  const deposit = depositFor(turn, capability, task.slots.partySize);
  const proposed = proposedIn(capability, input, looked);
  const text = [deposit, dialogue.confirm?.({ ...input, ...proposed }, say, task.called) ?? '']
    .filter(Boolean)
    .join(' ');
  return {
    part: { text, suggestions: yesOrNo(say) },
    task: { ...task, ...(proposed ? { proposed } : {}), asked: [], confirming: true },
  };
}

/** Does what was confirmed. */
export async function runTask(turn: Turn, task: ActiveTask): Promise<StepResult> {
  const { ctx, say } = turn;
  const capability = must(turn.capabilities.get(task.intent), 'a capability of that name');
  let input: Input = { ...task.proposed, ...inputOf(capability, task, ctx.business) };
  const found = await capability.dialogue.find?.(ctx, input, task.slots).catch(asRefusal);
  if (found?.ok) input = { ...input, ...found.value };
  const outcome = await capability.run({ ...ctx, purpose: capability.name }, input).catch(asRefusal);
  if (!outcome.ok) return refused(turn, capability, { ...task, confirming: false }, input, outcome);
  turn.results.push(outcome.value);
  const part: ResponsePart = {
    text: capability.dialogue.done(outcome.value, say, input),
    sources: capability.dialogue.sources?.(outcome.value, input) ?? [],
  };
  const next = offerNextPerson(capability, task, turn.businessContext.industry, say);
  if (!next) return { part };
  return { part: composeParts([part, { text: next.text, suggestions: yesOrNo(say) }]), offer: next.offer };
}

/** What the request itself got wrong, such as a phone number that is none, is asked for again. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Problem && error.status < 500)
    return refuse(error.code, error.message, { errors: error.members.errors, reason: error.members.reason as string });
  throw error;
}

/** Too many have said wrongly who they are. */
export const isClosed = ({ reason }: Refusal) => reason === CLOSED;

/** Whom rules do not let through, a person may know. */
export const passOn = ({ businessContext, say }: Turn): ResponsePart =>
  handOver(
    businessContext,
    say.text("I'm sorry, too many details didn't match, so I can't look anything up here for now."),
  );

/** A word of the business that could mean several things. */
function unclearWord(
  { dialogue, choice }: AnyCapability,
  { slots }: ActiveTask,
): { slot: string; among: EntityValue[]; field: string } | undefined {
  for (const [slot, field] of Object.entries(dialogue.words ?? {})) {
    const mentions = slots.words[slot] ?? [];
    const unclear = mentions.find((meanings) => meanings.length > 1);
    if (unclear && !mentions.some((meanings) => meanings.length === 1)) return { slot, among: unclear, field };
    const clear = allOf({ words: { [slot]: mentions }, own: {} }, slot);
    if (clear.length > 1 && !unclear && !choice?.includes(field)) return { slot, among: clear, field };
  }
  return undefined;
}

/** Of an exam for adults and one for children, whoever is 34 has the one for adults. */
function onlyForAge(
  { ctx }: Turn,
  task: ActiveTask,
  { slot, among }: { slot: string; among: EntityValue[] },
): ActiveTask | undefined {
  const { age, dateOfBirth, words } = task.slots;
  const years = age ?? (dateOfBirth === undefined ? undefined : ageOf(dateOfBirth, ctx.now));
  const [one, another] = years === undefined ? [] : forAge(among, years);
  return one && !another ? { ...task, slots: { ...task.slots, words: { ...words, [slot]: [[one]] } } } : undefined;
}

/** Where only one of two Anjalis does pedicures, that one is meant. */
function onlyFitting(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  { slot, among }: { slot: string; among: EntityValue[] },
): ActiveTask | undefined {
  const { bookingRequest: requested } = capability;
  if (!requested) return undefined;
  const { business } = turn.ctx;
  const chosen = among.map((said) => ({
    ...task,
    slots: { ...task.slots, words: { ...task.slots.words, [slot]: [[said]] } },
  }));
  const fitting = chosen.filter((each) => {
    const input = inputOf(capability, each, business);
    const missing = missingIn(capability, input, { business, text: turn.text, now: turn.ctx.now });
    return (
      !missing.some((path) => path !== 'startsAt' && !isAboutPerson(capability, path)) &&
      !('ok' in requested(business, input))
    );
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Nobody is asked to choose from one thing: it is taken, and read back like all else. */
function onlyChoice(
  { ctx }: Turn,
  { dialogue }: AnyCapability,
  task: ActiveTask,
  input: Input,
  field: string | undefined,
): ActiveTask | undefined {
  if (field === undefined || !Object.values(dialogue.words ?? {}).includes(field)) return undefined;
  const choices = dialogue.choices?.[field]?.(ctx.business, input, task.slots) ?? [];
  return choices.length === 1 ? { ...task, input: { ...task.input, [field]: choices[0] } } : undefined;
}

/** Looks as early as possible whether it can be had at all: nobody wants to spell their name for a table that is taken. */
async function look(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: Input,
  missing: string[],
): Promise<Refusal | Free | undefined> {
  const { ctx } = turn;
  if (missing.some((path) => path !== 'startsAt' && !isAboutPerson(capability, path))) return closedThen(turn, task);
  const requested = must(capability.bookingRequest?.(ctx.business, input), 'what can be booked');
  if ('ok' in requested) return requested;
  const at = input.startsAt ? Date.parse(String(input.startsAt)) : closedDay(turn, task);
  return at === undefined ? undefined : judge(turn, requested, at);
}

/** The noon of a day on which nobody is there: the day alone is enough to say so. */
function closedDay({ ctx }: Turn, { slots }: ActiveTask): number | undefined {
  const day = slots.date === undefined ? undefined : readDay(slots.date);
  if (day === undefined) return undefined;
  const rules = rulesOf(ctx.business);
  return openPeriods(rules, day, day).length > 0 ? undefined : rules.zone.epochAt(day, 720);
}

/** Nobody has to say how many they are for a day on which nobody is there. */
function closedThen(turn: Turn, task: ActiveTask): Refusal | undefined {
  const { business, now } = turn.ctx;
  const start = closedDay(turn, task);
  const judged = start && checkAnyAvailability(rulesOf(business), now.getTime(), { start, durationMinutes: 0 }, []);
  if (!judged || judged.offGrid || judged.reason !== 'closed') return undefined;
  const { detail } = must(
    judged.rules.find(({ ok }) => !ok),
    'a rule that does not hold',
  );
  return refuse('slot_unavailable', detail, { reason: 'closed', alternatives: [] });
}

async function judge({ ctx, say }: Turn, requested: BookingRequest, at: number): Promise<Refusal | Free> {
  try {
    const judged = await checkRequest(ctx, requested, at);
    const startsAt = new Date(at).toISOString();
    return 'refusal' in judged ? judged.refusal : { startsAt, name: judged.candidate.name };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Off the grid: the nearest times that can be had are what a receptionist would offer.
    const alternatives = await alternativesTo(ctx, requested, at);
    const detail = say.text("We can't start at {clock}.", { clock: say.clock(new Date(at)) });
    return refuse('slot_unavailable', detail, { reason: 'full', alternatives });
  }
}

/** Why it cannot be, with what could be instead. What stood in the way is forgotten. */
function refused(turn: Turn, capability: AnyCapability, task: ActiveTask, input: Input, why: Refusal): StepResult {
  if (isClosed(why)) return { part: passOn(turn) };
  const { say } = turn;
  const { dialogue } = capability;
  const times = ((why.alternatives ?? []) as { startsAt: string }[])
    .slice(0, MOST_TIMES)
    .map(({ startsAt }) => startsAt)
    .sort();
  const wrong = (why.errors as { pointer: string }[] | undefined)?.map(({ pointer }) =>
    pointer.slice(1).replaceAll('/', '.'),
  );
  const tell = dialogue.refused?.[why.reason ?? ''] ?? dialogue.refused?.[why.code];
  const [firstWrong] = wrong ?? [];
  const again = firstWrong === undefined ? undefined : dialogue.ask[firstWrong];
  const text = tell?.(why, say, input) ?? (again ? say.text(again) : why.detail);
  const size = task.slots.partySize;
  const elsewhere = why.reason === 'party_too_large' && size !== undefined ? forGroup(turn, size) : undefined;
  const part: ResponsePart = composeParts([
    { text, suggestions: times.map(say.time) },
    ...(elsewhere ? [elsewhere] : []),
  ]);
  const then = dialogue.otherwise?.[why.reason ?? ''];
  if (then) return { part: { ...part, suggestions: yesOrNo(say) }, offer: { intent: then, slots: { ...task.slots } } };
  if (ENDS.has(why.reason ?? '') || ENDS.has(why.code)) return { part };
  return {
    part,
    task: {
      ...onTheirDay(forget(task, capability, why, wrong), times),
      asked: wrong?.length ? wrong : ['startsAt'],
      refused: { date: task.slots.date, time: task.slots.time },
      offered: times,
      confirming: false,
    },
  };
}

/** Nothing that the customer could add would help. */
const ENDS = new Set(['too_late', 'not_delivered', 'already_returned', 'party_too_large', 'not_found']);

function forget(task: ActiveTask, capability: AnyCapability, why: Refusal, wrong: string[] = []): ActiveTask {
  const { time: _, ...slots } = task.slots;
  const words = { ...slots.words };
  if (why.reason === 'not_offered' || why.reason === 'no_such_resource') {
    for (const [slot, field] of Object.entries(capability.dialogue.words ?? {})) {
      if (capability.choice?.includes(field)) delete words[slot];
    }
    // Who or where was wrong, not when.
    return { ...task, slots: { ...task.slots, words } };
  }
  const input = { ...task.input };
  for (const path of wrong) {
    const [field = ''] = path.split('.');
    delete input[field];
    if (path.endsWith('phone')) delete slots.phone;
    if (path.endsWith('email')) delete slots.email;
  }
  if (wrong.length > 0) return { ...task, input, slots: { ...task.slots, ...slots } };
  return { ...task, slots };
}
