// Continues the active task: an answer, a correction, a yes, a side question, or a change of mind.
import { continueActiveTask } from '../active-task.ts';
import type { Policy } from './policy.ts';

export const activeTaskPolicy: Policy = {
  name: 'task',
  handle: async (inputs, turn, state) => (state.task ? continueActiveTask(inputs, turn, state, state.task) : undefined),
};
