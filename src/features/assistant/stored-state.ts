// Reads dialogue states that were stored before some of their fields were renamed.
import type { DialogueState } from './dialogue-state.ts';

const RENAMED_SLOT_FIELDS = { words: 'catalogEntities', own: 'industryEntities' };
const RENAMED_TASK_FIELDS = {
  asked: 'requestedSlots',
  stuck: 'failedAttempts',
  put: 'repeatedQuestion',
  called: 'displayName',
};

type StoredFields = Record<string, unknown>;

export function readStoredState(storedState: Partial<DialogueState>): DialogueState {
  const { task, paused, topic, offer } = storedState;
  return {
    ...storedState,
    ...(task ? { task: renameTask(task) } : {}),
    ...(paused ? { paused: paused.map(renameTask) } : {}),
    ...(topic ? { topic: renameSlots(topic) } : {}),
    ...(offer ? { offer: renameSlots(offer) } : {}),
  };
}

const renameTask = <Task extends { slots: object }>(task: Task): Task =>
  renameFields(renameSlots(task), RENAMED_TASK_FIELDS);

const renameSlots = <Holder extends { slots: object }>(holder: Holder): Holder => ({
  ...holder,
  slots: renameFields(holder.slots, RENAMED_SLOT_FIELDS),
});

function renameFields<Fields extends object>(fields: Fields, newNames: Record<string, string>): Fields {
  if (!Object.keys(newNames).some((name) => name in fields)) return fields;
  const entries = Object.entries(fields as StoredFields).map(([name, value]) => [newNames[name] ?? name, value]);
  return Object.fromEntries(entries) as Fields;
}
