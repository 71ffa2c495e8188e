import type { Finding } from './findings.ts';
import { quoteOf } from './findings.ts';
import type { Line, Outline } from './outline.ts';
import { recordsAround } from './records.ts';
import { headingsOf } from './sections.ts';
import { hasWord, PEOPLE_WORDS } from './words.ts';

/** Two to four capitalized words, perhaps after a title and before letters of a degree: "Dr. Ana Ruiz, NP". */
const PERSON =
  /^(?:\p{Lu}\p{L}{1,4}\.\s)*\p{Lu}[\p{L}’'-]+(?:\s(?:\p{Lu}\.|(?:van|von|de|der|den|da|di|le|la|al|el|bin)\s)?\s?\p{Lu}[\p{L}’'-]+){1,3}(?:,?\s(?:\p{Lu}\.?){2,5})*$/u;
const MAX_DESCRIPTION_CHARACTERS = 500;

/** Names under a heading such as "Our team", or one that `isPeopleHeading` knows. */
export function findPeople(outline: Outline, words: ReadonlySet<string>): Finding<'person'>[] {
  const { lines } = outline;
  const headings = headingsOf(lines);
  const isPeople = (text: string) => hasWord(text, PEOPLE_WORDS) || hasWord(text, words);
  const anchors = lines.flatMap(({ text, level }, index) => {
    const above = headings[index] ?? [];
    return level > 0 && PERSON.test(text) && !isPeople(text) && above.some((heading) => isPeople(heading.text))
      ? [index]
      : [];
  });
  return recordsAround(outline, anchors).map(({ anchor, lines: box }, position) => {
    const end = anchors[position + 1] ?? lines.length;
    const following = (
      box.length > 1 ? box.filter((index) => index > anchor) : nextParagraph(lines, anchor, end)
    ).flatMap((index) => lines[index] ?? []);
    const description = following
      .filter(({ isLink, level }) => !isLink && level === 0)
      .map(({ text }) => text)
      .join(' ')
      .slice(0, MAX_DESCRIPTION_CHARACTERS);
    const name = lines[anchor]?.text ?? '';
    return {
      kind: 'person',
      value: {
        name,
        ...(description ? { description } : {}),
        headings: (headings[anchor] ?? []).map(({ text }) => text),
      },
      certainty: 'structure',
      quote: quoteOf([name, description].filter(Boolean).join('\n')),
    };
  });
}

const nextParagraph = (lines: readonly Line[], anchor: number, end: number): number[] =>
  anchor + 1 < end && lines[anchor + 1]?.level === 0 ? [anchor + 1] : [];
