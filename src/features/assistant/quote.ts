// Answers out of documents and websites: the sentences that answer, and nothing around them.

import { isAbuse } from '../../guardrails/abuse.ts';
import { isInjection } from '../../guardrails/injection.ts';
import { plain } from '../../guardrails/plain.ts';
import { fromBytes } from '../../understanding/encoder/bytes.ts';
import type { Encoder } from '../../understanding/encoder/encoder.ts';
import { dot } from '../../understanding/intents/numbers.ts';
import { contentWords } from './content-words.ts';
import { type Hit, OF_TOPIC, OF_WORDS } from './hit.ts';
import { sentencesOf } from './sentences.ts';
import { shared, type Topics } from './topics.ts';
import type { Near, Written } from './written.ts';

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
type Quoted = Hit & { quote: string; near: number; about: number; common: number };

export async function quote(encoder: Encoder, written: Written, question: Question): Promise<Quoted[]> {
  const least = question.profile ? FAR : 3 * FAR;
  const likely = written
    .nearest(question.vector, LOOKED_AT)
    .filter(({ near }) => near >= least)
    .map((each) => ({ ...each, common: commonIn(question, `${each.passage.heading} ${each.passage.text}`) }))
    .sort((a, b) => b.near + OF_WORDS * b.common - (a.near + OF_WORDS * a.common))
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
  { passage, near: whole, common }: Near & { common: number },
  question: Question,
): Promise<Quoted | undefined> {
  const { vector, profile, profileOf } = question;
  const { heading, text, source } = passage;
  const sentences = sentencesOf(text).filter(isQuotable);
  if (!sentences.length) return undefined;
  const vectors = (await Promise.all(sentences.map((sentence) => encoder.encode([sentence])))).flat();
  const scores = sentences.map((sentence, at) => dot(vectors[at]!, vector) + OF_WORDS * commonIn(question, sentence));
  const best = scores.indexOf(Math.max(...scores));
  const near = dot(vectors[best]!, vector);
  const nearness = 0.7 * Math.max(near, whole) + 0.3 * Math.min(near, whole);
  const about = profile
    ? Math.max(shared(profile, profileOf(vectors[best]!)), shared(profile, profileOf(fromBytes(passage.vector))))
    : nearness;
  return {
    passage: { text: heading ? `${heading}\n${text}` : text, source, prompts: [] },
    score: nearness + OF_TOPIC * about + OF_WORDS * common - LESS_SURE,
    quote: around(sentences, scores, best),
    ...{ near: nearness, about, common },
  };
}

/** What speaks to a machine, or in a way that nobody here does, is no answer. */
function isQuotable(sentence: string): boolean {
  const words = plain(sentence);
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
  while (from > 0 && LEANS_BACK.test(sentences[from]!) && length(from - 1, to) <= LONGEST) from--;
  while (
    to < sentences.length &&
    (LEANS_BACK.test(sentences[to]!) || scores[to]! >= NEARLY * scores[best]!) &&
    length(from, to + 1) <= LONGEST
  )
    to++;
  return sentences.slice(from, to).map(asSentence).join(' ');
}

/** A line of a list has no full stop of its own. */
export const asSentence = (line: string) => (/[\p{L}\p{N})]$/u.test(line) ? `${line}.` : line);
