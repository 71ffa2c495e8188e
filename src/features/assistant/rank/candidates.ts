// All candidate actions for a sentence, each with its evidence. No candidate is excluded because of a single word.
import type { AnyCapability } from '../../../capability/capability.ts';
import type { EntityValue, Slots } from '../../../capability/dialogue.ts';
import type { SlotDeclarations } from '../../../capability/roles.ts';
import type { PreviousTurn } from '../../../nlu/encoder/encoder.ts';
import type { FocusEntity } from '../focus.ts';
import type { MatchSignal, SearchHit } from '../passage-index.ts';
import type { IntentPrediction } from '../predict-intent.ts';
import { restrictionSlots, thingSlots } from '../slots.ts';
import { type Cue, cuesOf } from './cues.ts';

export type Capabilities = ReadonlyMap<string, AnyCapability>;

/** A sentence in its conversation. */
export type RankingInput = {
  prediction: IntentPrediction;
  slots: Slots;
  capabilities: Capabilities;
  industry: SlotDeclarations;
  /** The latest first. */
  focus: readonly FocusEntity[];
  /** What was talked about last, by its intent. */
  topic?: { intent: string; done?: boolean };
  /** What was proposed. */
  offer?: string;
  booked?: boolean;
  /** What this customer must not have, as told earlier. */
  needs?: Slots['words'];
  /** What was said last, by both. */
  before: PreviousTurn;
};

export type Candidate = {
  intent: string;
  /** For `faq`: what is written about it. */
  hit?: SearchHit;
  signal?: MatchSignal;
  /** Things that the sentence itself does not name. */
  words: Slots['words'];
  from: 'said' | 'focus' | 'near';
};

const MOST_PASSAGES = 12;
const MOST_THINGS = 6;

export function candidatesOf(scene: RankingInput): { candidates: Candidate[]; cues: Record<Cue, boolean> } {
  const { prediction, slots, capabilities, industry, focus } = scene;
  const isThing = (slot: string) => thingSlots(industry).includes(slot);
  const intents = prediction.ranked.map(({ intent }) => intent).filter((intent) => intent !== 'faq');
  const said = intents.map((intent): Candidate => ({ intent, words: {}, from: 'said' }));
  const isNew = ({ slot, id }: FocusEntity) => !slots.words[slot]?.flat().some((each) => each.id === id);
  const things = focus.filter((each) => isThing(each.slot) && isNew(each)).slice(0, 2);
  const people = slots.words.staff ? [] : focus.filter(({ slot }) => slot === 'staff').slice(0, 1);
  const ofFocus = intents.flatMap((intent) => {
    const takes = slotsUsedBy(capabilities.get(intent));
    return [...things, ...people]
      .filter(({ slot }) => takes.has(slot))
      .map((each): Candidate => {
        const signal = prediction.signals.find(({ thing }) => thing?.slot === each.slot && thing.id === each.id);
        return { ...named(intent, each, 'focus'), ...(signal ? { signal } : {}) };
      });
  });
  const nearest = [...prediction.signals].sort((a, b) => strength(b) - strength(a));
  const near = nearest
    .filter(({ thing }) => thing && isNew(thing) && !focus.slice(0, 2).some(({ id }) => id === thing.id))
    .slice(0, MOST_THINGS)
    .flatMap((signal) => {
      const { thing } = signal;
      const teller = thing && capabilityDescribing(capabilities, thing.slot);
      return teller ? [{ ...named(teller, thing, 'near'), signal }] : [];
    });
  // What somebody must not eat is not answered by what is only near to it.
  const needs = Object.keys(slots.words).some(isThing) ? (scene.needs ?? {}) : {};
  const avoided = restrictionSlots(industry).flatMap((slot) =>
    [slots.words, needs].flatMap((all) => all[slot]?.flat() ?? []),
  );
  const passages = nearest
    .filter(({ hit }) => hit && (avoided.length === 0 || speaksOf(hit, avoided)))
    .slice(0, MOST_PASSAGES)
    .flatMap((signal): Candidate[] => {
      const { hit } = signal;
      return hit ? [{ intent: 'faq', hit, signal, words: {}, from: 'said' }] : [];
    });
  return { candidates: [...said, ...ofFocus, ...near, ...passages], cues: cuesOf(prediction.text) };
}

/** Whether all that names something is a part of a longer name. */
export function isInPart(named: Iterable<string>, { words }: Slots): boolean {
  const all = [...named].flatMap((slot) => words[slot]?.flat() ?? []);
  return all.length > 0 && all.every(({ name, said }) => wordCount(said) < wordCount(name));
}

export const wordCount = (words: string) => words.trim().split(/\s+/).length;

function speaksOf({ passage }: SearchHit, avoided: readonly EntityValue[]): boolean {
  const text = `${passage.source.title} ${passage.text}`.toLowerCase();
  return avoided.some(({ name, said }) => text.includes(said.toLowerCase()) || text.includes(name.replace(/ .*/s, '')));
}

const strength = ({ near, answers, common, titled }: MatchSignal) => 2 * answers + near + common + titled;

function named(intent: string, { slot, id, name }: FocusEntity, from: 'focus' | 'near'): Candidate {
  const one: EntityValue = { id, name, said: name };
  return { intent, words: { [slot]: [[one]] }, from };
}

/** The slots that a capability uses. */
export const slotsUsedBy = (capability: AnyCapability | undefined): ReadonlySet<string> =>
  new Set([...(capability?.dialogue.subject ?? []), ...Object.keys(capability?.dialogue.words ?? {})]);

/** The capability that describes items of a slot: the read capability whose subject it is, or else one that writes with it. */
export function capabilityDescribing(capabilities: Capabilities, slot: string): string | undefined {
  const all = [...capabilities.values()].filter(({ dialogue }) => dialogue.subject?.includes(slot));
  return (
    all.find(({ effect, dialogue }) => effect === 'read' && dialogue.subject?.[0] === slot) ??
    all.find(({ effect }) => effect === 'read') ??
    all[0]
  )?.name;
}
