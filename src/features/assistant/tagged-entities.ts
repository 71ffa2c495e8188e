// Entities found by a trained sequence tagger, as a fallback where the rules find nothing.
import { findPartySize } from '../../nlu/entities/party-size.ts';
import { loadTagger, type Tagger } from '../../nlu/tagger/tagger.ts';

/** Customers give these in short answers, so tagging longer texts would only cost time. */
const MAX_TEXT_CHARS = 200;

let cachedTagger: Tagger | undefined;

function getTagger(): Tagger {
  cachedTagger ??= loadTagger();
  return cachedTagger;
}

/** The name in an answer to the question for a name. */
export function findTaggedName(text: string): { value: string; start: number; end: number } | undefined {
  if (text.length > MAX_TEXT_CHARS) return undefined;
  const nameSpans = getTagger()
    .tag(text, ['first_name', 'last_name'])
    .filter(({ slot }) => slot === 'first_name' || slot === 'last_name');
  if (nameSpans.length === 0) return undefined;
  const start = Math.min(...nameSpans.map((span) => span.start));
  const end = Math.max(...nameSpans.map((span) => span.end));
  return { value: text.slice(start, end), start, end };
}

/** The number of people in an answer to the question for it. */
export function findTaggedPartySize(text: string): number | undefined {
  if (text.length > MAX_TEXT_CHARS) return undefined;
  const peopleSpan = getTagger()
    .tag(text, 'people')
    .find(({ slot }) => slot === 'people');
  return peopleSpan && findPartySize(peopleSpan.text, { isRequested: true })?.value;
}
