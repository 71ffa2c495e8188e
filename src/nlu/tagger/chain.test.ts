import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf, movesFrom, phrasesIn } from './chain.ts';
import { AFTER, begin, end, FIRST, inside, LABELS, LAST, MEANINGS, whole } from './labels.ts';

const COUNT = 3;
const TIME = MEANINGS.findIndex((slots) => slots.join() === 'time');

/** All labellings of three tokens, with the exp of their scores. */
function everyLabelling(scores: Float64Array, moves: Float32Array): { path: number[]; weight: number }[] {
  const paths = FIRST.flatMap((a) => AFTER[a]!.flatMap((b) => AFTER[b]!.map((c) => [a, b, c])));
  return paths
    .filter((path) => LAST.includes(path.at(-1)!))
    .map((path) => {
      const emitted = path.reduce((sum, label, token) => sum + scores[token * LABELS + label]!, 0);
      const moved = path.slice(1).reduce((sum, label, token) => sum + moves[path[token]! * LABELS + label]!, 0);
      return { path, weight: Math.exp(emitted + moved) };
    });
}

const numbers = (length: number) =>
  fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: length, maxLength: length });

describe('a chain', () => {
  it('agrees with counting every labelling', () => {
    fc.assert(
      fc.property(numbers(COUNT * LABELS), numbers(LABELS * LABELS), (emissions, transitions) => {
        const [scores, moves] = [Float64Array.from(emissions), Float32Array.from(transitions)];
        for (const label of [whole(TIME), begin(TIME), inside(TIME), end(TIME)])
          for (let token = 0; token < COUNT; token++) scores[token * LABELS + label]! += 3;
        const labellings = everyLabelling(scores, moves);
        const total = labellings.reduce((sum, { weight }) => sum + weight, 0);
        const chain = chainOf(scores, COUNT, movesFrom(moves));
        const share = (matches: (path: number[]) => boolean) =>
          labellings.reduce((sum, { path, weight }) => sum + (matches(path) ? weight : 0), 0) / total;

        expect(chain.logTotal).toBeCloseTo(Math.log(total), 6);
        expect(chain.likelihoods[LABELS + 5]).toBeCloseTo(
          share((path) => path[1] === 5),
          6,
        );
        const phrases = phrasesIn(chain, 0.02);
        const filled = (slot: string, first: number, last: number) =>
          phrases.find((found) => found.slot === slot && found.first === first && found.last === last)?.likelihood ?? 0;
        const saysTime = MEANINGS.flatMap((slots, meaning) => (slots.includes('time') ? [meaning] : []));
        const [one, three] = [
          share((path) => saysTime.some((meaning) => path[1] === whole(meaning))),
          share((path) => saysTime.some((meaning) => path[0] === begin(meaning) && path[2] === end(meaning))),
        ];
        // What is negligible, of each meaning, is not followed up; nor is told what is unlikely in sum.
        const room = 0.021 + 0.01 * saysTime.length;
        expect(Math.abs(filled('time', 1, 1) - one)).toBeLessThan(room);
        expect(Math.abs(filled('time', 0, 2) - three)).toBeLessThan(room);
      }),
      { numRuns: 30 },
    );
  });

  it('stands thousands of tokens', () => {
    const scores = Float64Array.from({ length: 4000 * LABELS }, (_, i) => 40 * Math.sin(i));
    const { logTotal, likelihoods } = chainOf(scores, 4000, movesFrom(new Float32Array(LABELS * LABELS)));
    expect(Number.isFinite(logTotal)).toBe(true);
    expect(likelihoods.every((likelihood) => likelihood >= 0 && likelihood <= 1.000001)).toBe(true);
  });
});
