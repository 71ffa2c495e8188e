// What a customer has told that holds for the whole conversation, such as an allergy: no later answer forgets it.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots, Source } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry, SuitabilityResult } from '../../capability/industry.ts';
import type { DialogueState } from './dialogue-state.ts';
import { extractEntities } from './extract-entities.ts';
import { parseMessage } from './parsed-message.ts';
import { restrictionSlots } from './slots.ts';

export type Needs = Slots['words'];

type Told = {
  business: Business;
  industry: AnyIndustry | undefined;
  businessName: string;
  now: Date;
  message: string;
  state: DialogueState;
};

/** What is in force once a message was read. */
export function needsAfter({ business, industry, businessName, now, message, state }: Told): Needs {
  const before = state.needs ?? {};
  const after = industry?.needs?.after;
  if (!after || !business[industry.name]) return before;
  const about = { business, industry, now, asked: [], house: businessName };
  const read = (texts: readonly string[]) =>
    texts.reduce((needs, text) => after(needs, text, extractEntities(text, about)), before);
  const { text, segments } = parseMessage(message);
  const needs = read(segments.map((segment) => segment.text));
  // "I have an allergy. Peanuts.": neither half says it alone.
  return segments.length > 1 && JSON.stringify(needs) === JSON.stringify(before) ? read([text]) : needs;
}

/** A question about what is on offer, with what was told before. */
export function withNeeds(slots: Slots, needs: Needs): Slots {
  const words = { ...slots.words };
  for (const [slot, mentions] of Object.entries(needs)) {
    const said = words[slot] ?? [];
    const isNew = (id: string) => !said.flat().some((each) => each.id === id);
    words[slot] = [...said, ...mentions.filter(([one]) => one && isNew(one.id))];
  }
  return { ...slots, words };
}

/** Whether a capability itself tells what suits them. */
export const tellsOfNeeds = ({ dialogue }: AnyCapability, industry: AnyIndustry | undefined): boolean =>
  dialogue.subject?.some((slot) => restrictionSlots(industry).includes(slot)) ?? false;

/** All that is on offer, judged by what was told; nothing where nothing was. */
export function checkSuitability(
  needs: Needs,
  business: Business,
  industry: AnyIndustry | undefined,
  say?: Formatter,
): SuitabilityResult[] {
  if (Object.keys(needs).length === 0 || !industry?.needs || !business[industry.name]) return [];
  return industry.needs.judge(business, needs, say ?? formatterFor(business));
}

/** What does not suit them and is named in a text. "Pho" is not named by "Vegan Pho". */
export function unsuitableIn(text: string, judged: readonly SuitabilityResult[]): SuitabilityResult[] {
  const longest = [...judged].sort((a, b) => b.source.title.length - a.source.title.length);
  let rest = text;
  return longest.filter(({ source: { title }, fits }) => {
    const name = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(title)}(?![\\p{L}\\p{N}])`, 'giu');
    const without = rest.replace(name, ' ');
    const isNamed = without !== rest;
    rest = without;
    return isNamed && !fits;
  });
}

/** What is named though it does not suit them is named with what is known against it. */
export function withCautions(text: string, judged: readonly SuitabilityResult[]): string {
  const whys = unsuitableIn(text, judged).map(({ why }) => why());
  return [text, ...whys.filter((why) => why && !text.includes(why))].join(' ');
}

type Shown = { sources: Source[]; suggestions: string[] };

/** Nothing is shown or proposed that does not suit them. */
export function onlySuitable({ sources, suggestions }: Shown, judged: readonly SuitabilityResult[]): Shown {
  const keyOf = ({ kind, id }: Source) => `${kind} ${id}`;
  const unfit = new Set(judged.filter(({ fits }) => !fits).map(({ source }) => keyOf(source)));
  return {
    sources: sources.filter((source) => !unfit.has(keyOf(source))),
    suggestions: suggestions.filter((suggestion) => unsuitableIn(suggestion, judged).length === 0),
  };
}
