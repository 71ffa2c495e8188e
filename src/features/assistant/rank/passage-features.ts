// The features of a passage that the business has written.
import { must } from '../../../kernel/must.ts';
import { isInLastReply } from '../search-hit.ts';
import type { ActionCandidate, RankingInput } from './candidates.ts';
import { type FeatureGroups, type SentenceSignals, scaleLogProbability } from './feature-groups.ts';

export function computePassageFeatures(
  { focus, slots, previousTurn }: RankingInput,
  sentence: SentenceSignals,
  candidate: ActionCandidate,
): FeatureGroups {
  const hit = must(candidate.hit, 'a passage');
  const { similarity, answerScore, topicSimilarity, sharedWordRatio, sharedTitleWordRatio } = must(
    candidate.signal,
    'the signal of a passage',
  );
  const { cues, intentProbabilities, contextualIntentProbabilities, best, isShort } = sentence;
  const { kind } = hit.passage.source;
  const text = `${hit.passage.source.title} ${hit.passage.text}`.toLowerCase();
  const mentionedEntities = Object.values(slots.catalogEntities).flat(2);
  const isRepeated = isInLastReply(hit, previousTurn.told);
  const features = {
    '': 1,
    near: similarity,
    'near squared': similarity * similarity,
    answers: answerScore,
    'answers squared': answerScore * answerScore,
    'answers, short': isShort && answerScore,
    'answers best': answerScore === best.answerScore,
    'answers best of all': answerScore === best.itemOrPassageAnswerScore,
    'answers behind': best.itemOrPassageAnswerScore - answerScore,
    'likely in context': scaleLogProbability(contextualIntentProbabilities.get('faq') ?? 0),
    asks: sentence.questionProbability,
    starts: sentence.startProbability,
    'starts, answers': sentence.startProbability * answerScore,
    chats: sentence.smallTalkProbability,
    about: topicSimilarity,
    common: sharedWordRatio,
    titled: sharedTitleWordRatio,
    'common, near': sharedWordRatio * similarity,
    'is nearest': similarity === best.similarity,
    behind: best.similarity - similarity,
    likely: scaleLogProbability(intentProbabilities.get('faq') ?? 0),
    against: sentence.specificIntentProbability,
    'against, near': sentence.specificIntentProbability * similarity,
    'against, common': sentence.specificIntentProbability * sharedWordRatio,
    question: cues.question,
    rule: cues.rule,
    moves: cues.reschedules || cues.cancels,
    orders: cues.requests,
    price: cues.price,
    'price, told': cues.price && /[$£€]|\d/.test(text),
    'price, untold': cues.price && !/[$£€]|\d/.test(text),
    'price, named': cues.price && sentence.namesItem,
    'price, rule': cues.price && (cues.rule || cues.reschedules || cues.cancels),
    hours: cues.hours,
    when: sentence.namesTime,
    'when, short': sentence.namesTime && isShort,
    thing: sentence.namesItem,
    'thing, told': mentionedEntities.some(({ said }) => text.includes(said.toLowerCase())),
    'focus, told': isShort && focus.slice(0, 2).some(({ name }) => text.includes(name.toLowerCase())),
    health: sentence.namesRestriction,
    lists: cues.asksForList,
    'lists, named': cues.asksForList && mentionedEntities.length > 0,
    budget: sentence.hasBudget,
    told: isRepeated,
    'told, short': isRepeated && isShort,
    'told, back': isRepeated && (cues.refersBack || cues.elliptic),
    'told, price': isRepeated && cues.price && !sentence.namesItem,
    'told, starts': isRepeated && sentence.startProbability,
    'told, asks': isRepeated && sentence.questionProbability,
    'told, named': isRepeated && sentence.namesItem,
    'after passage': sentence.followsPassage && !isRepeated,
    'after passage, starts': sentence.followsPassage && !isRepeated && sentence.startProbability,
  };
  return [
    ['passage', features],
    ['passage', { [kind]: 1 }],
  ];
}
