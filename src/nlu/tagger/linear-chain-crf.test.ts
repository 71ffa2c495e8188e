import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALLOWED_NEXT,
  beginLabel,
  END_LABELS,
  endLabel,
  insideLabel,
  LABEL_COUNT,
  SLOT_COMBINATIONS,
  START_LABELS,
  singleLabel,
} from './labels.ts';
import { exponentiate, findPhrases, runForwardBackward } from './linear-chain-crf.ts';

const TOKEN_COUNT = 3;
const MIN_LIKELIHOOD = 0.02;
const ANY_LABEL = 5;
const TIME_COMBINATION = SLOT_COMBINATIONS.findIndex((slots) => slots.join() === 'time');

/** All labellings of three tokens. A weight is the exponential of a score. */
function enumerateLabellings(scores: Float64Array, transitions: Float32Array): { path: number[]; weight: number }[] {
  const paths = START_LABELS.flatMap((a) => ALLOWED_NEXT[a]!.flatMap((b) => ALLOWED_NEXT[b]!.map((c) => [a, b, c])));
  return paths
    .filter((path) => END_LABELS.includes(path.at(-1)!))
    .map((path) => {
      const emissionScore = path.reduce((sum, label, token) => sum + scores[token * LABEL_COUNT + label]!, 0);
      const transitionScore = path
        .slice(1)
        .reduce((sum, label, token) => sum + transitions[path[token]! * LABEL_COUNT + label]!, 0);
      return { path, weight: Math.exp(emissionScore + transitionScore) };
    });
}

const numbersArbitrary = (length: number) =>
  fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: length, maxLength: length });

describe('the linear-chain CRF', () => {
  it('agrees with enumerating every labelling, apart from unlikely phrases that it drops', () => {
    fc.assert(
      fc.property(
        numbersArbitrary(TOKEN_COUNT * LABEL_COUNT),
        numbersArbitrary(LABEL_COUNT * LABEL_COUNT),
        (emissions, transitions) => {
          const [scores, transitionScores] = [Float64Array.from(emissions), Float32Array.from(transitions)];
          for (const label of [
            singleLabel(TIME_COMBINATION),
            beginLabel(TIME_COMBINATION),
            insideLabel(TIME_COMBINATION),
            endLabel(TIME_COMBINATION),
          ])
            for (let token = 0; token < TOKEN_COUNT; token++) scores[token * LABEL_COUNT + label]! += 3;
          const labellings = enumerateLabellings(scores, transitionScores);
          const totalWeight = labellings.reduce((sum, { weight }) => sum + weight, 0);
          const inference = runForwardBackward(scores, TOKEN_COUNT, exponentiate(transitionScores));
          const share = (matches: (path: number[]) => boolean) =>
            labellings.reduce((sum, { path, weight }) => sum + (matches(path) ? weight : 0), 0) / totalWeight;

          expect(inference.logPartition).toBeCloseTo(Math.log(totalWeight), 6);
          expect(inference.marginals[LABEL_COUNT + ANY_LABEL]).toBeCloseTo(
            share((path) => path[1] === ANY_LABEL),
            6,
          );
          const phrases = findPhrases(inference, MIN_LIKELIHOOD);
          const likelihoodOf = (slot: string, first: number, last: number) =>
            phrases.find((phrase) => phrase.slot === slot && phrase.first === first && phrase.last === last)
              ?.likelihood ?? 0;
          const timeCombinations = SLOT_COMBINATIONS.flatMap((slots, combination) =>
            slots.includes('time') ? [combination] : [],
          );
          const [singleTokenShare, threeTokensShare] = [
            share((path) => timeCombinations.some((combination) => path[1] === singleLabel(combination))),
            share((path) =>
              timeCombinations.some(
                (combination) => path[0] === beginLabel(combination) && path[2] === endLabel(combination),
              ),
            ),
          ];
          // A phrase below the minimum counts as 0 here, and its part below 0.01 for one combination is never added.
          const tolerance = MIN_LIKELIHOOD + 0.001 + 0.01 * timeCombinations.length;
          expect(Math.abs(likelihoodOf('time', 1, 1) - singleTokenShare)).toBeLessThan(tolerance);
          expect(Math.abs(likelihoodOf('time', 0, 2) - threeTokensShare)).toBeLessThan(tolerance);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('gives finite numbers for thousands of tokens', () => {
    const scores = Float64Array.from({ length: 4000 * LABEL_COUNT }, (_, i) => 40 * Math.sin(i));
    const { logPartition, marginals } = runForwardBackward(
      scores,
      4000,
      exponentiate(new Float32Array(LABEL_COUNT * LABEL_COUNT)),
    );
    expect(Number.isFinite(logPartition)).toBe(true);
    expect(marginals.every((likelihood) => likelihood >= 0 && likelihood <= 1.000001)).toBe(true);
  });
});
