// Which of the candidates is meant: a log-linear model, so that each number says how much it spoke for which.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grouped } from './values.ts';

export type Features = Record<string, number>;
export type Weights = Record<string, number>;

export const WEIGHTS_FILE = join(import.meta.dirname, '../../../../models/ranker/weights.json');

/** The values by their whole names, as they are trained on. */
export function flattened(groups: Grouped): Features {
  const features: Features = {};
  for (const [group, values] of groups)
    for (const [name, value] of Object.entries(values))
      if (value) features[group && name ? `${group} ${name}` : group || name] = Number(value);
  return features;
}

/** What speaks for a candidate, in one number. */
export function scoreOf(features: Features, weights: Weights): number {
  let score = 0;
  // biome-ignore lint/style/noNonNullAssertion: each name is one that they have
  for (const name in features) score += features[name]! * (weights[name] ?? 0);
  return score;
}

/** The same without putting names together. */
export function scorer(weights: Weights): (groups: Grouped) => number {
  const known = new Map([['', weights]]);
  const ofGroup = (group: string): Weights => {
    const found = known.get(group);
    if (found) return found;
    const own = Object.entries(weights).filter(([name]) => name === group || name.startsWith(`${group} `));
    const table = Object.fromEntries(own.map(([name, weight]) => [name.slice(group.length + 1), weight]));
    known.set(group, table);
    return table;
  };
  return (groups) => {
    let score = 0;
    for (const [group, values] of groups) {
      const own = ofGroup(group);
      for (const name in values) {
        const value = values[name];
        if (value) score += Number(value) * (own[name] ?? 0);
      }
    }
    return score;
  };
}

let loaded: ReturnType<typeof scorer> | undefined;

export function loadScorer(): ReturnType<typeof scorer> {
  loaded ??= scorer(JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as Weights);
  return loaded;
}

/** How likely each is the one that is meant; together 1. */
export function likelihoods(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const sum = odds.reduce((total, each) => total + each, 0);
  return odds.map((each) => each / sum);
}
