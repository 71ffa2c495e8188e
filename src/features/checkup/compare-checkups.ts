import type { PlayedQuestion } from './play-question.ts';

/** A question that newly fails, newly passes, or only has a different answer. */
export type QuestionChange = { id: string; change: 'failing' | 'passing' | 'answer' };

/** Compares only the questions that were asked both times. */
export function findChanges(before: readonly PlayedQuestion[], after: readonly PlayedQuestion[]): QuestionChange[] {
  const previousById = new Map(before.map((question) => [question.id, question]));
  return after.flatMap(({ id, passed, turns }): QuestionChange[] => {
    const previous = previousById.get(id);
    if (!previous) return [];
    if (previous.passed !== passed) return [{ id, change: passed ? 'passing' : 'failing' }];
    const isSameAnswer = previous.turns.at(-1)?.answered === turns.at(-1)?.answered;
    return isSameAnswer ? [] : [{ id, change: 'answer' }];
  });
}
