// What a conversation is about: the things and people that either side named lately.
import type { Said, Slots, Source } from '../../capability/dialogue.ts';
import { type Declaring, slotsBy } from '../../capability/roles.ts';
import type { Before } from '../../understanding/encoder/encoder.ts';
import { thingSlots } from './slots.ts';

/** Something that was talked about. */
export type Focus = { slot: string; id: string; name: string /** We named it; the customer did not. */; told?: true };

/** A list of more says nothing of what is meant next. */
const FEW = 3;
const MOST = 8;

/** The latest first. What the customer named counts before what they were told. */
export function focusAfter(
  industry: Declaring,
  before: readonly Focus[],
  said: Slots['words'],
  told: Slots['words'],
): Focus[] {
  // Words that name something of the business: one may come back to it with "it", "her" or nothing at all.
  const lasting = [...thingSlots(industry), ...slotsBy(industry, 'person', 'offer')];
  const named = (words: Slots['words']) =>
    Object.entries(words).flatMap(([slot, mentions]) =>
      lasting.includes(slot) ? mentions.filter(({ length }) => length === 1).map(([one]) => toFocus(slot, one!)) : [],
    );
  const listed = distinct(named(told)).map((each): Focus => ({ ...each, told: true }));
  const things = listed.filter(({ slot }) => slot !== 'staff');
  const heard = things.length <= FEW ? listed : [];
  return distinct([...named(said), ...heard, ...before]).slice(0, MOST);
}

const toFocus = (slot: string, { id, name }: Said): Focus => ({ slot, id, name });

const distinct = (all: readonly Focus[]): Focus[] =>
  all.filter(({ slot, id }, at) => all.findIndex((each) => each.slot === slot && each.id === id) === at);

const OF_MESSAGE = 150;
const OF_REPLY = 200;

/** Enough of the last turn to tell what the next message leaves out: of a long reply its beginning and what it asks at its end. */
export const lastSaid = (message: string, reply: string): Before => ({
  said: cut(message, 0, OF_MESSAGE),
  told: reply.length <= 2 * OF_REPLY ? reply : `${cut(reply, 0, OF_REPLY)} ${cut(reply, -OF_REPLY)}`,
});

/** Half of a letter outside of the first plane, such as an emoji, could not be stored. */
const cut = (text: string, from: number, to?: number): string => text.slice(from, to).toWellFormed();

/** So many answers back they may have forgotten. */
const TOLD = 6;

/** What was told lately, the last first. */
export const toldAfter = (before: readonly string[], sources: readonly Source[]): string[] =>
  [...new Set([...sources.map(keyOf), ...before])].slice(0, TOLD);

export const keyOf = ({ kind, id }: Source): string => `${kind} ${id}`;

export const NOTHING_SAID: Before = { said: '', told: '' };
