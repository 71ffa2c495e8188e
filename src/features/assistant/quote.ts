// Quotes the sentences of documents and websites that answer a question.
import { isAbuse } from '../../guardrails/abuse.ts';
import { isInjection } from '../../guardrails/injection.ts';
import { normalize } from '../../guardrails/normalize.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { dequantize } from '../../nlu/encoder/quantized-vector.ts';
import { dot } from '../../nlu/intents/vector-math.ts';
import { extractContentWords } from './content-words.ts';
import type { KnowledgeIndex, PassageMatch } from './knowledge-index.ts';
import { HIGHER_WEIGHT, LOWER_WEIGHT, type SearchHit, TOPIC_WEIGHT, WORD_WEIGHT } from './search-hit.ts';
import { splitIntoSentences } from './sentences.ts';
import { computeTopicOverlap, type Topics } from './topics.ts';

type Question = {
  words: Set<string>;
  vector: Float32Array;
  /** The topics of the question; undefined if it is unlikely to be one that documents answer. */
  profile: Float32Array | undefined;
  computeProfile: Topics['computeProfile'];
};

const MAX_CANDIDATE_PASSAGES = 20;
/** How many of the candidates are compared sentence by sentence. */
const MAX_QUOTED_PASSAGES = 3;
const MIN_SIMILARITY = 0.1;
/** Required where the message is unlikely to be a question that documents answer. */
const MIN_SIMILARITY_WITHOUT_PROFILE = 3 * MIN_SIMILARITY;
/** Documents were not written as answers to questions, so they rank below passages that were. */
const DOCUMENT_PENALTY = 0.1;

/** A hit with its similarity to the question by meaning, by topic and by shared words. */
type Quote = SearchHit & { quote: string; similarity: number; topicSimilarity: number; sharedWordRatio: number };

export async function findQuotes(
  encoder: Encoder,
  knowledgeIndex: KnowledgeIndex,
  question: Question,
): Promise<Quote[]> {
  const minSimilarity = question.profile ? MIN_SIMILARITY : MIN_SIMILARITY_WITHOUT_PROFILE;
  const candidates = knowledgeIndex
    .search(question.vector, MAX_CANDIDATE_PASSAGES)
    .filter(({ similarity }) => similarity >= minSimilarity)
    .map((match) => ({
      ...match,
      sharedWordRatio: computeSharedWordRatio(question, `${match.passage.heading} ${match.passage.text}`),
    }))
    .sort((a, b) => b.similarity + WORD_WEIGHT * b.sharedWordRatio - (a.similarity + WORD_WEIGHT * a.sharedWordRatio))
    .slice(0, MAX_QUOTED_PASSAGES);
  const hits = await Promise.all(candidates.map((candidate) => quotePassage(encoder, candidate, question)));
  return hits.filter((hit) => hit !== undefined);
}

/** The share of the question's words that a text contains. */
const computeSharedWordRatio = ({ words }: Question, text: string): number => {
  const textWords = extractContentWords(text);
  return [...words].filter((word) => textWords.has(word)).length / Math.max(1, words.size);
};

async function quotePassage(
  encoder: Encoder,
  { passage, similarity: passageSimilarity, sharedWordRatio }: PassageMatch & { sharedWordRatio: number },
  question: Question,
): Promise<Quote | undefined> {
  const { vector, profile, computeProfile } = question;
  const { heading, text, source } = passage;
  const sentences = splitIntoSentences(text).filter(isQuotable);
  if (!sentences.length) return undefined;
  const vectors = (await Promise.all(sentences.map((sentence) => encoder.encode([sentence])))).flat();
  const getVector = (index: number) => must(vectors[index], 'the vector of each sentence');
  const scores = sentences.map(
    (sentence, index) => dot(getVector(index), vector) + WORD_WEIGHT * computeSharedWordRatio(question, sentence),
  );
  const bestIndex = scores.indexOf(Math.max(...scores));
  const sentenceSimilarity = dot(getVector(bestIndex), vector);
  const similarity =
    HIGHER_WEIGHT * Math.max(sentenceSimilarity, passageSimilarity) +
    LOWER_WEIGHT * Math.min(sentenceSimilarity, passageSimilarity);
  const topicSimilarity = profile
    ? Math.max(
        computeTopicOverlap(profile, computeProfile(getVector(bestIndex))),
        computeTopicOverlap(profile, computeProfile(dequantize(passage.vector))),
      )
    : similarity;
  return {
    passage: { text: heading ? `${heading}\n${text}` : text, source, prompts: [] },
    score: similarity + TOPIC_WEIGHT * topicSimilarity + WORD_WEIGHT * sharedWordRatio - DOCUMENT_PENALTY,
    quote: quoteAround(sentences, scores, bestIndex),
    similarity,
    topicSimilarity,
    sharedWordRatio,
  };
}

/** Excludes prompt injections and abuse that a document may contain. */
function isQuotable(sentence: string): boolean {
  const words = normalize(sentence);
  return !isInjection(words) && !isAbuse(words);
}

/** Openings of a sentence that cannot stand without the one before it. */
const DEPENDENT_OPENING_PATTERN =
  /^(?:it|its|they|them|their|this|that|these|those|he|she|there|then|however|but|also|otherwise|in that case|if so|if not)\b/i;
/** A following sentence is quoted too if it scores at least this share of the best one. */
const MIN_SHARE_OF_BEST_SCORE = 0.85;
const MAX_QUOTE_CHARS = 400;

/** The best sentence, those before it that it depends on, and those after it that score nearly as well. */
function quoteAround(sentences: readonly string[], scores: readonly number[], bestIndex: number): string {
  let from = bestIndex;
  let to = bestIndex + 1;
  const countChars = (start: number, end: number) => sentences.slice(start, end).join(' ').length;
  const isDependent = (index: number) => DEPENDENT_OPENING_PATTERN.test(must(sentences[index], 'a sentence'));
  const getScore = (index: number) => must(scores[index], 'the score of each sentence');
  while (from > 0 && isDependent(from) && countChars(from - 1, to) <= MAX_QUOTE_CHARS) from--;
  while (
    to < sentences.length &&
    (isDependent(to) || getScore(to) >= MIN_SHARE_OF_BEST_SCORE * getScore(bestIndex)) &&
    countChars(from, to + 1) <= MAX_QUOTE_CHARS
  )
    to++;
  return sentences.slice(from, to).map(endWithPeriod).join(' ');
}

/** Lines of a list do not end with a period. */
export const endWithPeriod = (line: string) => (/[\p{L}\p{N})]$/u.test(line) ? `${line}.` : line);
