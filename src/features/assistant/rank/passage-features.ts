// The features of a passage that the business has written.
import { must } from '../../../kernel/must.ts';
import { isInLastReply } from '../search-hit.ts';
import type { ActionCandidate, RankingInput } from './candidates.ts';
import { type FeatureGroups, type SentenceSignals, scaledLog } from './feature-groups.ts';

export function passageFeatures(
  { focus, slots, previousTurn }: RankingInput,
  shared: SentenceSignals,
  candidate: ActionCandidate,
): FeatureGroups {
  const hit = must(candidate.hit, 'a passage');
  const { similarity, answerScore, topicSimilarity, sharedWords, sharedTitleWords } = must(
    candidate.signal,
    'the signal of a passage',
  );
  const { cues, intentProbabilities, contextualIntentProbabilities, best, isShort } = shared;
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
    'likely in context': scaledLog(contextualIntentProbabilities.get('faq') ?? 0),
    asks: shared.questionProbability,
    starts: shared.startProbability,
    'starts, answers': shared.startProbability * answerScore,
    chats: shared.smallTalkProbability,
    about: topicSimilarity,
    common: sharedWords,
    titled: sharedTitleWords,
    'common, near': sharedWords * similarity,
    'is nearest': similarity === best.similarity,
    behind: best.similarity - similarity,
    likely: scaledLog(intentProbabilities.get('faq') ?? 0),
    against: shared.specificIntentProbability,
    'against, near': shared.specificIntentProbability * similarity,
    'against, common': shared.specificIntentProbability * sharedWords,
    question: cues.question,
    rule: cues.rule,
    moves: cues.reschedules || cues.cancels,
    orders: cues.requests,
    price: cues.price,
    'price, told': cues.price && /[$£€]|\d/.test(text),
    'price, untold': cues.price && !/[$£€]|\d/.test(text),
    'price, named': cues.price && shared.namesItem,
    'price, rule': cues.price && (cues.rule || cues.reschedules || cues.cancels),
    hours: cues.hours,
    when: shared.namesTime,
    'when, short': shared.namesTime && isShort,
    thing: shared.namesItem,
    'thing, told': mentionedEntities.some(({ said }) => text.includes(said.toLowerCase())),
    'focus, told': isShort && focus.slice(0, 2).some(({ name }) => text.includes(name.toLowerCase())),
    health: shared.namesRestriction,
    lists: cues.asksForList,
    'lists, named': cues.asksForList && mentionedEntities.length > 0,
    budget: shared.hasBudget,
    told: isRepeated,
    'told, short': isRepeated && isShort,
    'told, back': isRepeated && (cues.refersBack || cues.elliptic),
    'told, price': isRepeated && cues.price && !shared.namesItem,
    'told, starts': isRepeated && shared.startProbability,
    'told, asks': isRepeated && shared.questionProbability,
    'told, named': isRepeated && shared.namesItem,
    'after passage': shared.followsPassage && !isRepeated,
    'after passage, starts': shared.followsPassage && !isRepeated && shared.startProbability,
  };
  return [
    ['passage', features],
    ['passage', { [kind]: 1 }],
  ];
}
