// Complaints get an apology and are handed over to a person.
import type { Slots } from '../../../capability/dialogue.ts';
import { slotsBy } from '../../../capability/roles.ts';
import { onlyOf } from '../../../kernel/lists.ts';
import { must } from '../../../kernel/must.ts';
import { extractTurnEntities } from '../extract-entities.ts';
import { type FocusEntity, updateFocus } from '../focus.ts';
import { handOver, toneOf } from '../general.ts';
import { moodOf } from '../mood.ts';
import { sorryAbout } from '../phrases.ts';
import type { Turn } from '../turn.ts';
import { handOverResult } from './person.ts';
import type { Policy } from './policy.ts';

export const complaint: Policy = {
  name: 'complaint',
  async act(inputs, turn, state) {
    if (!(await moodOf(inputs, turn, state)).complains) return undefined;
    const { words } = extractTurnEntities(turn, turn.text, []);
    const part = handOver(turn.businessContext, sorryAbout(toneOf(turn.businessContext), thingIn(turn, words)));
    return { ...handOverResult(inputs, turn, state), part, intent: 'general.complaint' };
  },
};

/** What went wrong is named where it is the one thing that was named. */
function thingIn({ businessContext: { industry } }: Turn, words: Slots['words']): string | undefined {
  const offered = slotsBy(industry, 'goods', 'service', 'meeting');
  const named = updateFocus(industry, [], words, {}).filter(({ slot }) => offered.includes(slot));
  const only = onlyOf(named);
  return only && isSaid(only, words) ? only.name : undefined;
}

const isSaid = ({ slot, name }: FocusEntity, words: Slots['words']): boolean =>
  must(words[slot], 'the words of what was named')
    .flat()
    .some(({ said }) => said.toLowerCase() === name.toLowerCase());
