// The tone of a message, apart from its intent: a complaint, small talk, or a yes or no to an offer.
import { isAngry } from '../../guardrails/anger.ts';
import { isQuestion } from './clauses.ts';
import type { DialogueState } from './dialogue-state.ts';
import { CONFIDENT } from './thresholds.ts';
import type { Turn, TurnInputs } from './turn.ts';

/** Dialogue acts of small talk, including questions that no business could answer. */
const SOCIAL_ACTS = ['greet', 'thanks', 'praise', 'goodbye', 'joke_or_chat', 'out_of_scope'] as const;
type SocialAct = (typeof SOCIAL_ACTS)[number];

/** Dialogue acts that ask for something. */
const REQUEST_ACTS = [
  'ask',
  'lookup',
  'start',
  'change_booking',
  'cancel_booking',
  'find_booking',
  'handoff',
  'complain',
];

export type Mood = {
  /** The customer is angry, or says that they were treated badly. */
  isComplaint: boolean;
  /** A complaint is the likeliest intent, though it may still be an unlikely one. */
  mayBeComplaint: boolean;
  smallTalkProbability: number;
  /** The likeliest kind of small talk, even where small talk is unlikely. */
  smallTalkKind: SocialAct;
  /** Requests of every kind are unlikely. */
  hasNoRequest: boolean;
  /** No request, no question, and long enough to tell a story. */
  isStatement: boolean;
  /** As an answer to an offer: a no, or a request for something else. */
  declines: boolean;
  startsTask: boolean;
};

/** Combines the intent model, the risk model and a list of angry words. */
export async function readMood(
  inputs: TurnInputs,
  { businessContext, text }: Turn,
  { before: previousTurn, task }: DialogueState,
): Promise<Mood> {
  const { nlu, risk } = inputs;
  const prediction = await nlu.predictIntent(text, businessContext, previousTurn);
  const { acts, intents } = prediction.contextual;
  const sumProbabilities = (...actNames: readonly string[]) =>
    actNames.reduce((sum, act) => sum + (acts.get(act) ?? 0), 0);
  // An irritated question is still a question: "Not even on Saturdays??".
  const angerScore = risk.abuseProbability + risk.angerProbability * (1 - sumProbabilities('ask', 'lookup'));
  // In the middle of a task, an answer can read like a complaint: "no, never had a reaction".
  const complaintScore = angerScore + (task ? 0 : sumProbabilities('complain'));
  const angerOrComplaintScore = risk.abuseProbability + risk.angerProbability + sumProbabilities('complain');
  const [likeliestAct, secondAct] = [...acts].toSorted(([, one], [, other]) => other - one).map(([act]) => act);
  const likeliestSocialAct = SOCIAL_ACTS.reduce((best, act) =>
    sumProbabilities(act) > sumProbabilities(best) ? act : best,
  );
  const [likeliestIntent] = [...intents].toSorted(([, one], [, other]) => other - one);
  const hasNoRequest = isUnlikely(sumProbabilities(...REQUEST_ACTS));
  return {
    // Swearing alone does not make a complaint: "ffs, ok. when is the next class".
    isComplaint: complaintScore >= CONFIDENT || (angerOrComplaintScore >= MIN_ANGER_PROBABILITY && isAngry(text)),
    mayBeComplaint: likeliestIntent?.[0] === 'general.complaint',
    smallTalkProbability: sumProbabilities(...SOCIAL_ACTS),
    smallTalkKind: likeliestAct === 'praise' || secondAct === 'praise' ? 'praise' : likeliestSocialAct,
    hasNoRequest,
    isStatement: hasNoRequest && !isQuestion(text) && text.trim().split(/\s+/).length > MAX_WORDS_OF_REMARK,
    declines: !isUnlikely(sumProbabilities('deny', 'abandon')),
    startsTask: !isUnlikely(sumProbabilities('start')),
  };
}

/** The angry words count only where the models find at least this much anger. */
const MIN_ANGER_PROBABILITY = 0.05;
/** A longer statement tells a story rather than being a short remark. */
const MAX_WORDS_OF_REMARK = 3;

const isUnlikely = (probability: number) => probability < 1 - probability;
