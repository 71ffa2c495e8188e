// Cuts what was read into passages that are short enough to be understood as a whole.
import { sentencesOf } from '../assistant/sentences.ts';
import type { Block } from './extract/blocks.ts';

/** `heading` is the path of headings above it. */
export type Passage = { heading: string; text: string };

/** The encoder reads about ninety words. */
const MOST_WORDS = 80;
const LONGEST_SENTENCE = 1_000;
const ARROW = ' › ';

const wordsIn = (text: string) => text.split(/\s+/).length;
const hasLetters = (text: string) => /\p{L}{2}/u.test(text);

export function cutIntoPassages(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = [];
  const seen = new Set<string>();
  const path: { level: number; text: string }[] = [];
  let lines: string[] = [];
  let words = 0;
  const end = () => {
    const text = lines.join('\n');
    lines = [];
    words = 0;
    const heading = path.map((each) => each.text).join(ARROW);
    const key = `${heading}\n${text}`;
    if (!hasLetters(text) || seen.has(key)) return;
    seen.add(key);
    passages.push({ heading, text });
  };
  for (const { text, level } of blocks) {
    if (level) {
      end();
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ level, text: text.slice(0, 200) });
      continue;
    }
    for (const piece of piecesOf(text)) {
      const more = wordsIn(piece);
      if (words && words + more > MOST_WORDS) end();
      lines.push(piece);
      words += more;
    }
  }
  end();
  return passages;
}

/** A paragraph that fits is one piece; of a longer one, as many sentences as fit. */
function piecesOf(text: string): string[] {
  if (wordsIn(text) <= MOST_WORDS) return [text.slice(0, LONGEST_SENTENCE)];
  const pieces: string[] = [];
  for (const sentence of sentencesOf(text).flatMap(inParts)) {
    const last = pieces.at(-1);
    if (last !== undefined && wordsIn(last) + wordsIn(sentence) <= MOST_WORDS)
      pieces[pieces.length - 1] = `${last} ${sentence}`;
    else pieces.push(sentence);
  }
  return pieces;
}

/** A sentence without an end is no sentence. */
function inParts(sentence: string): string[] {
  const words = sentence.split(/\s+/);
  if (words.length <= MOST_WORDS) return [sentence.slice(0, LONGEST_SENTENCE)];
  return Array.from({ length: Math.ceil(words.length / MOST_WORDS) }, (_, at) =>
    words
      .slice(at * MOST_WORDS, (at + 1) * MOST_WORDS)
      .join(' ')
      .slice(0, LONGEST_SENTENCE),
  );
}
