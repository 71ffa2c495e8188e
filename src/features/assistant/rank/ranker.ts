// A log-linear model that scores candidate actions, chosen because each weight can be interpreted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeatureGroups } from './feature-groups.ts';

export type Features = Record<string, number>;
export type Weights = Record<string, number>;

export const WEIGHTS_FILE = join(import.meta.dirname, '../../../../models/ranker/weights.json');

/** The features by their full names, as used in training. */
export function flattenFeatures(groups: FeatureGroups): Features {
  const features: Features = {};
  for (const [group, values] of groups)
    for (const [name, value] of Object.entries(values))
      if (value) features[group && name ? `${group} ${name}` : group || name] = Number(value);
  return features;
}

/** The weighted sum of the features. */
export function computeScore(features: Features, weights: Weights): number {
  let score = 0;
  // biome-ignore lint/style/noNonNullAssertion: the name comes from the object itself
  for (const name in features) score += features[name]! * (weights[name] ?? 0);
  return score;
}

/** Like `computeScore`, but on grouped features, which avoids concatenating names. */
export function createScorer(weights: Weights): (groups: FeatureGroups) => number {
  const weightsByGroup = new Map([['', new Map(Object.entries(weights))]]);
  const getGroupWeights = (group: string): Map<string, number> => {
    const cachedWeights = weightsByGroup.get(group);
    if (cachedWeights) return cachedWeights;
    const groupEntries = Object.entries(weights).filter(([name]) => name === group || name.startsWith(`${group} `));
    const groupWeights = new Map(groupEntries.map(([name, weight]) => [name.slice(group.length + 1), weight]));
    weightsByGroup.set(group, groupWeights);
    return groupWeights;
  };
  return (groups) => {
    let score = 0;
    for (const [group, values] of groups) {
      const groupWeights = getGroupWeights(group);
      for (const name in values) {
        const value = values[name];
        if (value) score += Number(value) * (groupWeights.get(name) ?? 0);
      }
    }
    return score;
  };
}

let cachedScorer: ReturnType<typeof createScorer> | undefined;

export function loadScorer(): ReturnType<typeof createScorer> {
  cachedScorer ??= createScorer(JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as Weights);
  return cachedScorer;
}

export function softmax(scores: readonly number[]): number[] {
  const maxScore = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - maxScore));
  const sum = exponentials.reduce((total, each) => total + each, 0);
  return exponentials.map((each) => each / sum);
}
