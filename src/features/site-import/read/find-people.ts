import { EMAIL_PATTERN, isAddressLine } from './find-contact.ts';
import type { Finding } from './findings.ts';
import { toQuote } from './findings.ts';
import { createHoursReader } from './hours.ts';
import { findEntriesAround } from './list-entries.ts';
import { type Line, type Outline, TITLE_LEVEL } from './outline.ts';
import { findHeadingsAbove } from './sections.ts';
import { hasWord, PEOPLE_WORDS } from './words.ts';

/** Two to four capitalized words, perhaps after a title and before letters of a degree: "Dr. Ana Ruiz, NP". */
const PERSON_PATTERN =
  /^(?:\p{Lu}\p{L}{1,4}\.\s)*\p{Lu}[\p{L}’'-]+(?:\s(?:\p{Lu}\.|(?:van|von|de|der|den|da|di|le|la|al|el|bin)\s)?\s?\p{Lu}[\p{L}’'-]+){1,3}(?:,?\s(?:\p{Lu}\.?){2,5})*$/u;
/** Parts of a page that are on every page, by their element or by how people name their class. */
const BESIDE_CONTENT_PATTERN =
  /^(?:footer|nav|form|dialog)(?:\.|$)|(?:^|[.\-_])(?:footer|cookies?|consent|newsletter)(?:$|[.\-_])/i;
const MAX_DESCRIPTION_CHARACTERS = 500;

/** `usedLines` are the lines of the entries. */
type PeopleFindings = { findings: Finding<'person'>[]; usedLines: ReadonlySet<number> };

/** Names under a heading such as "Our team", or one with one of `headingWords`: titles, or the first column of a table. */
export function findPeople(outline: Outline, headingWords: ReadonlySet<string>, language: string): PeopleFindings {
  const { lines } = outline;
  const { tokenize } = createHoursReader(language);
  // When somebody works says nothing about the person.
  const hasOnlyTimes = (text: string) => tokenize(text).every(({ kind }) => kind !== 'other');
  const headings = findHeadingsAbove(lines);
  const hasPeopleWord = (text: string) => hasWord(text, PEOPLE_WORDS) || hasWord(text, headingWords);
  const beginsCard = createCardCheck(outline);
  const isBesideContent = ({ boxes }: Line) =>
    boxes.some((box) => BESIDE_CONTENT_PATTERN.test(outline.shapes.get(box) ?? ''));
  const nameLines = lines.flatMap((line, index) => {
    const { text, level, element } = line;
    const headingsAbove = headings[index] ?? [];
    const isNamed = level > 0 || isFirstCell(outline, line) || findName(line) !== text;
    return (isNamed || (hasPeopleWord(headingsAbove.at(-1)?.text ?? '') && beginsCard(index))) &&
      element !== 'button' &&
      !isBesideContent(line) &&
      PERSON_PATTERN.test(findName(line)) &&
      !hasPeopleWord(findName(line)) &&
      headingsAbove.some((heading) => hasPeopleWord(heading.text))
      ? [index]
      : [];
  });
  // A smaller title right below a name is what the person does: "Ana Ruiz", "Head Coach".
  const isRole = (index: number) =>
    nameLines.includes(index - 1) && (lines[index]?.level ?? 0) > (lines[index - 1]?.level || TITLE_LEVEL);
  const anchors = nameLines.filter((index) => !isRole(index));
  const usedLines = new Set<number>();
  const findings = findEntriesAround(outline, anchors).flatMap(
    ({ anchor, lines: boxLines }, position): Finding<'person'>[] => {
      const end = anchors[position + 1] ?? lines.length;
      const entry =
        boxLines.length > 1 ? boxLines.filter((index) => index > anchor) : findNextParagraph(lines, anchor, end);
      const followingLines = entry.flatMap((index) => lines[index] ?? []);
      // The business itself, with its address or copyright.
      if (followingLines.some(({ text }) => isAddressLine(text) || text.includes('©'))) return [];
      for (const index of [anchor, ...entry]) usedLines.add(index);
      const nameLine = lines[anchor];
      const name = nameLine ? findName(nameLine) : '';
      const role =
        nameLine?.text
          .slice(name.length)
          .replace(/^[\s,|·–—-]+/u, '')
          .replace(/^\((.*)\)$/u, '$1') ?? '';
      const texts = followingLines.filter((line, index) => {
        const isRoleTitle = index === 0 && line.level > (nameLine?.level || TITLE_LEVEL);
        return !line.isLink && (line.level === 0 || isRoleTitle) && !hasOnlyTimes(line.text);
      });
      const description = [role, ...texts.map(({ text }) => text)]
        .map(removeContact)
        .filter(Boolean)
        .reduce((all, text) => (all ? `${all}${/[.!?:;,]$/.test(all) ? '' : '.'} ${text}` : text), '')
        .slice(0, MAX_DESCRIPTION_CHARACTERS);
      return [
        {
          kind: 'person',
          value: {
            name,
            ...(description ? { description } : {}),
            headings: (headings[anchor] ?? []).map(({ text }) => text),
          },
          certainty: 'structure',
          quote: toQuote([name, description].filter(Boolean).join('\n')),
        },
      ];
    },
  );
  return { findings, usedLines };
}

/** "Ana Ruiz – Owner", "Ana Ruiz, head nurse", "<b>Ana Ruiz</b> MSc" */
function findName({ text, breaks }: Line): string {
  const ends = [
    breaks.find((offset) => offset > 0) ?? -1,
    text.length,
    text.search(/\s+[-–—|·]\s|,\s(?=\p{L}?\p{Ll})|\s\(/u),
  ];
  const names = ends.filter((end) => end > 0).map((end) => text.slice(0, end).replace(/[\s,:]+$/u, ''));
  return names.find((name) => PERSON_PATTERN.test(name)) ?? text;
}

/** Sentences that say how to reach the person are left out. */
const removeContact = (text: string): string =>
  text
    .split(/(?<=\p{L}{2}[.!?])\s+/u)
    .filter((sentence) => !EMAIL_PATTERN.test(sentence) && !/\d{3}[\s.-]?\d{4}\b/.test(sentence))
    .join(' ');

const findNextParagraph = (lines: readonly Line[], anchor: number, end: number): number[] =>
  anchor + 1 < end && lines[anchor + 1]?.level === 0 ? [anchor + 1] : [];

/** Whether a line begins one of several boxes of a kind that are side by side, all of which begin with a name and say more. */
function createCardCheck({ lines, shapes }: Outline): (index: number) => boolean {
  const kindOf = (boxes: readonly number[], depth: number) => `${boxes[depth - 1]} ${shapes.get(boxes[depth] ?? -1)}`;
  const boxStarts = lines.flatMap(({ text, boxes }, index) =>
    boxes.flatMap((box, depth) => {
      if (lines[index - 1]?.boxes.includes(box)) return [];
      const isPerson = PERSON_PATTERN.test(text) && !!lines[index + 1]?.boxes.includes(box);
      return [{ index, isPerson, kind: kindOf(boxes, depth) }];
    }),
  );
  const cards = [...Map.groupBy(boxStarts, ({ kind }) => kind).values()].filter(
    (boxesOfKind) => boxesOfKind.length > 1 && boxesOfKind.every(({ isPerson }) => isPerson),
  );
  const firstLines = new Set(cards.flat().map(({ index }) => index));
  return (index) => firstLines.has(index);
}

function isFirstCell({ shapes, childIndexes }: Outline, { boxes }: Line): boolean {
  const cell = boxes.findLast((box) => /^t[dh]\b/.test(shapes.get(box) ?? ''));
  return cell !== undefined && childIndexes.get(cell) === 0;
}
