// Weights words by rarity: a word that is in every text of a business says little.

/** Even a word in every text counts a little. */
const MIN_WORD_WEIGHT = 0.1;

const titleWeights = new WeakMap<Set<string>, number>();

/** Cached, because a title belongs to one document and so its words keep their rarity. */
export function computeTitleWeight(titleWords: Set<string>, rarity: (word: string) => number): number {
  const weight = titleWeights.get(titleWords) ?? ([...titleWords].reduce((sum, word) => sum + rarity(word), 0) || 1);
  titleWeights.set(titleWords, weight);
  return weight;
}

/** Inverse document frequency: a word that is in every text says little about any of them. */
export function createRarityFunction(texts: readonly Set<string>[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log((1 + texts.length) / (1 + (counts.get(word) ?? 0))) + MIN_WORD_WEIGHT;
}
