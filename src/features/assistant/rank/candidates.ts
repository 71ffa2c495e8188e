// Everything that a sentence could want, with what speaks for each. Nothing is left out because of a word.
import type { AnyCapability } from '../../../capability/capability.ts';
import type { Said, Slots } from '../../../capability/dialogue.ts';
import type { Declaring } from '../../../capability/roles.ts';
import type { Before } from '../../../understanding/encoder/encoder.ts';
import type { Hit, Signal } from '../knowledge.ts';
import { restrictionSlots, thingSlots } from '../slots.ts';
import type { Focus } from '../tracker.ts';
import type { Understood } from '../understand.ts';
import { type Cue, cuesOf } from './cues.ts';

export type Capabilities = ReadonlyMap<string, AnyCapability>;

/** A sentence in its conversation. */
export type Scene = {
  understood: Understood;
  slots: Slots;
  capabilities: Capabilities;
  industry: Declaring;
  /** The latest first. */
  focus: readonly Focus[];
  /** What was talked about last, by its intent. */
  topic?: { intent: string; done?: boolean };
  /** What was proposed. */
  offer?: string;
  booked?: boolean;
  /** What this customer must not have, as told earlier. */
  needs?: Slots['words'];
  /** What was said last, by both. */
  before: Before;
};

export type Candidate = {
  intent: string;
  /** For `faq`: what is written about it. */
  hit?: Hit;
  signal?: Signal;
  /** Things that the sentence itself does not name. */
  words: Slots['words'];
  from: 'said' | 'focus' | 'near';
};

const MOST_PASSAGES = 12;
const MOST_THINGS = 6;

export function candidatesOf(scene: Scene): { candidates: Candidate[]; cues: Record<Cue, boolean> } {
  const { understood, slots, capabilities, industry, focus } = scene;
  const isThing = (slot: string) => thingSlots(industry).includes(slot);
  const intents = understood.ranked.map(({ intent }) => intent).filter((intent) => intent !== 'faq');
  const said = intents.map((intent): Candidate => ({ intent, words: {}, from: 'said' }));
  const isNew = ({ slot, id }: Focus) => !slots.words[slot]?.flat().some((each) => each.id === id);
  const things = focus.filter((each) => isThing(each.slot) && isNew(each)).slice(0, 2);
  const people = slots.words.staff ? [] : focus.filter(({ slot }) => slot === 'staff').slice(0, 1);
  const ofFocus = intents.flatMap((intent) => {
    const takes = takenBy(capabilities.get(intent));
    return [...things, ...people]
      .filter(({ slot }) => takes.has(slot))
      .map((each): Candidate => {
        const signal = understood.signals.find(({ thing }) => thing?.slot === each.slot && thing.id === each.id);
        return { ...named(intent, each, 'focus'), ...(signal ? { signal } : {}) };
      });
  });
  const nearest = [...understood.signals].sort((a, b) => strength(b) - strength(a));
  const near = nearest
    .filter(({ thing }) => thing && isNew(thing) && !focus.slice(0, 2).some(({ id }) => id === thing.id))
    .slice(0, MOST_THINGS)
    .flatMap((signal) => {
      const teller = tellerOf(capabilities, signal.thing!.slot);
      return teller ? [{ ...named(teller, signal.thing!, 'near'), signal }] : [];
    });
  // What somebody must not eat is not answered by what is only near to it.
  const needs = Object.keys(slots.words).some(isThing) ? (scene.needs ?? {}) : {};
  const avoided = restrictionSlots(industry).flatMap((slot) =>
    [slots.words, needs].flatMap((all) => all[slot]?.flat() ?? []),
  );
  const passages = nearest
    .filter(({ hit }) => hit && (avoided.length === 0 || speaksOf(hit, avoided)))
    .slice(0, MOST_PASSAGES)
    .map((signal): Candidate => ({ intent: 'faq', hit: signal.hit!, signal, words: {}, from: 'said' }));
  return { candidates: [...said, ...ofFocus, ...near, ...passages], cues: cuesOf(understood.text) };
}

/** Whether all that names something is a part of a longer name. */
export function isInPart(named: Iterable<string>, { words }: Slots): boolean {
  const all = [...named].flatMap((slot) => words[slot]?.flat() ?? []);
  return all.length > 0 && all.every(({ name, said }) => count(said) < count(name));
}

export const count = (words: string) => words.trim().split(/\s+/).length;

function speaksOf({ passage }: Hit, avoided: readonly Said[]): boolean {
  const text = `${passage.source.title} ${passage.text}`.toLowerCase();
  return avoided.some(({ name, said }) => text.includes(said.toLowerCase()) || text.includes(name.split(' ')[0]!));
}

const strength = ({ near, answers, common, titled }: Signal) => 2 * answers + near + common + titled;

function named(intent: string, { slot, id, name }: Focus, from: 'focus' | 'near'): Candidate {
  const one: Said = { id, name, said: name };
  return { intent, words: { [slot]: [[one]] }, from };
}

/** The slots that a capability makes something of. */
export const takenBy = (capability: AnyCapability | undefined): ReadonlySet<string> =>
  new Set([...(capability?.dialogue.subject ?? []), ...Object.keys(capability?.dialogue.words ?? {})]);

/** Who tells of a thing: the reading capability that has it for a subject, or the one that does something with it. */
export function tellerOf(capabilities: Capabilities, slot: string): string | undefined {
  const all = [...capabilities.values()].filter(({ dialogue }) => dialogue.subject?.includes(slot));
  return (
    all.find(({ effect, dialogue }) => effect === 'read' && dialogue.subject![0] === slot) ??
    all.find(({ effect }) => effect === 'read') ??
    all[0]
  )?.name;
}
