// Whoever is angry, or was wronged, gets an apology and a person.
import type { Slots } from '../../../capability/dialogue.ts';
import { slotsBy } from '../../../capability/roles.ts';
import { handOver, toneOf } from '../general.ts';
import { hearIn } from '../hear.ts';
import { moodOf } from '../mood.ts';
import { sorryAbout } from '../phrases.ts';
import { type Focus, focusAfter } from '../tracker.ts';
import type { Turn } from '../turn.ts';
import { handedOver } from './person.ts';
import type { Policy } from './policy.ts';

export const complaint: Policy = {
  name: 'complaint',
  async act(means, turn, state) {
    if (!(await moodOf(means, turn, state)).complains) return undefined;
    const { words } = hearIn(turn, turn.text, []);
    const part = handOver(turn.desk, sorryAbout(toneOf(turn.desk), thingIn(turn, words)));
    return { ...handedOver(means, turn, state), part, intent: 'general.complaint' };
  },
};

/** What went wrong is named where it is the one thing that was named. */
function thingIn({ desk: { industry } }: Turn, words: Slots['words']): string | undefined {
  const offered = slotsBy(industry, 'goods', 'service', 'meeting');
  const named = focusAfter(industry, [], words, {}).filter(({ slot }) => offered.includes(slot));
  return named.length === 1 && isSaid(named[0]!, words) ? named[0]!.name : undefined;
}

const isSaid = ({ slot, name }: Focus, words: Slots['words']): boolean =>
  words[slot]!.flat().some(({ said }) => said.toLowerCase() === name.toLowerCase());
