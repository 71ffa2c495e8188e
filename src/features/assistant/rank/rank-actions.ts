// Ranks the candidate actions for a sentence and picks one, or none where no candidate is likely.
import type { Slots } from '../../../capability/dialogue.ts';
import { mapParentSlots } from '../../../capability/roles.ts';
import { must } from '../../../kernel/must.ts';
import { answerProbability } from '../../../nlu/encoder/encoder.ts';
import { extractContentWords } from '../content-words.ts';
import { mergeSlots } from '../dialogue-state.ts';
import { findFacility } from '../facilities.ts';
import type { ScoredCandidate } from '../passage-index.ts';
import type { SearchHit } from '../search-hit.ts';
import {
  type ActionCandidate,
  isAboutOtherMatter,
  isOtherQuestion,
  listCandidates,
  MAX_SHORT_SENTENCE_WORDS,
  MIN_ACTION_PROBABILITY,
  type RankingInput,
} from './candidates.ts';
import { computeFeatures } from './features.ts';
import { loadScorer, softmax } from './ranker.ts';

export type RankedAction = {
  intent: string;
  /** The ranker's probability that this action is the right one. */
  confidence: number;
  /** The probability of the intent, whichever of several items it is about. */
  intentProbability: number;
  text: string;
  /** The passage that answers, for the intent `faq`, and the encoder's probability that it does. */
  hit?: SearchHit;
  answerProbability?: number;
  /** A second passage to show with the first, because it is about as likely or both were named. */
  secondHit?: SearchHit;
  /** A passage with a condition on the booking, such as "only for groups of six or more". */
  conditionHit?: SearchHit;
  /** A facility that the customer asks about and no passage mentions. */
  facility?: string;
  /** The probabilities that the message asks a question, and that it starts a task. */
  questionProbability: number;
  startProbability: number;
  /** The next likeliest intents, to suggest where the action is unclear. */
  otherIntents: string[];
  /** The likeliest actions, for the explanation of a reply. */
  considered: ConsideredAction[];
};
/** A candidate action and its probability, as shown in explanations. */
export type ConsideredAction = {
  intent: string;
  likely: number;
  /** The title of the passage, or the name of the item. */
  about?: string;
};
export type CustomerRequest = { action: RankedAction; slots: Slots };

export const EVEN_ODDS = 0.5;
/** The probability at which a message counts as a rephrased FAQ question. */
export const FAQ_MATCH_THRESHOLD = 0.8;
/** The least probability at which a passage is used as the answer. */
export const PASSAGE_THRESHOLD = 0.45;
/** A passage must be this many times likelier than `unknown`, because a wrong answer is worse than none. */
const MIN_PASSAGE_TO_UNKNOWN_RATIO = 2;
/** The probability at which a passage is shown as a condition on a booking. */
const MIN_CONDITION_PROBABILITY = 0.9;
/** Of two likely conditions, the message must share this many times more of the title of the first. */
const MIN_TITLE_RATIO = 2;
/** A second passage counts as tied at this share of the first one's probability. */
const MIN_TIE_RATIO = 0.6;
const MAX_OTHER_INTENTS = 3;

export function rankActions(
  input: RankingInput,
  topic?: { intent: string; slots: Slots; done?: boolean },
): CustomerRequest {
  const { prediction, capabilities } = input;
  const { candidates, cues } = listCandidates(input);
  const probabilities = softmax(computeFeatures(input, cues, candidates).map(loadScorer()));
  const rankedCandidates = candidates
    .map((candidate, index) => ({
      candidate,
      probability: must(probabilities[index], 'a probability for each candidate'),
    }))
    .sort((a, b) => b.probability - a.probability);
  const [best, second] = rankedCandidates as [RankedCandidate, RankedCandidate];
  const otherIntents = [...new Set(rankedCandidates.map(({ candidate: { intent } }) => intent))]
    .filter((intent) => capabilities.has(intent) && intent !== best.candidate.intent)
    .slice(0, MAX_OTHER_INTENTS);
  const getActProbability = (act: string) => prediction.contextual.acts.get(act) ?? 0;
  const toAction = (intent: string, details: Partial<RankedAction> = {}): RankedAction => ({
    intent,
    confidence: best.probability,
    intentProbability: rankedCandidates
      .filter(({ candidate }) => candidate.intent === best.candidate.intent && !candidate.hit === !best.candidate.hit)
      .reduce((sum, { probability }) => sum + probability, 0),
    text: prediction.text,
    questionProbability: getActProbability('ask') + getActProbability('lookup'),
    startProbability: getActProbability('start'),
    otherIntents,
    considered: rankedCandidates.slice(0, MAX_CONSIDERED_ACTIONS).map(toConsideredAction),
    ...details,
  });
  const unknownProbability = rankedCandidates.find(({ candidate }) => candidate.intent === 'unknown')?.probability ?? 0;
  const isTie = second.candidate.hit && second.probability >= MIN_TIE_RATIO * best.probability;
  const isUnlikelyAnswer =
    isOffTopic(best.candidate, prediction.text) ||
    (!isTie &&
      best.probability < PASSAGE_THRESHOLD &&
      answerProbability(best.candidate.signal?.answerScore ?? 0) < FAQ_MATCH_THRESHOLD);
  const isPassageGuess =
    best.candidate.hit && (best.probability < MIN_PASSAGE_TO_UNKNOWN_RATIO * unknownProbability || isUnlikelyAnswer);
  if (best.candidate.intent === 'unknown' || best.probability < MIN_ACTION_PROBABILITY || isPassageGuess) {
    const answeringPassage = findAnsweringPassage(rankedCandidates, unknownProbability, prediction.text);
    if (answeringPassage) return { action: toAction('faq', answeringPassage), slots: input.slots };
    const facility = findFacility(prediction.text)?.name;
    const asksQuestion =
      getActProbability('ask') + getActProbability('lookup') > EVEN_ODDS || isOtherQuestion(prediction);
    return {
      action: toAction(facility || asksQuestion ? 'faq' : 'unknown', facility ? { facility } : {}),
      slots: input.slots,
    };
  }
  const { intent } = best.candidate;
  if (best.candidate.hit) {
    const [first = best, secondBest] = isTie ? [best, second].toSorted(compareAnswerScores) : [best];
    const secondHit =
      best.probability < PASSAGE_THRESHOLD
        ? secondBest?.candidate.hit
        : findSecondNamedService(first.candidate, rankedCandidates);
    const hit = must(first.candidate.hit, 'the passage of an answer');
    const bestAnswerProbability = answerProbability(getSignal(first.candidate).answerScore);
    return {
      action: toAction('faq', { hit, answerProbability: bestAnswerProbability, ...(secondHit ? { secondHit } : {}) }),
      slots: input.slots,
    };
  }
  const conditionHit = capabilities.get(intent)?.effect === 'write' ? findConditionPassage(input) : undefined;
  return {
    action: toAction(intent, conditionHit ? { conditionHit } : {}),
    slots: mergeTopicSlots(best.candidate, input, cues.refersBack || cues.elliptic, topic),
  };
}

/** From this gap on, a question is about something else than the passage. */
const MAX_TOPIC_GAP = 0.1;

/**
 * Whether a question is about something else than the passage. The ranker compares passages with each other, so where a
 * business has written only a few, or one of them is worded like the question ("Do you have …?"), it seems to answer.
 */
const isOffTopic = ({ signal }: Pick<ActionCandidate, 'signal'>, text: string): boolean =>
  signal !== undefined && (isOnlyWordedAlike(signal) || isOnOtherTopic(signal, text));

/** From this similarity on, a passage that shares no word with the question is worded like it. */
const MIN_WORDING_SIMILARITY = 0.25;

/** The passage is worded like the question, but has no word of what it asks for, and the encoder sees no answer in it. */
const isOnlyWordedAlike = ({
  similarity,
  sharedWordRatio,
  sharedTitleWordRatio,
  answerScore,
}: ScoredCandidate): boolean =>
  similarity >= MIN_WORDING_SIMILARITY &&
  sharedWordRatio === 0 &&
  sharedTitleWordRatio === 0 &&
  answerProbability(answerScore) < EVEN_ODDS;

/** The topic is clearly another. A passage with all the words of a question may speak of it under another heading. */
const isOnOtherTopic = ({ topicGap, sharedWordRatio, answerScore }: ScoredCandidate, text: string): boolean =>
  topicGap > MAX_TOPIC_GAP &&
  answerProbability(answerScore) < FAQ_MATCH_THRESHOLD &&
  !(sharedWordRatio === 1 && extractContentWords(text).size > 1);

/** The passage that the encoder considers an answer, as a last resort before the reply that nothing is known. */
function findAnsweringPassage(
  ranked: readonly RankedCandidate[],
  unknownProbability: number,
  text: string,
): Pick<RankedAction, 'hit' | 'answerProbability' | 'confidence'> | undefined {
  const [best] = ranked
    .flatMap(({ candidate: { hit, signal }, probability }) =>
      hit && signal && !isOffTopic({ signal }, text)
        ? [{ hit, probability, answerProbability: answerProbability(signal.answerScore) }]
        : [],
    )
    .toSorted((a, b) => b.probability * b.answerProbability - a.probability * a.answerProbability);
  const confidence = best ? best.answerProbability * (1 - unknownProbability) : 0;
  return best && confidence >= PASSAGE_THRESHOLD
    ? { hit: best.hit, answerProbability: best.answerProbability, confidence }
    : undefined;
}

/** The second service that a question names, as in "what's the difference between the basic and the full service?". */
function findSecondNamedService(best: ActionCandidate, ranked: readonly RankedCandidate[]): SearchHit | undefined {
  const isNamed = (candidate: ActionCandidate) =>
    candidate.hit?.passage.source.kind === 'service' && getSignal(candidate).sharedTitleWordRatio >= 1;
  return isNamed(best)
    ? ranked.find(({ candidate }) => candidate !== best && isNamed(candidate))?.candidate.hit
    : undefined;
}

/**
 * The passage most likely to state a condition on the booking. If another one seems to answer too, both may only share the
 * words of the trade with the message, such as "my car". The message must then say all of the best one's title, or clearly
 * more of it than of the other's.
 */
function findConditionPassage(input: RankingInput): SearchHit | undefined {
  // Staff passages are left out, because the confirmation names the staff member.
  const [best, runnerUp] = input.prediction.signals
    .filter(({ hit }) => hit && hit.passage.source.kind !== 'staff' && !isAboutOtherMatter(hit, input))
    .toSorted((a, b) => b.answerScore - a.answerScore);
  if (!best || answerProbability(best.answerScore) < MIN_CONDITION_PROBABILITY) return undefined;
  if (!runnerUp || answerProbability(runnerUp.answerScore) < FAQ_MATCH_THRESHOLD) return best.hit;
  const requiredTitleRatio = Math.min(1, MIN_TITLE_RATIO * runnerUp.sharedTitleWordRatio);
  return best.sharedTitleWordRatio >= requiredTitleRatio ? best.hit : undefined;
}

/** Orders tied candidates by the encoder's score of how well they answer. */
const compareAnswerScores = (one: RankedCandidate, other: RankedCandidate) =>
  getSignal(other.candidate).answerScore - getSignal(one.candidate).answerScore;

const getSignal = ({ signal }: ActionCandidate) => must(signal, 'the signal of a passage');

const MAX_CONSIDERED_ACTIONS = 5;

function toConsideredAction({
  candidate: { intent, hit, catalogEntities },
  probability,
}: RankedCandidate): ConsideredAction {
  const about = hit?.passage.source.title ?? Object.values(catalogEntities).flat(2)[0]?.name;
  return { intent, likely: Math.round(probability * 1000) / 1000, ...(about ? { about } : {}) };
}

type RankedCandidate = { candidate: ActionCandidate; probability: number };

/** Adds the slots of the topic to a sentence that continues it. */
function mergeTopicSlots(
  candidate: ActionCandidate,
  { slots, prediction, industry }: RankingInput,
  refersBack: boolean,
  topic?: { intent: string; slots: Slots; done?: boolean },
): Slots {
  const { intent, itemSource } = candidate;
  const mentionedSlots = { ...slots, catalogEntities: { ...candidate.catalogEntities, ...slots.catalogEntities } };
  const isShort = prediction.text.trim().split(/\s+/).length <= MAX_SHORT_SENTENCE_WORDS;
  const continuesTopic = topic?.intent === intent && !topic.done && (itemSource === 'focus' || refersBack || isShort);
  return continuesTopic ? mergeSlots(topic.slots, mentionedSlots, mapParentSlots(industry)) : mentionedSlots;
}
