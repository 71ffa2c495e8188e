// Which of the candidates is meant: a log-linear model, so that each number says how much it spoke for which.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Features } from './features.ts';

export type Weights = Record<string, number>;

export const WEIGHTS_FILE = join(import.meta.dirname, '../../../../models/ranker/weights.json');

let loaded: Weights | undefined;

export function loadWeights(): Weights {
  loaded ??= JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as Weights;
  return loaded;
}

function scoreOf(features: Features, weights: Weights): number {
  let score = 0;
  for (const name in features) score += features[name]! * (weights[name] ?? 0);
  return score;
}

/** How likely each is the one that is meant; together 1. */
export function likelihoods(all: readonly Features[], weights: Weights): number[] {
  const scores = all.map((features) => scoreOf(features, weights));
  const most = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const sum = odds.reduce((total, each) => total + each, 0);
  return odds.map((each) => each / sum);
}
