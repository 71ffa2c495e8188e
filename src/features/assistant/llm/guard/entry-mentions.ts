// The entries of the records that a sentence mentions by name.
import { detectLanguage } from '../../../../nlu/language.ts';
import { EVERYDAY_ENGLISH } from '../../../../nlu/language-words.ts';
import type { Entry, Facts } from './evidence.ts';

/** `isFullName`: mentioned by the full name rather than a single distinctive word. */
export type EntryMention = { entry: Entry; start: number; isFullName: boolean };

/**
 * The entries that a sentence mentions, by full name or by a word that no other entry's name has; longer names first.
 */
export function findEntryMentions(sentence: string, factsList: readonly Facts[]): EntryMention[] {
  let remainingText = sentence.toLowerCase();
  const entries = factsList.flatMap(({ entries }) => entries);
  const isEnglish = ['en', 'und'].includes(detectLanguage(sentence));
  const mentions: EntryMention[] = [];
  const addFullName = (entry: Entry, start: number, length: number) => {
    mentions.push({ entry, start, isFullName: true });
    remainingText = remainingText.slice(0, start) + ' '.repeat(length) + remainingText.slice(start + length);
  };
  for (const entry of [...entries].sort((a, b) => b.name.length - a.name.length)) {
    const name = entry.name.toLowerCase();
    const sameNameMention = mentions.find((mention) => mention.entry.name.toLowerCase() === name);
    const match = sameNameMention
      ? undefined
      : new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?:s|es)?(?![\\p{L}\\p{N}])`, 'u').exec(remainingText);
    if (sameNameMention) mentions.push({ entry, start: sameNameMention.start, isFullName: true });
    else if (match) addFullName(entry, match.index, match[0].length);
  }
  for (const [word, entriesWithWord] of findDistinctiveWords(entries)) {
    // Other languages may end a long word differently: "sorbetto" for sorbet.
    const wordPattern =
      word.length >= MIN_STEM_MATCH_CHARS
        ? `${RegExp.escape(word.slice(0, -1))}\\p{L}{0,4}`
        : `${RegExp.escape(word)}${isEnglish ? '(?:s|es)?' : '\\p{L}{0,2}'}`;
    const match = new RegExp(`(?<![\\p{L}\\p{N}])${wordPattern}(?![\\p{L}\\p{N}])`, 'u').exec(remainingText);
    if (!match) continue;
    for (const entry of entriesWithWord)
      if (!mentions.some((mention) => mention.entry === entry))
        mentions.push({ entry, start: match.index, isFullName: false });
  }
  return mentions.sort((a, b) => a.start - b.start);
}

/** Words of at least this length are matched by their stem. */
const MIN_STEM_MATCH_CHARS = 6;

/** Words that identify one entry, such as "haddock"; everyday words such as "half" do not. */
function findDistinctiveWords(entries: readonly Entry[]): Map<string, Entry[]> {
  const entriesByWord = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const word of new Set(entry.name.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu) ?? []))
      if (!EVERYDAY_ENGLISH.has(word) && !MEASURE_WORDS.has(word))
        entriesByWord.set(word, [...(entriesByWord.get(word) ?? []), entry]);
  for (const [word, entriesWithWord] of entriesByWord)
    if (new Set(entriesWithWord.map(({ name }) => name.toLowerCase())).size > 1) entriesByWord.delete(word);
  return entriesByWord;
}

const MEASURE_WORDS = new Set([
  'half',
  'full',
  'hour',
  'hours',
  'minute',
  'minutes',
  'month',
  'year',
  'double',
  'single',
  'each',
  'kids',
]);
