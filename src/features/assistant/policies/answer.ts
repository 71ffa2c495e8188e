// Answers a message outside of any task: each request in turn, with a booking or change last.
import { getOnlyItem } from '../../../kernel/lists.ts';
import { must } from '../../../kernel/must.ts';
import { withAnsweredItem } from '../coreference.ts';
import { findCustomerRequests, isWriteRequest } from '../customer-requests.ts';
import { createEmptySlots, type DialogueState } from '../dialogue-state.ts';
import { executeAction, isUnresolved, roundConfidence } from '../execute-action.ts';
import { renderSmallTalk } from '../fallback.ts';
import { isGeneral, renderDirectContact } from '../general.ts';
import { type Mood, readMood } from '../mood.ts';
import { renderUnansweredQuestions, TALK_TO_PERSON } from '../phrases.ts';
import { type CustomerRequest, EVEN_ODDS, FAQ_MATCH_THRESHOLD, type RankedAction } from '../rank/rank-actions.ts';
import { composeParts } from '../reply.ts';
import { CONFIDENT } from '../thresholds.ts';
import type { StepResult, Turn, TurnInputs, TurnResult } from '../turn.ts';
import type { Policy } from './policy.ts';

async function answerRequests(inputs: TurnInputs, turn: Turn, state: DialogueState): Promise<TurnResult> {
  const requests = await findCustomerRequests(inputs, turn, state);
  const mood = await readMood(inputs, turn, state);
  const onlyRequest = getOnlyItem(requests);
  const smallTalkReply = onlyRequest && replyToSmallTalk(turn, state, onlyRequest, mood);
  if (smallTalkReply) return smallTalkReply;
  const isLetter = requests.length >= MIN_LETTER_REQUESTS;
  const isLeftToTeam = ({ action }: CustomerRequest) =>
    requests.length > 1 && (isUnresolved(action) || (isLetter && isGuess(action)));
  const questionsForTeam = requests.filter(isLeftToTeam).map(({ action }) => action.text);
  const steps: (StepResult & { request: CustomerRequest })[] = [];
  const lastWriteRequest = requests.findLast((request) => isWriteRequest(request, turn));
  for (const request of requests) {
    // Beside a booking, other requests must not end in an offer to ask the team, since there can be only one offer.
    const rankedAction =
      lastWriteRequest && request !== lastWriteRequest ? { ...request.action, startProbability: 0 } : request.action;
    const execute = () =>
      executeAction(inputs, { ...turn, text: rankedAction.text }, { ...request, action: rankedAction }, state);
    steps.push({
      ...(isLeftToTeam(request) ? { part: { text: '', unanswered: true } } : await execute()),
      request,
    });
  }
  const finalStep = steps.findLast(({ task }) => task) ?? must(steps.at(-1), 'the step of a request');
  const answerSteps = steps.filter((step) => step !== finalStep && !isLeftToTeam(step.request));
  const stepForTeam = offerQuestionsToTeam(turn, questionsForTeam, steps);
  const orderedParts = stepForTeam?.offer
    ? [...answerSteps, finalStep, stepForTeam]
    : [...answerSteps, ...(stepForTeam ? [stepForTeam] : []), finalStep];
  const { action, slots } = finalStep.request;
  // An unresolved request still counts as answered if it got sources, such as the list of staff.
  const missCount = steps.every(
    ({ request, part }) => part.unanswered || (isUnresolved(request.action) && !part.sources?.length),
  )
    ? (state.unsure ?? 0) + 1
    : 0;
  return {
    part: composeParts(
      orderedParts.map(({ part }) => part).filter(({ text }) => text),
      isLetter ? '\n\n' : ' ',
    ),
    intent: action.intent,
    confidence: roundConfidence(action.confidence),
    considered: action.considered,
    slots: finalStep.task?.slots ?? slots,
    state: {
      task: finalStep.task,
      offer: stepForTeam?.offer ?? finalStep.offer,
      unsure: missCount,
      topic: withAnsweredItem(turn, findTopic(finalStep.request, state), finalStep, state),
    },
  };
}

/** Names the questions that have no answer, and offers to pass them on, unless another question is open. */
function offerQuestionsToTeam(
  { businessContext }: Turn,
  questions: readonly string[],
  steps: readonly StepResult[],
): StepResult | undefined {
  if (questions.length === 0) return undefined;
  const unanswered = renderUnansweredQuestions(questions);
  const hasOpenQuestion = steps.some(({ task, offer }) => task || offer);
  const text = hasOpenQuestion ? `${unanswered}, but our team can tell you.` : `${unanswered}. Should I ask our team?`;
  return {
    part: {
      text: `${text} ${renderDirectContact(businessContext)}`.trim(),
      suggestions: [TALK_TO_PERSON],
      unanswered: true,
    },
    ...(hasOpenQuestion ? {} : { offer: { intent: 'general.human', slots: createEmptySlots() } }),
  };
}

/** With at least this many requests, the message is treated as a letter and answered in paragraphs. */
const MIN_LETTER_REQUESTS = 3;

/** In a letter, a doubtful answer is left to the team, because an irrelevant one does more harm. */
const isGuess = ({ hit, confidence, answerProbability = 0 }: RankedAction) =>
  hit !== undefined && answerProbability < (confidence >= CONFIDENT ? EVEN_ODDS : FAQ_MATCH_THRESHOLD);

/** Small talk, passages and general answers keep the previous topic. */
function findTopic({ action, slots }: CustomerRequest, { topic }: DialogueState): DialogueState['topic'] {
  if (isUnresolved(action) || action.intent === 'faq') return topic;
  if (isGeneral(action.intent) && action.intent !== 'general.hours') return topic;
  return { intent: action.intent, slots };
}

/** Replies to small talk, which keeps the state and does not count as a failure to understand. */
function replyToSmallTalk(
  { businessContext }: Turn,
  state: DialogueState,
  { action, slots }: CustomerRequest,
  mood: Mood,
): TurnResult | undefined {
  if (action.facility || (!isUnresolved(action) && action.intent !== 'faq')) return undefined;
  const part = renderSmallTalk(businessContext, action, mood, isUnresolved(action));
  const intent = mood.smallTalkKind === 'praise' ? 'general.thanks' : 'unknown';
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

export const answerPolicy = { name: 'answer', handle: answerRequests } satisfies Policy;
