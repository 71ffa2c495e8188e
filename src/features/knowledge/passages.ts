// Splits extracted text into passages short enough for the encoder.
import { splitIntoSentences } from '../assistant/sentences.ts';
import type { Block } from './extract/blocks.ts';

/** `heading` is the path of headings above the passage. */
export type Passage = { heading: string; text: string };

/** The encoder truncates input after about ninety words. */
const MAX_WORDS_PER_PASSAGE = 80;
const MAX_PIECE_CHARACTERS = 1_000;
const MAX_HEADING_CHARACTERS = 200;
export const HEADING_SEPARATOR = ' › ';

const countWords = (text: string) => text.split(/\s+/).length;
const hasLetters = (text: string) => /\p{L}{2}/u.test(text);

export function cutIntoPassages(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = [];
  const seenPassages = new Set<string>();
  const headingPath: { level: number; text: string }[] = [];
  let lines: string[] = [];
  let wordCount = 0;
  const endPassage = () => {
    const text = lines.join('\n');
    lines = [];
    wordCount = 0;
    const heading = headingPath.map((ancestor) => ancestor.text).join(HEADING_SEPARATOR);
    const key = `${heading}\n${text}`;
    if (!hasLetters(text) || seenPassages.has(key)) return;
    seenPassages.add(key);
    passages.push({ heading, text });
  };
  for (const { text, level } of blocks) {
    if (level) {
      endPassage();
      while ((headingPath.at(-1)?.level ?? 0) >= level) headingPath.pop();
      headingPath.push({ level, text: text.slice(0, MAX_HEADING_CHARACTERS) });
      continue;
    }
    for (const piece of splitIntoPieces(text)) {
      const pieceWordCount = countWords(piece);
      if (wordCount && wordCount + pieceWordCount > MAX_WORDS_PER_PASSAGE) endPassage();
      lines.push(piece);
      wordCount += pieceWordCount;
    }
  }
  endPassage();
  return passages;
}

/** A paragraph that fits is one piece; a longer one is split into groups of sentences that fit. */
function splitIntoPieces(text: string): string[] {
  if (countWords(text) <= MAX_WORDS_PER_PASSAGE) return [text.slice(0, MAX_PIECE_CHARACTERS)];
  const pieces: string[] = [];
  for (const sentence of splitIntoSentences(text).flatMap(splitLongSentence)) {
    const lastPiece = pieces.at(-1);
    if (lastPiece !== undefined && countWords(lastPiece) + countWords(sentence) <= MAX_WORDS_PER_PASSAGE)
      pieces[pieces.length - 1] = `${lastPiece} ${sentence}`;
    else pieces.push(sentence);
  }
  return pieces;
}

/** Splits a sentence with too many words into parts of equal length. */
function splitLongSentence(sentence: string): string[] {
  const words = sentence.split(/\s+/);
  if (words.length <= MAX_WORDS_PER_PASSAGE) return [sentence.slice(0, MAX_PIECE_CHARACTERS)];
  return Array.from({ length: Math.ceil(words.length / MAX_WORDS_PER_PASSAGE) }, (_, index) =>
    words
      .slice(index * MAX_WORDS_PER_PASSAGE, (index + 1) * MAX_WORDS_PER_PASSAGE)
      .join(' ')
      .slice(0, MAX_PIECE_CHARACTERS),
  );
}
