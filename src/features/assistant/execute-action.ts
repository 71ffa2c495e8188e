// Executes one ranked action.
import { hasBasis } from '../../capability/basis.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { must } from '../../kernel/must.ts';
import { advanceBookingChange, BOOKING_CHANGES } from './booking-changes.ts';
import { type ActiveTask, type DialogueState, emptySlots, mergeSlots, newTask } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { sourceKey } from './focus.ts';
import { isGeneral, renderGeneral, toneOf } from './general.ts';
import { beginLookUp } from './lookup.ts';
import { checkSuitability, tellsOfNeeds, withCautions, withNeeds } from './needs.ts';
import { bookingBehindLimit, isNoTable, limitOn, takesParty } from './party.ts';
import { renderPeople } from './people.ts';
import { withPeopleInFocus } from './people-in-focus.ts';
import { askTeam, PERSON, toldAll } from './phrases.ts';
import { type CustomerRequest, HALF, PASSAGE_THRESHOLD, type RankedAction } from './rank/rank-actions.ts';
import { remainingPeopleIn } from './remaining-people.ts';
import { composeParts, type ResponsePart } from './reply.ts';
import { resolveItem, withEarlierDetails } from './resolve-item.ts';
import { type SearchHit, wasTold } from './search-hit.ts';
import { advanceTask } from './task.ts';
import { VERY_CONFIDENT } from './thresholds.ts';
import type { StepResult, Turn, TurnInputs } from './turn.ts';
import { handleUnsure, isUnservedRequest } from './unsure.ts';
import { withNextDay } from './when.ts';

export const isUnresolved = ({ intent, hit }: RankedAction) => intent === 'unknown' || (intent === 'faq' && !hit);

export const roundConfidence = (confidence: number) => Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;

/** Executes the action of one request. */
export async function executeAction(
  inputs: TurnInputs,
  turn: Turn,
  { action, slots: said }: CustomerRequest,
  state: DialogueState,
): Promise<StepResult> {
  const { businessContext, capabilities, ctx, say, text } = turn;
  const { intent, hit } = action;
  const slots = intent === 'general.hours' ? said : withNextDay(said, turn);
  const isAsked = !BOOKING_CHANGES.includes(intent) && !HANDS_OVER.has(intent);
  const people = isAsked
    ? renderPeople(turn, extractTurnEntities(turn, text, [], state.topic?.slots), state)
    : undefined;
  if (people && !(hit && intent === 'faq' && speaksOf(hit, people.part))) return people;
  const requested = bookingBehindLimit(turn, action);
  if (requested)
    return executeAction(inputs, turn, { action: { ...action, intent: requested, limit: hit }, slots: said }, state);
  const judged = checkSuitability(turn.needs, ctx.business, businessContext.industry, say);
  if (intent === 'faq' && hit) {
    const again = isToldOf(hit, state);
    // Who asks further wants something else than what they were just told.
    if (again && !state.task && (action.answers ?? 0) < HALF && !isUnservedRequest(action))
      return handleUnsure(inputs, turn, { ...action, hit: undefined }, state);
    const part = again ? await renderAgain(inputs, action, hit, state) : renderPassage(action, hit);
    const isWell = (action.answers ?? 0) >= VERY_CONFIDENT;
    const isAll = again && !state.task && (!part.text || (!isWell && wasTold(hit, state.before?.told ?? '')));
    const requested = isUnservedRequest(action)
      ? askTeam(toneOf(businessContext))
      : isAll
        ? toldAll(toneOf(businessContext))
        : undefined;
    const known = { ...part, text: withCautions(part.text, judged) };
    if (!requested) return { part: known, task: state.task };
    return {
      part: composeParts([known, { text: requested, suggestions: [PERSON] }]),
      offer: { intent: 'general.human', slots },
    };
  }
  if (isUnresolved(action)) return handleUnsure(inputs, turn, action, state);
  if (isGeneral(intent)) {
    const part = renderGeneral(intent, businessContext, slots, text);
    return part.unanswered ? { part, offer: { intent: 'general.human', slots } } : { part };
  }
  if (BOOKING_CHANGES.includes(intent))
    return advanceBookingChange(turn, newTask(intent, withCustomerDetails(slots, inputs)));
  const asked = capabilities.get(intent);
  if (!asked) return handleUnsure(inputs, turn, action, state);
  const told = asked.effect === 'read' ? withNeeds(slots, turn.needs) : slots;
  const instead = asked.dialogue.instead?.(told, text);
  const capability = (instead && capabilities.get(instead)) || asked;
  if (!hasBasis(ctx.business, capability)) {
    const step = await handleUnsure(inputs, turn, { ...action, intent: 'faq' }, state);
    return { ...step, part: { ...step.part, unanswered: true } };
  }
  if (capability.effect === 'read') {
    const step = await beginLookUp(turn, capability, told);
    if (tellsOfNeeds(capability, businessContext.industry)) return step;
    return { ...step, part: { ...step.part, text: withCautions(step.part.text, judged) } };
  }
  if (takesParty(capability) && isNoTable(businessContext.industry, text, slots, state.focus)) {
    const noted = { text: askTeam(toneOf(businessContext)), suggestions: [PERSON] };
    const limit = action.limit && !wasTold(action.limit, state.before?.told ?? '') ? action.limit : undefined;
    return {
      part: composeParts([...(limit ? [renderPassage(action, limit)] : []), noted]),
      offer: { intent: 'general.human', slots },
    };
  }
  const about = { business: ctx.business, text, now: ctx.now };
  const answer = capability.dialogue.answer?.(slots, about, say);
  if (answer)
    return { part: { text: answer.text, sources: answer.sources ?? [] }, offer: { intent: capability.name, slots } };
  const { limit: bearing } = action;
  const { nlu } = inputs;
  const known = await withEarlierDetails(nlu, turn, capability, slots, state);
  const meant = await resolveItem(nlu, turn, capability, known, state);
  const wished = withPeopleInFocus(turn, capability, meant, state);
  const started = startTask(turn, capability.name, withCustomerDetails(wished, inputs), {
    bearing,
    before: state.before,
  });
  // "And one for my sister too", once the first is booked: nobody comes after her.
  const { more: _, ...alone } = started;
  const task = state.topic?.done && started.more?.left === 1 ? alone : started;
  const step = await advanceTask(turn, task);
  const isSaid = !bearing || task.limit?.text === bearing.passage.text || wasTold(bearing, state.before?.told ?? '');
  const limits = isSaid ? [] : [renderPassage(action, bearing)];
  const reminders =
    turn.tellsNeed && businessContext.industry?.needs
      ? [{ text: turn.say.text(businessContext.industry.needs.reminder) }]
      : [];
  return { ...step, part: composeParts([...limits, ...reminders, step.part]) };
}

/** What the business itself has written about one of them. */
const speaksOf = ({ passage }: SearchHit, { sources = [] }: ResponsePart): boolean =>
  passage.source.kind !== 'staff' && sources.some(({ title }) => passage.text.includes(title.replace(/^.* /s, '')));

/** Actions that hand over need more confidence: a mistaken handover leaves the customer waiting. */
const HANDS_OVER = new Set(['general.complaint', 'general.human']);

/** Of two passages that may both be the answer, both are told. */
function renderPassage({ confidence, answers = 0, rival }: RankedAction, hit: SearchHit): ResponsePart {
  const isSure = confidence >= PASSAGE_THRESHOLD || answers >= VERY_CONFIDENT;
  const hits = rival ? [hit, rival] : [hit];
  return {
    text: hits.map((each) => textOf(each, confidence)).join(isSure ? ' ' : ' Also: '),
    sources: hits.map(({ passage }) => passage.source),
  };
}

/** Whether it was told in one of the latest replies. */
const isToldOf = (hit: SearchHit, { before, told = [] }: DialogueState): boolean =>
  wasTold(hit, before?.told ?? '') || (!hit.quote && told.includes(sourceKey(hit.passage.source)));

/** A passage is not repeated: a question about it gets only the sentence that answers it. */
async function renderAgain(
  { nlu }: TurnInputs,
  action: RankedAction,
  hit: SearchHit,
  state: DialogueState,
): Promise<ResponsePart> {
  if (isUnservedRequest(action) || action.asks < HALF) return { text: '' };
  const passage = { ...hit.passage, text: hit.quote ?? hit.passage.text };
  return { text: await nlu.pick(passage, action.text, state.before), sources: [passage.source] };
}

const textOf = ({ passage, quote = passage.text }: SearchHit, confidence: number): string => bare(quote, confidence);

/** The yes or no of an answer is that to the business's own question: "Do I need shoes?" is not "Can I hire shoes?". */
function bare(text: string, confidence: number): string {
  const rest = confidence < VERY_CONFIDENT ? /^(?:yes|no)[,.!] +(?=(?:\S+ ){3})/i.exec(text)?.[0] : undefined;
  return rest ? text.charAt(rest.length).toUpperCase() + text.slice(rest.length + 1) : text;
}

/** A task with what its capability reads out of the first message, for how many it can be had, and who comes next. */
export function startTask(
  turn: Turn,
  intent: string,
  slots: Slots,
  said: Parameters<typeof limitOn>[2] = {},
): ActiveTask {
  const { capabilities, ctx, text } = turn;
  const capability = must(capabilities.get(intent), 'a capability of that name');
  const filled = capability.dialogue.fill?.(slots, { business: ctx.business, text, now: ctx.now }) ?? {};
  return {
    ...newTask(intent, slots),
    ...limitOn(turn, capability, said),
    ...remainingPeopleIn(text, slots, capability, turn.businessContext.industry),
    input: { ...(Array.isArray(filled) ? filled[0] : filled) } as Record<string, unknown>,
  };
}

/** Adds the customer details that the client sent. */
export const withCustomerDetails = (slots: Slots, { customer }: TurnInputs): Slots =>
  mergeSlots({ ...emptySlots(), ...customer }, slots);
