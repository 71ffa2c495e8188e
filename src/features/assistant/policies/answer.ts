// A message outside of any task: every request in it is answered; one that writes comes last.
import { onlyOf } from '../../../kernel/lists.ts';
import { must } from '../../../kernel/must.ts';
import { withAnsweredItem } from '../coreference.ts';
import { customerRequestsIn, isWriteRequest } from '../customer-requests.ts';
import type { DialogueState } from '../dialogue-state.ts';
import { executeAction, isUnresolved, roundConfidence } from '../execute-action.ts';
import { isGeneral } from '../general.ts';
import { type Mood, moodOf } from '../mood.ts';
import { notKnown } from '../phrases.ts';
import { type CustomerRequest, HALF, OWN_QUESTION_THRESHOLD, type RankedAction } from '../rank/rank-actions.ts';
import { composeParts } from '../reply.ts';
import { CONFIDENT } from '../thresholds.ts';
import type { StepResult, Turn, TurnInputs, TurnResult } from '../turn.ts';
import { renderFriendly } from '../unsure.ts';
import type { Policy } from './policy.ts';

async function answerAll(inputs: TurnInputs, turn: Turn, state: DialogueState): Promise<TurnResult> {
  const requests = await customerRequestsIn(inputs, turn, state);
  const mood = await moodOf(inputs, turn, state);
  const only = onlyOf(requests);
  const chat = only && chatted(turn, state, only, mood);
  if (chat) return chat;
  const isLetter = requests.length >= LETTER;
  const isLeft = ({ action }: CustomerRequest) =>
    requests.length > 1 && ((isUnresolved(action) && !action.facility) || (isLetter && isGuess(action)));
  const left = requests.filter(isLeft).map(({ action }) => action.text);
  const steps: (StepResult & { want: CustomerRequest })[] = [];
  const deed = requests.findLast((request) => isWriteRequest(request, turn));
  for (const request of requests) {
    // What only people can do is offered to be passed on where nothing else is proposed.
    const decision = deed && request !== deed ? { ...request.action, starts: 0 } : request.action;
    const known = () =>
      executeAction(inputs, { ...turn, text: decision.text }, { ...request, action: decision }, state);
    steps.push({ ...(isLeft(request) ? { part: notKnown(left) } : await known()), want: request });
  }
  const last = steps.findLast(({ task }) => task) ?? must(steps.at(-1), 'something that is wanted');
  const others = steps.filter((step) => step !== last);
  const ordered = [
    ...others.filter(({ want: request }) => !isLeft(request)),
    ...others.filter(({ want: request }) => isLeft(request)),
    last,
  ];
  const { action, slots } = last.want;
  // Who works here is told whatever else was understood.
  const unsure = steps.every(
    ({ want: request, part }) => part.unanswered || (isUnresolved(request.action) && !part.sources?.length),
  )
    ? (state.unsure ?? 0) + 1
    : 0;
  return {
    part: composeParts(
      ordered.map(({ part }) => part),
      isLetter ? '\n\n' : ' ',
    ),
    intent: action.intent,
    confidence: roundConfidence(action.confidence),
    considered: action.considered,
    slots: last.task?.slots ?? slots,
    state: {
      task: last.task,
      offer: last.offer,
      unsure,
      topic: withAnsweredItem(turn, topicOf(last.want, state), last, state),
    },
  };
}

/** So many answers are easier to read in paragraphs. */
const LETTER = 3;

/** Among many answers one that is beside the point costs more than one that is left to the team. */
const isGuess = ({ hit, confidence, answers = 0 }: RankedAction) =>
  hit !== undefined && answers < (confidence >= CONFIDENT ? HALF : OWN_QUESTION_THRESHOLD);

/** Small talk and answers of the house leave the topic as it was. */
function topicOf({ action, slots }: CustomerRequest, { topic }: DialogueState): DialogueState['topic'] {
  if (isUnresolved(action) || action.intent === 'faq') return topic;
  if (isGeneral(action.intent) && action.intent !== 'general.hours') return topic;
  return { intent: action.intent, slots };
}

/** Small talk is answered in kind, leaves all as it was, and is nothing that was not understood. */
function chatted(
  { businessContext }: Turn,
  state: DialogueState,
  { action, slots }: CustomerRequest,
  mood: Mood,
): TurnResult | undefined {
  if (action.facility || (!isUnresolved(action) && action.intent !== 'faq')) return undefined;
  const part = renderFriendly(businessContext, action, mood, isUnresolved(action));
  const intent = mood.kind === 'praise' ? 'general.thanks' : 'unknown';
  return (
    part && {
      part,
      intent,
      confidence: roundConfidence(action.confidence),
      considered: action.considered,
      slots,
      state: { ...state, offer: undefined },
    }
  );
}

export const answer = { name: 'answer', act: answerAll } satisfies Policy;
