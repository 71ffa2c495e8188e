// The focus of a conversation: the items and people that either side named recently, for resolving references.
import type { EntityValue, Slots, Source } from '../../capability/dialogue.ts';
import { type SlotDeclarations, slotsBy } from '../../capability/roles.ts';
import type { PreviousTurn } from '../../nlu/encoder/encoder.ts';
import { thingSlots } from './slots.ts';

/** An entity that a later message may refer to. */
export type FocusEntity = {
  slot: string;
  id: string;
  name: string /** We named it; the customer did not. */;
  told?: true;
};

/** A longer list does not predict what the next message refers to. */
const FEW = 3;
const MOST = 8;

/** Most recent first. Entities that the customer named precede those in our reply. */
export function updateFocus(
  industry: SlotDeclarations,
  before: readonly FocusEntity[],
  said: Slots['words'],
  told: Slots['words'],
): FocusEntity[] {
  // Words that name something of the business: one may come back to it with "it", "her" or nothing at all.
  const lasting = [...thingSlots(industry), ...slotsBy(industry, 'person', 'offer')];
  const named = (words: Slots['words']) =>
    Object.entries(words).flatMap(([slot, mentions]) =>
      lasting.includes(slot)
        ? mentions.filter(({ length }) => length === 1).flatMap((meanings) => meanings.map((one) => toFocus(slot, one)))
        : [],
    );
  const listed = distinct(named(told)).map((each): FocusEntity => ({ ...each, told: true }));
  const things = listed.filter(({ slot }) => slot !== 'staff');
  const entities = things.length <= FEW ? listed : [];
  return distinct([...named(said), ...entities, ...before]).slice(0, MOST);
}

const toFocus = (slot: string, { id, name }: EntityValue): FocusEntity => ({ slot, id, name });

const distinct = (all: readonly FocusEntity[]): FocusEntity[] =>
  all.filter(({ slot, id }, at) => all.findIndex((each) => each.slot === slot && each.id === id) === at);

const OF_MESSAGE = 150;
const OF_REPLY = 200;

/** Enough of the last turn to resolve references in the next message: of a long reply, its beginning and its closing question. */
export const previousTurnOf = (message: string, reply: string): PreviousTurn => ({
  said: cut(message, 0, OF_MESSAGE),
  told: reply.length <= 2 * OF_REPLY ? reply : `${cut(reply, 0, OF_REPLY)} ${cut(reply, -OF_REPLY)}`,
});

/** Half of a letter outside of the first plane, such as an emoji, could not be stored. */
const cut = (text: string, from: number, to?: number): string => text.slice(from, to).toWellFormed();

/** How many told sources are remembered. */
const TOLD = 6;

/** The sources of recent replies, most recent first. */
export const updateToldSources = (before: readonly string[], sources: readonly Source[]): string[] =>
  [...new Set([...sources.map(sourceKey), ...before])].slice(0, TOLD);

export const sourceKey = ({ kind, id }: Source): string => `${kind} ${id}`;

export const NO_PREVIOUS_TURN: PreviousTurn = { said: '', told: '' };
