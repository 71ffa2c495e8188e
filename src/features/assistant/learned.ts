// What no rule reads, as a tagger has learned it from thousands of messages. Only asked for where the rules found nothing.
import { findPartySize } from '../../understanding/fields/party-size.ts';
import { loadTagger, type Tagger } from '../../understanding/tagger/tagger.ts';

/** Nobody needs more to say their name, and a ramble would only cost time. */
const LONGEST = 200;

let loaded: Tagger | undefined;

function tagger(): Tagger {
  loaded ??= loadTagger();
  return loaded;
}

/** The name in an answer to the question for it. */
export function learnedName(text: string): { value: string; start: number; end: number } | undefined {
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
export function learnedPartySize(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  const people = tagger()
    .tag(text, 'people')
    .find(({ slot }) => slot === 'people');
  return people && findPartySize(people.text, { asked: true })?.value;
}
