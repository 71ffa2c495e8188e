import type { Finding } from './findings.ts';
import { quoteOf } from './findings.ts';
import type { Line, Outline } from './outline.ts';
import { recordsAround } from './records.ts';

const MAX_QUESTION_CHARACTERS = 200;
const MAX_ANSWER_CHARACTERS = 3_000;

/** A question is followed by its answer, in one box or up to the next question or heading. */
export function findQuestions(outline: Outline): Finding<'faq'>[] {
  const { lines } = outline;
  const anchors = lines.flatMap(({ text, element }, index) =>
    element === 'summary' || isQuestion(text) ? [index] : [],
  );
  // A single question may be a slogan.
  if (anchors.length < 2) return [];
  return recordsAround(outline, anchors).flatMap(({ anchor, lines: box }, position) => {
    const end = anchors[position + 1] ?? lines.length;
    const following = box.length > 1 ? box.filter((index) => index > anchor) : flatAnswer(lines, anchor, end);
    const answer = following.map((index) => answerLine(lines[index])).join('\n');
    const question = lines[anchor]?.text ?? '';
    if (following.every((index) => lines[index]?.isLink) || answer.length > MAX_ANSWER_CHARACTERS) return [];
    return [
      { kind: 'faq', value: { question, answer }, certainty: 'structure', quote: quoteOf(`${question}\n${answer}`) },
    ];
  });
}

const isQuestion = (text: string) => /[?？؟]$/.test(text) && text.length <= MAX_QUESTION_CHARACTERS;
const answerLine = (line: Line | undefined) => `${line?.element === 'li' ? '- ' : ''}${line?.text ?? ''}`;

/** The lines below a question, as long as they belong to the same box or one inside it. */
function flatAnswer(lines: readonly Line[], anchor: number, end: number): number[] {
  const question = lines[anchor];
  const box = question?.boxes.at(-2);
  const indexes: number[] = [];
  for (let index = anchor + 1; index < end; index++) {
    const line = lines[index];
    if (!line || (line.level > 0 && line.level <= (question?.level || 6))) break;
    if (box !== undefined && !line.boxes.includes(box)) break;
    indexes.push(index);
  }
  return indexes;
}
