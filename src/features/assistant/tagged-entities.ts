// Entities found by a trained sequence tagger, as a fallback where the rules find nothing.
import { findPartySize } from '../../nlu/entities/party-size.ts';
import { loadTagger, type Tagger } from '../../nlu/tagger/tagger.ts';

/** Customers give these in short answers, so tagging longer texts would only cost time. */
const MAX_TEXT_LENGTH = 200;

let cachedTagger: Tagger | undefined;

function tagger(): Tagger {
  cachedTagger ??= loadTagger();
  return cachedTagger;
}

/** The name in an answer to the question for a name. */
export function taggedName(text: string): { value: string; start: number; end: number } | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const names = tagger()
    .tag(text, ['first_name', 'last_name'])
    .filter(({ slot }) => slot === 'first_name' || slot === 'last_name');
  if (names.length === 0) return undefined;
  const start = Math.min(...names.map((span) => span.start));
  const end = Math.max(...names.map((span) => span.end));
  return { value: text.slice(start, end), start, end };
}

/** The number of people in an answer to the question for it. */
export function taggedPartySize(text: string): number | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const people = tagger()
    .tag(text, 'people')
    .find(({ slot }) => slot === 'people');
  return people && findPartySize(people.text, { isRequested: true })?.value;
}
