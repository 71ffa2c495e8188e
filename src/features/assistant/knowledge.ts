// What the business has written down in its own words, found by meaning.
import type { Source } from '../../capability/dialogue.ts';
import { phrasesIn } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { sayFor } from '../../capability/say.ts';
import type { Encoder } from '../../understanding/encoder/encoder.ts';

export type Passage = {
  text: string;
  source: Source /** Texts that are close to a question which it answers. */;
  prompts: string[];
};
export type Hit = { passage: Passage; score: number };

type Known = { passage: Passage; vectors: Float32Array[]; words: Set<string> };

const POLICIES = ['cancellation', 'deposit', 'lateArrival', 'returns'] as const;
const TITLES = { cancellation: 'Cancellation', deposit: 'Deposit', lateArrival: 'Late arrival', returns: 'Returns' };
const asked = Object.fromEntries(POLICIES.map((name) => [name, phrasesIn(`${import.meta.dirname}/policies`, name)]));

/** Read once for each version of a document. */
const read = new WeakMap<Business, Promise<Known[]>>();

export function passagesOf(business: Business): Passage[] {
  const { faqs, policies, services, description } = business;
  const say = sayFor(business);
  return [
    ...faqs.map(({ question, answer }, index) => ({
      text: answer,
      source: { kind: 'faq', id: String(index + 1), title: question },
      prompts: [question, answer],
    })),
    ...POLICIES.flatMap((name) => {
      const text = policies[name];
      return text
        ? [{ text, source: { kind: 'policy', id: name, title: TITLES[name] }, prompts: [text, ...asked[name]!] }]
        : [];
    }),
    ...services.map(({ name, description: about, price }) => ({
      text: [`${name}${price === undefined ? '' : ` is ${say.money(price)}`}.`, about].filter(Boolean).join(' '),
      source: { kind: 'service', id: name, title: name },
      prompts: [name, ...(about ? [about] : [])],
    })),
    ...(description
      ? [
          {
            text: description,
            source: { kind: 'about', id: 'description', title: business.name },
            prompts: [description],
          },
        ]
      : []),
  ];
}

async function know(encoder: Encoder, business: Business): Promise<Known[]> {
  const passages = passagesOf(business);
  const vectors = await encoder.encode(passages.flatMap(({ prompts }) => prompts));
  let next = 0;
  return passages.map((passage) => ({
    passage,
    vectors: vectors.slice(next, (next += passage.prompts.length)),
    words: contentWords(`${passage.source.title} ${passage.text}`),
  }));
}

/** Reads a document ahead of its first question. */
export function learn(encoder: Encoder, business: Business): Promise<Known[]> {
  let known = read.get(business);
  if (!known) {
    known = know(encoder, business);
    read.set(business, known);
    known.catch(() => read.delete(business));
  }
  return known;
}

/** The passages nearest to a question, best first. */
export async function search(encoder: Encoder, business: Business, text: string, vector: Float32Array): Promise<Hit[]> {
  const words = contentWords(text);
  const hits = (await learn(encoder, business)).map(({ passage, vectors, words: own }) => {
    const [question = 0, ...rest] = vectors.map((each) => cosine(each, vector));
    // An answer is longer than a question about it, so it is never quite as near.
    const meaning = Math.max(
      question,
      ...rest.map((score) => (passage.source.kind === 'policy' ? score : score * 0.92)),
    );
    const shared = [...words].filter((word) => own.has(word)).length;
    return { passage, score: meaning + 0.12 * Math.min(1, shared / Math.max(1, words.size)) };
  });
  return hits.sort((a, b) => b.score - a.score);
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const EMPTY =
  /^(?:a|an|the|and|or|but|if|is|are|was|be|do|does|did|can|could|will|would|should|may|i|you|we|they|he|she|it|my|your|our|their|me|us|them|to|of|in|on|at|for|with|from|by|about|there|here|this|that|these|those|what|when|where|who|which|how|why|have|has|had|get|got|any|some|no|not|please|also|so|as|up|out|when|then|than|just|like|need|want|am|im|ive|id|u|ur|guys|hi|hello|hey|come|one|much|many)$/;

function contentWords(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY.test(word)).map(stem));
}

/** Enough of a stem to see that parking and park are kin. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(?:ings?|ed|ies|es|s|ly)$/, '') : word);
