// How customers ask about the policies of a business, and what these questions mean. Their vectors are shipped, because
// every start would compute the same ones.
import { join } from 'node:path';
import { readPhrases } from '../../capability/dialogue.ts';
import { once } from '../../kernel/memoize.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { VECTOR_SIZE } from '../../nlu/encoder/quantized-vector.ts';
import { computeVectorDigest, readShippedFile } from './shipped-file.ts';

export const POLICIES = ['cancellation', 'deposit', 'lateArrival', 'returns'] as const;
export const POLICY_TITLES = {
  cancellation: 'Cancellation',
  deposit: 'Deposit',
  lateArrival: 'Late arrival',
  returns: 'Returns',
};
export const POLICY_QUESTIONS_FILE = join(import.meta.dirname, '../../../models/intents/policy-questions.bin');

const questionsByPolicy: Record<string, string[]> = Object.fromEntries(
  POLICIES.map((name) => [name, readPhrases(join(import.meta.dirname, 'policy-questions'), name)]),
);
export const listQuestionsAbout = (policy: string): string[] =>
  must(questionsByPolicy[policy], 'the questions about a policy');

const listAllQuestions = (): string[] => POLICIES.flatMap(listQuestionsAbout);

export async function encodePolicyQuestions(encoder: Encoder): Promise<Buffer> {
  const questions = listAllQuestions();
  const vectors = await encoder.encode(questions);
  return Buffer.concat([
    computeVectorDigest(questions),
    ...vectors.map((vector) => Buffer.from(new Float32Array(vector).buffer)),
  ]);
}

/** The vector of each question. Empty if the questions or the encoder have changed since the file was made. */
function loadPolicyVectors(): ReadonlyMap<string, Float32Array> {
  const questions = listAllQuestions();
  const bytes = readShippedFile(POLICY_QUESTIONS_FILE, computeVectorDigest(questions));
  if (!bytes) return new Map();
  const numbers = new Float32Array(Uint8Array.from(bytes).buffer);
  return new Map(
    questions.map((question, row) => [question, numbers.subarray(row * VECTOR_SIZE, (row + 1) * VECTOR_SIZE)]),
  );
}

/** Encodes texts as `encoder` does, but takes the vectors of the questions about policies from the file. */
export function createTextEncoder(encoder: Encoder): (texts: readonly string[]) => Promise<Float32Array[]> {
  const getPolicyVectors = once(loadPolicyVectors);
  return async (texts) => {
    const knownVectors = getPolicyVectors();
    const vectors = await encoder.encode(texts.filter((text) => !knownVectors.has(text)));
    const newVectors = vectors.values();
    return texts.map((text) => knownVectors.get(text) ?? must(newVectors.next().value, 'the vector of each text'));
  };
}

export const arePolicyVectorsCurrent = (): boolean => loadPolicyVectors().size > 0;
