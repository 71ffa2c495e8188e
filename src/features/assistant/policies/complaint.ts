// Complaints get an apology and are handed over to a person.
import type { Slots } from '../../../capability/dialogue.ts';
import { findSlotsWithRole } from '../../../capability/roles.ts';
import { getOnlyItem } from '../../../kernel/lists.ts';
import { must } from '../../../kernel/must.ts';
import { extractTurnEntities } from '../extract-entities.ts';
import { type FocusEntity, updateFocus } from '../focus.ts';
import { readTone, renderHandoff } from '../general.ts';
import { readMood } from '../mood.ts';
import { apologizeFor } from '../phrases.ts';
import type { Turn } from '../turn.ts';
import { createHandoverResult } from './handoff.ts';
import type { Policy } from './policy.ts';

export const complaintPolicy: Policy = {
  name: 'complaint',
  async handle(inputs, turn, state) {
    if (!(await readMood(inputs, turn, state)).isComplaint) return undefined;
    const { catalogEntities } = extractTurnEntities(turn, turn.text, []);
    const part = renderHandoff(
      turn.businessContext,
      apologizeFor(readTone(turn.businessContext), findOnlyNamedItem(turn, catalogEntities)),
    );
    return { ...createHandoverResult(inputs, turn, state), part, intent: 'general.complaint' };
  },
};

/** The item that the apology can name: the only one mentioned, and by its full name. */
function findOnlyNamedItem(
  { businessContext: { industry } }: Turn,
  catalogEntities: Slots['catalogEntities'],
): string | undefined {
  const itemSlots = findSlotsWithRole(industry, 'goods', 'service', 'meeting');
  const namedEntities = updateFocus(industry, [], catalogEntities, {}).filter(({ slot }) => itemSlots.includes(slot));
  const onlyEntity = getOnlyItem(namedEntities);
  return onlyEntity && isNamedInFull(onlyEntity, catalogEntities) ? onlyEntity.name : undefined;
}

const isNamedInFull = ({ slot, name }: FocusEntity, catalogEntities: Slots['catalogEntities']): boolean =>
  must(catalogEntities[slot], 'the entities of a named slot')
    .flat()
    .some(({ said }) => said.toLowerCase() === name.toLowerCase());
