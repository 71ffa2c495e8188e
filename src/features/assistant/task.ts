// Advances a task: asks for missing fields, checks availability, asks for confirmation and runs the capability.

import type { BookingRequest } from '../../capability/booking-request.ts';
import type { AnyCapability } from '../../capability/capability.ts';
import { findUniqueEntity } from '../../capability/dialogue.ts';
import { IDENTIFICATION_LOCKED_REASON } from '../../capability/identify.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { checkRequest } from '../../scheduling/book.ts';
import { checkAnyAvailability } from '../../scheduling/check-availability.ts';
import { findOpenPeriodsOnDays } from '../../scheduling/hours.ts';
import { findAlternatives, rulesOf } from '../../scheduling/schedules.ts';
import { NOON_MINUTES, parseDay } from '../../scheduling/zone.ts';
import { type Ambiguity, findAmbiguity, resolveAmbiguity } from './ambiguity.ts';
import { askForSlot, askToChoose, countTimesAsked } from './ask.ts';
import { type AvailableTime, proposeStaff, renderAvailability, withAvailability } from './availability-notice.ts';
import { withDayOfTimes, withSoonestTime } from './booking-time.ts';
import { buildCapabilityInput, type CapabilityInput, canCheckTimes, findMissingFields } from './capability-input.ts';
import { isQuestion } from './clauses.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { renderHandoff } from './general.ts';
import { composeNeedsNote } from './needs.ts';
import { refusePartySize, renderDepositNotice, renderGroupPolicy } from './party.ts';
import { renderYesNoButtons } from './phrases.ts';
import { offerNextPerson, renderOneAtATime } from './remaining-people.ts';
import { composeParts, type ResponsePart } from './reply.ts';
import type { StepResult, Turn } from './turn.ts';
import { findUnknownStaffName } from './unknown-staff.ts';

const MAX_ALTERNATIVES = 3;
/** After this many questions without an answer, the customer probably cannot say. */
const MAX_QUESTION_ATTEMPTS = 2;

/** The next step of a task: a question, a refusal, or a request for confirmation. */
export async function advanceTask(turn: Turn, task: ActiveTask): Promise<StepResult> {
  const partyRefusal = refusePartySize(task, turn.format);
  if (partyRefusal) return { part: partyRefusal };
  const { first, ...more } = task.more ?? { left: 0 };
  if (!first) return takeNextStep(turn, task);
  const step = await takeNextStep(turn, { ...task, more });
  return { ...step, part: composeParts([{ text: renderOneAtATime(first, turn.format) }, step.part]) };
}

async function takeNextStep(turn: Turn, previousTask: ActiveTask): Promise<StepResult> {
  const { ctx, format } = turn;
  const { offered: _, choosing: __, proposed: ___, ...task } = previousTask;
  const capability = must(turn.capabilities.get(task.intent), 'a capability of that name');
  const { dialogue } = capability;
  const ambiguity = findAmbiguity(capability, task);
  if (ambiguity) {
    const resolvedTask = resolveAmbiguity(turn, capability, task, ambiguity);
    return resolvedTask
      ? withChosenItem(turn, capability, resolvedTask, ambiguity)
      : askToChoose(turn, task, ambiguity);
  }

  let input = buildCapabilityInput(capability, task, ctx.business);
  const resolution = await dialogue.resolveInput?.(ctx, input, task.slots).catch(asRefusal);
  if (resolution && !resolution.ok) return createStepAfterRefusal(turn, capability, task, input, resolution);
  if (resolution) {
    input = { ...input, ...resolution.value };
    task.displayName = resolution.displayName;
  }
  const context = { business: ctx.business, text: turn.text, now: ctx.now };
  const missingPaths = findMissingFields(capability, input, context);
  const completedTask =
    withOnlyChoice(turn, capability, task, input, missingPaths[0]) ??
    (missingPaths[0] === 'startsAt' ? await withSoonestTime(turn, capability, task, input) : undefined);
  if (completedTask) return advanceTask(turn, completedTask);
  const fallback =
    countTimesAsked(task, missingPaths[0]) > MAX_QUESTION_ATTEMPTS
      ? dialogue.fallbackInput?.(ctx.business, input)
      : undefined;
  if (fallback) {
    const step = await takeNextStep(turn, { ...task, input: { ...task.input, ...fallback.input } });
    return {
      ...step,
      part: composeParts([{ text: acknowledgeChoice(turn, fallback.displayName) }, step.part]),
    };
  }
  const availability =
    capability.bookingRequest && (await checkAvailabilityEarly(turn, capability, task, input, missingPaths));
  if (availability && 'ok' in availability) return createStepAfterRefusal(turn, capability, task, input, availability);
  const notice = resolution?.notice ?? (availability && renderAvailability(turn, capability, availability, input));
  const note = composeNeedsNote(turn, capability);
  const noteText = note ? format.text('I’ll add a note for the team: “{note}”.', { note }) : '';
  if (missingPaths.length > 0) {
    const question = await askForSlot(turn, capability, task, input, missingPaths);
    if (turn.statesRemark) question.part = composeParts([{ text: noteText }, question.part]);
    return withAvailability(
      question,
      notice,
      availability && isQuestion(turn.text) && !findUnknownStaffName(turn)
        ? (news) => format.text('Yes, {news}', { news })
        : undefined,
    );
  }
  const deposit = renderDepositNotice(turn, capability, task.slots.partySize, input);
  const proposed = proposeStaff(capability, input, availability);
  const text = [deposit, noteText, dialogue.confirm?.({ ...input, ...proposed }, format, task.displayName) ?? '']
    .filter(Boolean)
    .join(' ');
  return {
    part: { text, suggestions: renderYesNoButtons(format) },
    task: { ...task, ...(proposed ? { proposed } : {}), requestedSlots: [], confirming: true },
  };
}

/** Runs the capability after the customer has confirmed. */
export async function runTask(turn: Turn, task: ActiveTask): Promise<StepResult> {
  const { ctx, format } = turn;
  const capability = must(turn.capabilities.get(task.intent), 'a capability of that name');
  let input: CapabilityInput = { ...task.proposed, ...buildCapabilityInput(capability, task, ctx.business) };
  const resolution = await capability.dialogue.resolveInput?.(ctx, input, task.slots).catch(asRefusal);
  if (resolution?.ok) input = { ...input, ...resolution.value };
  const note = composeNeedsNote(turn, capability);
  if (note) input = { ...input, notes: [input.notes, note].filter(Boolean).join('\n') };
  const outcome = await capability.run({ ...ctx, purpose: capability.name }, input).catch(asRefusal);
  if (!outcome.ok) return createStepAfterRefusal(turn, capability, { ...task, confirming: false }, input, outcome);
  turn.results.push(outcome.value);
  const part: ResponsePart = {
    text: [
      capability.dialogue.renderResult(outcome.value, format, input),
      note ? format.text('Our team will see your note.') : '',
    ]
      .filter(Boolean)
      .join(' '),
    sources: capability.dialogue.sources?.(outcome.value, input) ?? [],
  };
  const nextPersonOffer = offerNextPerson(capability, task, turn.businessContext.industry, format);
  if (!nextPersonOffer) return { part };
  return {
    part: composeParts([part, { text: nextPersonOffer.text, suggestions: renderYesNoButtons(format) }]),
    offer: nextPersonOffer.offer,
  };
}

/** Turns a client error, such as an invalid phone number, into a refusal, so that the field is requested again. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Problem && error.status < 500)
    return refuse(error.code, error.message, {
      errors: error.extensions.errors,
      reason: error.extensions.reason as string,
    });
  throw error;
}

/** Identification is closed after too many failed attempts. */
export const isIdentificationClosed = ({ reason }: Refusal) => reason === IDENTIFICATION_LOCKED_REASON;

/** Hands off to a person, who may recognize the customer. */
export const renderIdentificationHandoff = ({ businessContext, format }: Turn): ResponsePart =>
  renderHandoff(
    businessContext,
    format.text("I'm sorry, the details didn't match several times, so I can't look anything up here for now."),
  );

/** Says which item was chosen for the customer. Who or where it is with, the next reply names anyway. */
async function withChosenItem(
  turn: Turn,
  { resourceFields }: AnyCapability,
  task: ActiveTask,
  { slot, field }: Ambiguity,
): Promise<StepResult> {
  const step = await takeNextStep(turn, task);
  const chosenEntity = findUniqueEntity(task.slots, slot);
  if (!chosenEntity || resourceFields?.includes(field) || step.part.text.includes(chosenEntity.name)) return step;
  return { ...step, part: composeParts([{ text: acknowledgeChoice(turn, chosenEntity.name) }, step.part]) };
}

/** Nothing is booked yet, so this must not sound like a booking. */
const acknowledgeChoice = ({ format }: Turn, what: string) => format.text('All right, {what} then.', { what });

/** Fills a field that has only one choice; the customer still gets to confirm it. */
function withOnlyChoice(
  { ctx }: Turn,
  { dialogue }: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
  field: string | undefined,
): ActiveTask | undefined {
  if (field === undefined || !Object.values(dialogue.fieldBySlot ?? {}).includes(field)) return undefined;
  const choices = dialogue.choices?.[field]?.(ctx.business, input, task.slots) ?? [];
  return choices.length === 1 ? { ...task, input: { ...task.input, [field]: choices[0] } } : undefined;
}

/** Checks availability as early as possible, so that nobody has to give their details for a slot that is taken. */
async function checkAvailabilityEarly(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
  missingPaths: string[],
): Promise<Refusal | AvailableTime | undefined> {
  const { ctx } = turn;
  if (!canCheckTimes(capability, missingPaths)) return refuseClosedDay(turn, task);
  const request = must(capability.bookingRequest?.(ctx.business, input), 'what can be booked');
  if ('ok' in request) return request;
  const startMs = input.startsAt ? Date.parse(String(input.startsAt)) : findClosedDayNoonMs(turn, task);
  return startMs === undefined ? undefined : checkTime(turn, request, startMs);
}

/** Noon of the requested day if the business is closed then: the day alone is enough to refuse. */
function findClosedDayNoonMs({ ctx }: Turn, { slots }: ActiveTask): number | undefined {
  const day = slots.date === undefined ? undefined : parseDay(slots.date);
  if (day === undefined) return undefined;
  const rules = rulesOf(ctx.business);
  return findOpenPeriodsOnDays(rules, day, day).length > 0 ? undefined : rules.zone.epochAt(day, NOON_MINUTES);
}

/** Refuses a closed day before asking for the party size. */
function refuseClosedDay(turn: Turn, task: ActiveTask): Refusal | undefined {
  const { business, now } = turn.ctx;
  const start = findClosedDayNoonMs(turn, task);
  const verdict = start && checkAnyAvailability(rulesOf(business), now.getTime(), { start, durationMinutes: 0 }, []);
  if (!verdict || verdict.isOffGrid || verdict.reason !== 'closed') return undefined;
  const { detail } = must(
    verdict.rules.find(({ ok }) => !ok),
    'a rule that does not hold',
  );
  return refuse('slot_unavailable', detail, { reason: 'closed', alternatives: [] });
}

async function checkTime(turn: Turn, request: BookingRequest, startMs: number): Promise<Refusal | AvailableTime> {
  const { ctx, format } = turn;
  try {
    const verdict = await checkRequest(ctx, request, startMs);
    const startsAt = new Date(startMs).toISOString();
    return 'refusal' in verdict ? verdict.refusal : { startsAt, name: verdict.candidate.name };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The time is not one that bookings can start at, so the nearest available ones are offered.
    const alternatives = await findAlternatives(ctx, request, startMs);
    const detail = format.text("We don't take bookings at {clock}.", { clock: format.clock(new Date(startMs)) });
    return refuse('slot_unavailable', detail, { reason: 'full', alternatives });
  }
}

/** Renders a refusal with alternatives, and clears the slots that caused it. */
function createStepAfterRefusal(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
  refusal: Refusal,
): StepResult {
  if (isIdentificationClosed(refusal)) return { part: renderIdentificationHandoff(turn) };
  const { format } = turn;
  const { dialogue } = capability;
  const times = ((refusal.alternatives ?? []) as { startsAt: string }[])
    .slice(0, MAX_ALTERNATIVES)
    .map(({ startsAt }) => startsAt)
    .sort();
  const invalidFields = (refusal.errors as { pointer: string }[] | undefined)?.map(({ pointer }) =>
    pointer.slice(1).replaceAll('/', '.'),
  );
  const renderRefusal = dialogue.renderRefusal?.[refusal.reason ?? ''] ?? dialogue.renderRefusal?.[refusal.code];
  const [firstInvalidField] = invalidFields ?? [];
  const question = firstInvalidField === undefined ? undefined : dialogue.ask[firstInvalidField];
  const text = renderRefusal?.(refusal, format, input) ?? (question ? format.text(question) : refusal.detail);
  const partySize = task.slots.partySize;
  const groupPolicy =
    refusal.reason === 'party_too_large' && partySize !== undefined ? renderGroupPolicy(turn, partySize) : undefined;
  const part: ResponsePart = composeParts([
    { text, suggestions: times.map(format.time) },
    ...(groupPolicy ? [groupPolicy] : []),
  ]);
  const nextIntent = dialogue.nextAfterRefusal?.[refusal.reason ?? ''];
  if (nextIntent)
    return {
      part: { ...part, suggestions: renderYesNoButtons(format) },
      offer: { intent: nextIntent, slots: { ...task.slots } },
    };
  if (FINAL_REFUSALS.has(refusal.reason ?? '') || FINAL_REFUSALS.has(refusal.code)) return { part };
  return {
    part,
    task: {
      ...withDayOfTimes(clearRefusedDetails(task, capability, refusal, invalidFields), times),
      requestedSlots: invalidFields?.length ? invalidFields : ['startsAt'],
      refused: { date: task.slots.date, time: task.slots.time },
      offered: times,
      confirming: false,
    },
  };
}

/** Refusals that nothing from the customer could resolve. */
const FINAL_REFUSALS = new Set(['too_late', 'not_delivered', 'already_returned', 'party_too_large', 'not_found']);

function clearRefusedDetails(
  task: ActiveTask,
  capability: AnyCapability,
  refusal: Refusal,
  invalidFields: string[] = [],
): ActiveTask {
  const { time: _, ...slots } = task.slots;
  const catalogEntities = { ...slots.catalogEntities };
  if (refusal.reason === 'not_offered' || refusal.reason === 'no_such_resource') {
    for (const [slot, field] of Object.entries(capability.dialogue.fieldBySlot ?? {})) {
      if (capability.resourceFields?.includes(field)) delete catalogEntities[slot];
    }
    // The person or place was the problem, so the time is kept.
    return { ...task, slots: { ...task.slots, catalogEntities } };
  }
  const input = { ...task.input };
  for (const path of invalidFields) {
    const [field = ''] = path.split('.');
    delete input[field];
    if (path.endsWith('phone')) delete slots.phone;
    if (path.endsWith('email')) delete slots.email;
  }
  if (invalidFields.length > 0) return { ...task, input, slots: { ...task.slots, ...slots } };
  return { ...task, slots };
}
