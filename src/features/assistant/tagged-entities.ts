// Entities found by a trained sequence tagger; a fallback for where the rules found nothing.
import { findPartySize } from '../../nlu/entities/party-size.ts';
import { loadTagger, type Tagger } from '../../nlu/tagger/tagger.ts';

/** Names are given in short answers; longer texts would only cost time. */
const LONGEST = 200;

let loaded: Tagger | undefined;

function tagger(): Tagger {
  loaded ??= loadTagger();
  return loaded;
}

/** The name in an answer to the question for it. */
export function taggedName(text: string): { value: string; start: number; end: number } | undefined {
  if (text.length > LONGEST) return undefined;
  const names = tagger()
    .tag(text, ['first_name', 'last_name'])
    .filter(({ slot }) => slot === 'first_name' || slot === 'last_name');
  if (names.length === 0) return undefined;
  const start = Math.min(...names.map((span) => span.start));
  const end = Math.max(...names.map((span) => span.end));
  return { value: text.slice(start, end), start, end };
}

/** How many come, in an answer to the question for it. */
export function taggedPartySize(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  const people = tagger()
    .tag(text, 'people')
    .find(({ slot }) => slot === 'people');
  return people && findPartySize(people.text, { asked: true })?.value;
}
