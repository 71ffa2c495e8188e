import type { Finding } from './findings.ts';
import { toQuote } from './findings.ts';
import { findEntriesAround } from './list-entries.ts';
import type { Line, Outline } from './outline.ts';
import { splitWords } from './words.ts';

const MAX_QUESTION_CHARACTERS = 200;
const MAX_ANSWER_CHARACTERS = 3_000;
const QUESTION_MARKER_PATTERN = /^(\p{L}{1,8}|\d{1,2})\s?[.:)]\s*/u;

/** A question is followed by its answer, in one box or up to the next question or heading. */
export function findQuestions(outline: Outline): Finding<'faq'>[] {
  const { lines } = outline;
  const inlineFaqs = lines.flatMap(findInlineFaqs);
  if (inlineFaqs.length > 1) return toFindings(inlineFaqs);
  const questions = lines.flatMap((line, index) => (isQuestion(line) ? [index] : []));
  // A single question of its kind may be a slogan.
  const kindOf = (index: number) => `${lines[index]?.element} ${lines[index]?.level}`;
  const anchors = questions.filter((index) => questions.filter((other) => kindOf(other) === kindOf(index)).length > 1);
  const faqs = findEntriesAround(outline, anchors).flatMap(({ anchor, lines: boxLines }, position) => {
    const end = anchors[position + 1] ?? lines.length;
    const neighborAnchors = [anchors[position - 1], anchors[position + 1]].filter((index) => index !== undefined);
    const answerLines =
      boxLines.length > 1
        ? boxLines.filter((index) => index > anchor)
        : findFlatAnswer(lines, anchor, end, neighborAnchors);
    const answer = answerLines.map((index) => formatAnswerLine(lines[index])).join('\n');
    const question = lines[anchor]?.text ?? '';
    if (answerLines.every((index) => lines[index]?.isLink) || answer.length > MAX_ANSWER_CHARACTERS) return [];
    return [{ question, answer }];
  });
  return toFindings(faqs);
}

type Faq = { question: string; answer: string };

/** "<b>Are dogs allowed?</b> On the deck." */
function findInlineFaqs({ text, breaks, ...line }: Line): Faq[] {
  const questionEnd = breaks.find((offset) => /[?？؟]$/.test(text.slice(0, offset).trim()));
  if (questionEnd === undefined) return [];
  const [question, answer] = [text.slice(0, questionEnd).trim(), text.slice(questionEnd).trim()];
  return answer && isQuestion({ ...line, breaks, text: question }) ? [{ question, answer }] : [];
}

function toFindings(faqs: readonly Faq[]): Finding<'faq'>[] {
  const questions = removeMarks(faqs.map(({ question }) => question));
  const answers = removeMarks(faqs.map(({ answer }) => answer));
  return faqs.map((faq, index) => ({
    kind: 'faq',
    value: { question: questions[index] ?? '', answer: answers[index] ?? '' },
    certainty: 'structure',
    quote: toQuote(`${faq.question}\n${faq.answer}`),
  }));
}

/** "Q." and "A:", or numbers, if all of them begin so. */
function removeMarks(texts: readonly string[]): string[] {
  const marks = texts.map((text) => QUESTION_MARKER_PATTERN.exec(text));
  const kinds = new Set(marks.map((mark) => (mark ? mark[1]?.replace(/\d+/, '1') : undefined)));
  const isMarked = texts.length > 1 && kinds.size === 1 && !kinds.has(undefined);
  return texts.map((text, index) => (isMarked ? text.slice(marks[index]?.[0].length) : text));
}

/** Elements that hold nothing but a title that opens a text. */
const OPENER_ELEMENTS = new Set(['summary', 'dt', 'button']);
/** "New here?" and "Hungry?" are slogans. */
const MIN_QUESTION_WORDS = 3;
const isQuestion = ({ text, element }: Line): boolean =>
  /[?？؟]$/.test(text) &&
  text.length <= MAX_QUESTION_CHARACTERS &&
  (OPENER_ELEMENTS.has(element) || !/\p{Script=Latin}/u.test(text) || splitWords(text).length >= MIN_QUESTION_WORDS);
const formatAnswerLine = (line: Line | undefined) => `${line?.element === 'li' ? '- ' : ''}${line?.text ?? ''}`;

/** The lines below a question, up to the next title, in the box that holds this question and the one before or after it. */
function findFlatAnswer(
  lines: readonly Line[],
  anchor: number,
  end: number,
  neighborAnchors: readonly number[],
): number[] {
  const question = lines[anchor];
  const sharedDepths = neighborAnchors.map(
    (neighbor) => question?.boxes.findLastIndex((box) => lines[neighbor]?.boxes.includes(box)) ?? -1,
  );
  const box = question?.boxes[Math.max(...sharedDepths)];
  const indexes: number[] = [];
  for (let index = anchor + 1; index < end; index++) {
    const line = lines[index];
    if (!line || (line.level > 0 && line.level <= (question?.level || 6))) break;
    if (box !== undefined && !line.boxes.includes(box)) break;
    indexes.push(index);
  }
  return indexes;
}
