// The focus of a conversation: items and people that either side mentioned recently, for resolving references.
import type { EntityValue, Slots, Source } from '../../capability/dialogue.ts';
import { findSlotsWithRole, type SlotDeclarations } from '../../capability/roles.ts';
import type { PreviousTurn } from '../../nlu/encoder/encoder.ts';
import { listOfferingSlots } from './slots.ts';

/** An entity that a later message may refer to. */
export type FocusEntity = {
  slot: string;
  id: string;
  name: string;
  /** Named in our reply, not by the customer. */
  told?: true;
};

/** A reply that lists more items does not show what the next message will refer to. */
const MAX_ITEMS_IN_REPLY = 3;
const MAX_FOCUS_ENTITIES = 8;

/** The new focus, most recent first. Entities that the customer named precede those in our reply. */
export function updateFocus(
  industry: SlotDeclarations,
  previousFocus: readonly FocusEntity[],
  customerEntities: Slots['catalogEntities'],
  replyEntities: Slots['catalogEntities'],
): FocusEntity[] {
  // Entities that a later message can refer to with "it" or "her", or by leaving them out.
  const referableSlots = [...listOfferingSlots(industry), ...findSlotsWithRole(industry, 'person', 'offer')];
  const toFocusEntities = (catalogEntities: Slots['catalogEntities']) =>
    Object.entries(catalogEntities).flatMap(([slot, mentions]) =>
      referableSlots.includes(slot)
        ? mentions
            .filter(({ length }) => length === 1)
            .flatMap((meanings) => meanings.map((entity) => toFocusEntity(slot, entity)))
        : [],
    );
  const replyFocus = removeDuplicateEntities(toFocusEntities(replyEntities)).map(
    (each): FocusEntity => ({ ...each, told: true }),
  );
  const replyItems = replyFocus.filter(({ slot }) => slot !== 'staff');
  const recentReplyFocus = replyItems.length <= MAX_ITEMS_IN_REPLY ? replyFocus : [];
  return removeDuplicateEntities([...toFocusEntities(customerEntities), ...recentReplyFocus, ...previousFocus]).slice(
    0,
    MAX_FOCUS_ENTITIES,
  );
}

const toFocusEntity = (slot: string, { id, name }: EntityValue): FocusEntity => ({ slot, id, name });

const removeDuplicateEntities = (entities: readonly FocusEntity[]): FocusEntity[] =>
  entities.filter(
    ({ slot, id }, index) => entities.findIndex((each) => each.slot === slot && each.id === id) === index,
  );

const MAX_MESSAGE_CHARS = 150;
const MAX_REPLY_CHARS_PER_END = 200;

/** The part of a turn needed to resolve references in the next message: for a long reply, its beginning and its closing question. */
export const createPreviousTurn = (message: string, reply: string): PreviousTurn => ({
  said: sliceWellFormed(message, 0, MAX_MESSAGE_CHARS),
  told:
    reply.length <= 2 * MAX_REPLY_CHARS_PER_END
      ? reply
      : `${sliceWellFormed(reply, 0, MAX_REPLY_CHARS_PER_END)} ${sliceWellFormed(reply, -MAX_REPLY_CHARS_PER_END)}`,
});

/** Replaces a surrogate pair cut in half, such as an emoji, because the database rejects it. */
const sliceWellFormed = (text: string, from: number, to?: number): string => text.slice(from, to).toWellFormed();

const MAX_TOLD_SOURCES = 6;

/** The sources of recent replies, most recent first. */
export const updateRecentSources = (previousKeys: readonly string[], sources: readonly Source[]): string[] =>
  [...new Set([...sources.map(createSourceKey), ...previousKeys])].slice(0, MAX_TOLD_SOURCES);

export const createSourceKey = ({ kind, id }: Source): string => `${kind} ${id}`;

export const NO_PREVIOUS_TURN: PreviousTurn = { said: '', told: '' };
