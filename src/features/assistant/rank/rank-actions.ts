// Ranks the candidate actions for a sentence and picks one, or none where no candidate is likely.
import type { Slots } from '../../../capability/dialogue.ts';
import { partsIn } from '../../../capability/roles.ts';
import { must } from '../../../kernel/must.ts';
import { likelihoodOf } from '../../../nlu/encoder/encoder.ts';
import { mergeSlots } from '../dialogue-state.ts';
import { facilityIn } from '../facilities.ts';
import type { SearchHit } from '../search-hit.ts';
import { type Candidate, candidatesOf, type RankingInput } from './candidates.ts';
import { featuresOf } from './features.ts';
import { likelihoods, loadScorer } from './ranker.ts';

export type RankedAction = {
  intent: string;
  /** How likely it is the one that is meant, as it has come out for labelled conversations. */
  confidence: number;
  text: string;
  /** What the business has written about it, for `faq`, and how likely it answers as the reader of conversations sees it. */
  hit?: SearchHit;
  answers?: number;
  /** A second passage that is told beside the first: it is about as likely, or both were named. */
  rival?: SearchHit;
  /** What the business has written that bears on what is to be done: "only for groups of six or more". */
  limit?: SearchHit;
  /** What nothing is written about. */
  facility?: string;
  /** How likely it asks something, and how likely it wants something to be done. */
  asks: number;
  starts: number;
  /** The next likeliest, for asking back. */
  others: string[];
  /** The likeliest of all that it could want. */
  considered: ConsideredAction[];
};
/** Something that could have been meant, and how likely it is. */
export type ConsideredAction = {
  intent: string;
  likely: number /** Of what is written, or of the offer. */;
  about?: string;
};
export type CustomerRequest = { action: RankedAction; slots: Slots };

/** Below this probability an action is wrong more often than right. */
const LEAST = 0.3;
export const HALF = 0.5;
/** The business's own question in other words. */
export const OWN_QUESTION_THRESHOLD = 0.8;
/** The least probability at which a passage is told. */
export const PASSAGE_THRESHOLD = 0.45;
/** A passage that does not answer is that much worse than to say that nobody here knows. */
const WORSE = 2;
/** What bears on a booking is told before it where it is that likely to. */
const BEARS = 0.9;
/** Of two passages the second is told beside the first where it is that likely in comparison. */
const RIVAL = 0.6;

export function rankActions(
  scene: RankingInput,
  topic?: { intent: string; slots: Slots; done?: boolean },
): CustomerRequest {
  const { prediction, capabilities } = scene;
  const { candidates, cues } = candidatesOf(scene);
  const likely = likelihoods(featuresOf(scene, cues, candidates).map(loadScorer()));
  const ranked = candidates
    .map((candidate, index) => ({ candidate, likely: must(likely[index], 'how likely each is') }))
    .sort((a, b) => b.likely - a.likely);
  const [best, second] = ranked as [Ranked, Ranked];
  const others = [...new Set(ranked.map(({ candidate: { intent } }) => intent))]
    .filter((intent) => capabilities.has(intent) && intent !== best.candidate.intent)
    .slice(0, 3);
  const acts = (act: string) => prediction.contextual.acts.get(act) ?? 0;
  const as = (intent: string, more: Partial<RankedAction> = {}): RankedAction => ({
    intent,
    confidence: best.likely,
    text: prediction.text,
    asks: acts('ask') + acts('lookup'),
    starts: acts('start'),
    others,
    considered: ranked.slice(0, MOST_CONSIDERED).map(toConsidered),
    ...more,
  });
  const nothing = ranked.find(({ candidate }) => candidate.intent === 'unknown')?.likely ?? 0;
  const isTie = second.candidate.hit && second.likely >= RIVAL * best.likely;
  const isDoubt =
    !isTie &&
    best.likely < PASSAGE_THRESHOLD &&
    likelihoodOf(best.candidate.signal?.answers ?? 0) < OWN_QUESTION_THRESHOLD;
  const isGuess = best.candidate.hit && (best.likely < WORSE * nothing || isDoubt);
  if (best.candidate.intent === 'unknown' || best.likely < LEAST || isGuess) {
    const read = readFor(ranked, nothing);
    if (read) return { action: as('faq', read), slots: scene.slots };
    const facility = facilityIn(prediction.text)?.name;
    const isAsked = acts('ask') + acts('lookup') > HALF;
    return { action: as(facility || isAsked ? 'faq' : 'unknown', facility ? { facility } : {}), slots: scene.slots };
  }
  const { intent } = best.candidate;
  if (best.candidate.hit) {
    const [first = best, other] = isTie ? [best, second].toSorted(byReading) : [best];
    const rival = best.likely < PASSAGE_THRESHOLD ? other?.candidate.hit : namedBeside(first.candidate, ranked);
    const hit = must(first.candidate.hit, 'the passage of an answer');
    const answers = likelihoodOf(signalOf(first.candidate).answers);
    return { action: as('faq', { hit, answers, ...(rival ? { rival } : {}) }), slots: scene.slots };
  }
  const limit = capabilities.get(intent)?.effect === 'write' ? limitIn(scene) : undefined;
  return {
    action: as(intent, limit ? { limit } : {}),
    slots: slotsOf(best.candidate, scene, cues.pointsBack || cues.elliptic, topic),
  };
}

/** Before it is said that nothing is written about it: what the reader of conversations takes for an answer, if not all else is against it. */
function readFor(
  ranked: readonly Ranked[],
  nothing: number,
): Pick<RankedAction, 'hit' | 'answers' | 'confidence'> | undefined {
  const [best] = ranked
    .flatMap(({ candidate: { hit, signal }, likely }) =>
      hit && signal ? [{ hit, likely, answers: likelihoodOf(signal.answers) }] : [],
    )
    .toSorted((a, b) => b.likely * b.answers - a.likely * a.answers);
  const confidence = best ? best.answers * (1 - nothing) : 0;
  return best && confidence >= PASSAGE_THRESHOLD ? { hit: best.hit, answers: best.answers, confidence } : undefined;
}

/** "What's the difference between the basic and the full service?" asks for both. */
function namedBeside(best: Candidate, ranked: readonly Ranked[]): SearchHit | undefined {
  const isNamed = (candidate: Candidate) =>
    candidate.hit?.passage.source.kind === 'service' && signalOf(candidate).titled >= 1;
  return isNamed(best)
    ? ranked.find(({ candidate }) => candidate !== best && isNamed(candidate))?.candidate.hit
    : undefined;
}

/** The passage that bears most on what is to be done. */
function limitIn({ prediction }: RankingInput): SearchHit | undefined {
  // Whom it is with is read back anyway.
  const passages = prediction.signals.filter(
    ({ hit, answers }) => hit && hit.passage.source.kind !== 'staff' && likelihoodOf(answers) >= BEARS,
  );
  const [best] = passages.toSorted((a, b) => b.answers - a.answers);
  return best?.hit;
}

/** Of two that are about as likely, the one that the reader of conversations takes for the better answer comes first. */
const byReading = (one: Ranked, other: Ranked) => signalOf(other.candidate).answers - signalOf(one.candidate).answers;

const signalOf = ({ signal }: Candidate) => must(signal, 'the signal of a passage');

const MOST_CONSIDERED = 5;

function toConsidered({ candidate: { intent, hit, words }, likely }: Ranked): ConsideredAction {
  const about = hit?.passage.source.title ?? Object.values(words).flat(2)[0]?.name;
  return { intent, likely: Math.round(likely * 1000) / 1000, ...(about ? { about } : {}) };
}

type Ranked = { candidate: Candidate; likely: number };

/** What the sentence leaves out is as it was. */
function slotsOf(
  candidate: Candidate,
  { slots, prediction, industry }: RankingInput,
  isBack: boolean,
  topic?: { intent: string; slots: Slots; done?: boolean },
): Slots {
  const { intent, from } = candidate;
  const own = { ...slots, words: { ...candidate.words, ...slots.words } };
  const isShort = prediction.text.trim().split(/\s+/).length <= 5;
  const goesOn = topic?.intent === intent && !topic.done && (from === 'focus' || isBack || isShort);
  return goesOn ? mergeSlots(topic.slots, own, partsIn(industry)) : own;
}
