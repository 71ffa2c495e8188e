import { memoize } from '../../kernel/memoize.ts';
import { correctHealthWords } from '../../nlu/entities/health-words.ts';

/** A full stop after one of these does not end the sentence, as in "Dr. Chen" or "7 p.m.". */
const ABBREVIATION_PATTERN = /\b(?:dr|mr|mrs|ms|st|ave|apt|vs|etc|approx|[ap]\.m|e\.g|i\.e)\.$/i;
/** "Will" and "may" need a third word, so that names such as "Will Smith" and "May Chen" are not questions. */
const QUESTION_OPENING_PATTERN =
  "(?:(?:from|until|till|since|at|by|for) (?:when|what|which|how)|how|hows|how's|what|what's|whats|when|whens|when's|where|wheres|where's|who|whos|who's|which|why|(?:is it |also )?(?:ok|okay|alright|all right) (?:if|to)|do|does|did|is|are|can|could|would|should|(?:will|may)(?!\\s+[^\\s,.;]+\\s*(?![^,.;(+\\d]))|have you|has|any chance|(?:some|any)where (?:i|we|to))";
/** The lookbehind avoids quadratic time on a long run of spaces. */
const CLAUSE_BOUNDARY_PATTERN = new RegExp(
  `(?:,|;|\\s[-–—])?(?<!\\s)\\s+(?:and|but|also|plus|&|oh and|and also)\\s+(?=(?:also\\s+)?${QUESTION_OPENING_PATTERN}\\b)|[,;:]\\s+(?=${QUESTION_OPENING_PATTERN}\\b)`,
  'i',
);
/** Even a long letter has fewer. */
const MAX_CLAUSES = 24;

/** The sentences and questions of a message, since each may be a separate request. */
export const splitIntoClauses = memoize((message: string) => message, computeClauses);

function computeClauses(message: string): readonly string[] {
  const sentences = message.split(/\n+/).flatMap(splitSentences);
  const clauses = sentences
    .flatMap(splitQuestions)
    .flatMap(splitLongSentence)
    .map((clause) => clause.trim());
  return clauses.filter((clause) => /[\p{L}\p{N}]/u.test(clause)).slice(0, MAX_CLAUSES);
}

const MAX_UNSPLIT_WORDS = 20;

/** Splits a long statement at ", and", since it often covers two topics: "Three of us are vegan, and my uncle uses a wheelchair". */
const splitLongSentence = (clause: string): string[] =>
  clause.split(/\s+/).length > MAX_UNSPLIT_WORDS && !isQuestion(clause)
    ? clause.split(/, and (?=\w+ \w+ \w+)/)
    : [clause];

const MAX_TAG_QUESTION_WORDS = 2;

/** Splits joined questions, but keeps short tags attached: "There's none in it, is there?". */
function splitQuestions(sentence: string): string[] {
  const questions: string[] = [];
  for (const part of sentence.split(CLAUSE_BOUNDARY_PATTERN)) {
    const isTag = questions.length > 0 && part.trim().split(/\s+/).length <= MAX_TAG_QUESTION_WORDS;
    questions.push(isTag ? `${questions.pop()}, ${part}` : part);
  }
  return questions;
}

function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 1: marks = '', index } of line.matchAll(/(?<![.?!])([.?!]+)\s+/g)) {
    const end = index + marks.length;
    // "No. 12" is a number, whereas "no. Is there another?" is two sentences.
    const isNumber = /\bno\.$/i.test(line.slice(start, end)) && /^\s+\d/.test(line.slice(end));
    if (isNumber || ABBREVIATION_PATTERN.test(line.slice(start, end))) continue;
    sentences.push(line.slice(start, end));
    start = end;
  }
  return [...sentences, line.slice(start)];
}

const QUESTION_START_PATTERN = new RegExp(
  `^(?:and|but|so|ok|okay|also|hi|hey|hello|wait|well|um|oh|sorry)?[,!. ]*(?:${QUESTION_OPENING_PATTERN})\\b`,
  'i',
);

export const isQuestion = (text: string) => text.includes('?') || QUESTION_START_PATTERN.test(text.trim());

const GREETING_PATTERN =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day))(?: there| all| guys| team)?[\s,.!-]+(?=\p{L}+\s+\p{L}+\s+\p{L})/iu;

/** Phone shorthand that is unambiguous in its position. Some patterns are lower case only, so that initials in names do not match. */
const SHORTHAND_REPLACEMENTS: [RegExp, string][] = [
  [/(?<=\S )n(?= \S)/g, 'and'],
  [/(?<=\s)w\/o(?=\s)/gi, 'without'],
  [/(?<=\s)w\/(?=\s)/gi, 'with'],
  [/\b(w|c|sh)ud\b/g, '$1ould'],
  [/\br (?:u|you|ya)\b/gi, 'are you'],
  [/\bare u\b/gi, 'are you'],
  // Irish English for "you"; on its own it is a yes.
  [/(?<=\p{L}{2} )ye\b/giu, 'you'],
  [/\b(?:smth|sth)\b/g, 'something'],
  [/\b2ni(?:te|ght)\b/gi, 'tonight'],
  [/\b2day\b/gi, 'today'],
  [/\b2mor+ow?\b|\b2mrw\b|\b(?:tmrw|tmr|tmw)\b/gi, 'tomorrow'],
  [
    /(?<=\b(?:table|book|room|ok|okay|good|fine|safe|works) )4(?= (?:me|us|my|two|three|four|five|six|seven|eight)\b)/gi,
    'for',
  ],
  // Before an article or pronoun, "4" is not a count.
  [/(?<=^|(?<!\bfor)\s)4(?= (?:an?|the|my|our|me|him|her|them)\b)/gi, 'for'],
];

/** The message without its greeting, with shorthand spelled out and typos in words about health corrected. */
export const normalizeMessage = (message: string) =>
  correctHealthWords(
    SHORTHAND_REPLACEMENTS.reduce(
      (text, [short, long]) => text.replace(short, long),
      message.replace(GREETING_PATTERN, ''),
    ),
  );
