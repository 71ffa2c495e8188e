import type { PlayedQuestion } from './play.ts';

/** A question that fails now and did not, or the other way round; or whose answer alone is another. */
export type Change = { id: string; change: 'failing' | 'passing' | 'answer' };

/** Only what was asked both times can be told apart. */
export function changesBetween(before: readonly PlayedQuestion[], after: readonly PlayedQuestion[]): Change[] {
  const was = new Map(before.map((each) => [each.id, each]));
  return after.flatMap(({ id, passed, turns }): Change[] => {
    const old = was.get(id);
    if (!old) return [];
    if (old.passed !== passed) return [{ id, change: passed ? 'passing' : 'failing' }];
    const same = old.turns.at(-1)?.answered === turns.at(-1)?.answered;
    return same ? [] : [{ id, change: 'answer' }];
  });
}
