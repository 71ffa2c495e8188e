// Scores the kinds of claim in a sentence with a linear model over text features and, for English, the encoder's
// embedding.
import { readFileSync } from 'node:fs';
import { VECTOR_SIZE } from '../../../../nlu/encoder/quantized-vector.ts';
import { dot } from '../../../../nlu/intents/vector-math.ts';
import { extractClaimFeatures, FEATURE_COUNT, type SparseFeatures } from './claim-features.ts';

/**
 * `deed`: an action completed for this customer. `health`: medical advice. `food`: ingredients. `promise`: money or a
 * favour.
 */
export const CLAIMS = ['deed', 'health', 'food', 'promise'] as const;
export type Claim = (typeof CLAIMS)[number];
/** The score for each kind: about 1 for a certain claim, about -1 for certainly none. */
export type ClaimScores = Readonly<Record<Claim, number>>;

/**
 * A linear classifier for one kind: a quantized weight per feature, their common scale, and weights for the embedding.
 */
export type ClaimWeights = {
  readonly bias: number;
  readonly weightScale: number;
  readonly embeddingWeights: Float32Array;
  readonly featureWeights: Int8Array;
};

/** Kinds that score better with the embedding of an English sentence; deeds do as well by text features alone. */
export const EMBEDDED_CLAIMS = ['health', 'food', 'promise'] as const satisfies readonly Claim[];
/** Classifiers over text features alone, and for EMBEDDED_CLAIMS also over the embedding. */
export type ClaimModel = {
  textOnly: Readonly<Record<Claim, ClaimWeights>>;
  withEmbedding: Readonly<Record<(typeof EMBEDDED_CLAIMS)[number], ClaimWeights>>;
};

const HEADER_BYTES = 8 + 4 * VECTOR_SIZE;
const CLASSIFIER_BYTES = HEADER_BYTES + FEATURE_COUNT;

/** For each classifier: the bias, the scale and the embedding weights, then one byte per feature. */
export function serializeClaimModel({ textOnly, withEmbedding }: ClaimModel): Uint8Array {
  const classifiers = [
    ...CLAIMS.map((claim) => textOnly[claim]),
    ...EMBEDDED_CLAIMS.map((claim) => withEmbedding[claim]),
  ];
  const bytes = new Uint8Array(classifiers.length * CLASSIFIER_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, { bias, weightScale, embeddingWeights, featureWeights }] of classifiers.entries()) {
    const start = index * CLASSIFIER_BYTES;
    for (const [position, value] of [bias, weightScale, ...embeddingWeights].entries())
      view.setFloat32(start + 4 * position, value, true);
    bytes.set(
      new Uint8Array(featureWeights.buffer, featureWeights.byteOffset, featureWeights.length),
      start + HEADER_BYTES,
    );
  }
  return bytes;
}

function deserializeClaimModel(bytes: Uint8Array): ClaimModel {
  const expectedBytes = (CLAIMS.length + EMBEDDED_CLAIMS.length) * CLASSIFIER_BYTES;
  if (bytes.length !== expectedBytes)
    throw new Error(`These weights have ${bytes.length} bytes; ${expectedBytes} are read.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const readClassifier = (index: number): ClaimWeights => {
    const start = index * CLASSIFIER_BYTES;
    const readFloat = (position: number) => view.getFloat32(start + 4 * position, true);
    return {
      bias: readFloat(0),
      weightScale: readFloat(1),
      embeddingWeights: Float32Array.from({ length: VECTOR_SIZE }, (_, position) => readFloat(2 + position)),
      featureWeights: new Int8Array(bytes.buffer, bytes.byteOffset + start + HEADER_BYTES, FEATURE_COUNT),
    };
  };
  return {
    textOnly: Object.fromEntries(
      CLAIMS.map((claim, index) => [claim, readClassifier(index)]),
    ) as ClaimModel['textOnly'],
    withEmbedding: Object.fromEntries(
      EMBEDDED_CLAIMS.map((claim, index) => [claim, readClassifier(CLAIMS.length + index)]),
    ) as ClaimModel['withEmbedding'],
  };
}

/** `embedding`: of an English sentence, for a classifier that uses it. */
export function scoreClaim(
  { bias, weightScale, embeddingWeights, featureWeights }: ClaimWeights,
  features: SparseFeatures,
  embedding?: Float32Array,
): number {
  const { columns, values } = features;
  let sum = 0;
  // biome-ignore lint/style/noNonNullAssertion: each column has a value, and columns are below FEATURE_COUNT
  for (let index = 0; index < columns.length; index++) sum += featureWeights[columns[index]!]! * values[index]!;
  return bias + weightScale * sum + (embedding ? dot(embeddingWeights, embedding) : 0);
}

let cachedModel: ClaimModel | undefined;

/** Without an embedding, scores by text features alone. */
export function scoreClaims(sentence: string, embedding?: Float32Array): ClaimScores {
  cachedModel ??= deserializeClaimModel(
    readFileSync(new URL('../../../../../models/claims/claims.bin', import.meta.url)),
  );
  const { textOnly, withEmbedding } = cachedModel;
  const features = extractClaimFeatures(sentence);
  const textScores = CLAIMS.map((claim) => [claim, scoreClaim(textOnly[claim], features)] as const);
  const embeddingScores = embedding
    ? EMBEDDED_CLAIMS.map((claim) => [claim, scoreClaim(withEmbedding[claim], features, embedding)] as const)
    : [];
  return Object.fromEntries([...textScores, ...embeddingScores]) as ClaimScores;
}
