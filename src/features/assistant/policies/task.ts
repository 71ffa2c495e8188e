// What is under way goes on: an answer, a correction, a yes, a question beside it, or a change of mind.
import { goOn } from '../under-way.ts';
import type { Policy } from './policy.ts';

export const task: Policy = {
  name: 'task',
  act: async (means, turn, state) => (state.task ? goOn(means, turn, state, state.task) : undefined),
};
