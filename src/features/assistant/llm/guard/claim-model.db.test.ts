import { describe, expect, it } from 'vitest';
import { openSharedEncoder } from '../../../../../test/shared-resources.ts';
import { scoreClaims } from './claim-model.ts';
import { THRESHOLDS } from './thresholds.ts';

describe('recognizes claims by meaning where the words alone do not show them', () => {
  const scoresOf = async (sentence: string) => scoreClaims(sentence, (await openSharedEncoder().encode([sentence]))[0]);

  it.each([
    'After half a year a deep massage cannot do you any harm.',
    'If she can still walk on it, nothing is broken, so let her play.',
  ])('health: %s', async (sentence) =>
    expect((await scoresOf(sentence)).health).toBeGreaterThan(THRESHOLDS.health.seen),
  );

  it.each([
    'We would be glad to take the old voucher for cash.',
    'You will not lose a penny if you cancel at the last minute.',
  ])('promise: %s', async (sentence) =>
    expect((await scoresOf(sentence)).promise).toBeGreaterThan(THRESHOLDS.promise.seen),
  );

  it.each(['The class is on Thursdays at six.', 'You can park behind the building.', 'See you on Friday!'])(
    'no claim: %s',
    async (sentence) => {
      const { health, promise, food } = await scoresOf(sentence);
      expect(health).toBeLessThan(THRESHOLDS.health.seen);
      expect(promise).toBeLessThan(THRESHOLDS.promise.seen);
      expect(food).toBeLessThan(THRESHOLDS.food.plain);
    },
  );
});
