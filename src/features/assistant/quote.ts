// Answers out of documents and websites: the sentences that answer, and nothing around them.

import { isAbuse } from '../../guardrails/abuse.ts';
import { isInjection } from '../../guardrails/injection.ts';
import { normalize } from '../../guardrails/normalize.ts';
import { must } from '../../kernel/must.ts';
import { fromBytes } from '../../nlu/encoder/bytes.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { dot } from '../../nlu/intents/numbers.ts';
import { contentWords } from './content-words.ts';
import type { DocumentIndex, NearPassage } from './document-index.ts';
import { type SearchHit, TOPIC_WEIGHT, WORD_WEIGHT } from './search-hit.ts';
import { sentencesOf } from './sentences.ts';
import { shared, type Topics } from './topics.ts';

type Question = {
  words: Set<string>;
  vector: Float32Array;
  /** Only where everything is to be looked at. */
  profile: Float32Array | undefined;
  profileOf: Topics['profile'];
};

/** So many passages are looked at, and so many of them sentence by sentence. */
const LOOKED_AT = 20;
const READ = 3;
/** What is farther is not worth a look; thrice as near must it be where the message is hardly a question of this kind. */
const FAR = 0.1;
/** What was not written as the answer to a question must be nearer to one than what was. */
const LESS_SURE = 0.1;

/** With how it is like the question: by meaning, by topic and by its words. */
type Quoted = SearchHit & { quote: string; near: number; about: number; common: number };

export async function quote(encoder: Encoder, written: DocumentIndex, question: Question): Promise<Quoted[]> {
  const least = question.profile ? FAR : 3 * FAR;
  const likely = written
    .nearest(question.vector, LOOKED_AT)
    .filter(({ near }) => near >= least)
    .map((each) => ({ ...each, common: commonIn(question, `${each.passage.heading} ${each.passage.text}`) }))
    .sort((a, b) => b.near + WORD_WEIGHT * b.common - (a.near + WORD_WEIGHT * a.common))
    .slice(0, READ);
  const hits = await Promise.all(likely.map((each) => readOne(encoder, each, question)));
  return hits.filter((hit) => hit !== undefined);
}

const commonIn = ({ words }: Question, text: string): number => {
  const own = contentWords(text);
  return [...words].filter((word) => own.has(word)).length / Math.max(1, words.size);
};

async function readOne(
  encoder: Encoder,
  { passage, near: whole, common }: NearPassage & { common: number },
  question: Question,
): Promise<Quoted | undefined> {
  const { vector, profile, profileOf } = question;
  const { heading, text, source } = passage;
  const sentences = sentencesOf(text).filter(isQuotable);
  if (!sentences.length) return undefined;
  const vectors = (await Promise.all(sentences.map((sentence) => encoder.encode([sentence])))).flat();
  const vectorOf = (at: number) => must(vectors[at], 'the vector of each sentence');
  const scores = sentences.map(
    (sentence, at) => dot(vectorOf(at), vector) + WORD_WEIGHT * commonIn(question, sentence),
  );
  const best = scores.indexOf(Math.max(...scores));
  const near = dot(vectorOf(best), vector);
  const nearness = 0.7 * Math.max(near, whole) + 0.3 * Math.min(near, whole);
  const about = profile
    ? Math.max(shared(profile, profileOf(vectorOf(best))), shared(profile, profileOf(fromBytes(passage.vector))))
    : nearness;
  return {
    passage: { text: heading ? `${heading}\n${text}` : text, source, prompts: [] },
    score: nearness + TOPIC_WEIGHT * about + WORD_WEIGHT * common - LESS_SURE,
    quote: around(sentences, scores, best),
    ...{ near: nearness, about, common },
  };
}

/** What speaks to a machine, or in a way that nobody here does, is no answer. */
function isQuotable(sentence: string): boolean {
  const words = normalize(sentence);
  return !isInjection(words) && !isAbuse(words);
}

const LEANS_BACK =
  /^(?:it|its|they|them|their|this|that|these|those|he|she|there|then|however|but|also|otherwise|in that case|if so|if not)\b/i;
const NEARLY = 0.85;
const LONGEST = 400;

/** The best sentence, what it leans on, and what goes on about the same. */
function around(sentences: readonly string[], scores: readonly number[], best: number): string {
  let from = best;
  let to = best + 1;
  const length = (start: number, end: number) => sentences.slice(start, end).join(' ').length;
  const leansBack = (at: number) => LEANS_BACK.test(must(sentences[at], 'a sentence'));
  const scoreOf = (at: number) => must(scores[at], 'the score of each sentence');
  while (from > 0 && leansBack(from) && length(from - 1, to) <= LONGEST) from--;
  while (
    to < sentences.length &&
    (leansBack(to) || scoreOf(to) >= NEARLY * scoreOf(best)) &&
    length(from, to + 1) <= LONGEST
  )
    to++;
  return sentences.slice(from, to).map(asSentence).join(' ');
}

/** A line of a list has no full stop of its own. */
export const asSentence = (line: string) => (/[\p{L}\p{N})]$/u.test(line) ? `${line}.` : line);
