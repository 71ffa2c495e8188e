import { memoize } from '../../kernel/memoize.ts';
import { withHealthWords } from '../../nlu/entities/health-words.ts';

/** "Dr. Chen" and "7 p.m." end no sentence. */
const ABBREVIATION = /\b(?:dr|mr|mrs|ms|st|ave|apt|vs|etc|approx|[ap]\.m|e\.g|i\.e)\.$/i;
/** "Will Smith" and "May Chen" ask nothing: a question goes on after the second word. */
const QUESTION =
  "(?:(?:from|until|till|since|at|by|for) (?:when|what|which|how)|how|hows|how's|what|what's|whats|when|whens|when's|where|wheres|where's|who|whos|who's|which|why|(?:is it |also )?(?:ok|okay|alright|all right) (?:if|to)|do|does|did|is|are|can|could|would|should|(?:will|may)(?!\\s+[^\\s,.;]+\\s*(?![^,.;(+\\d]))|have you|has|any chance|(?:some|any)where (?:i|we|to))";
/** Looking back keeps a long run of spaces or dots from being read anew at each of them. */
const JOINT = new RegExp(
  `(?:,|;|\\s[-–—])?(?<!\\s)\\s+(?:and|but|also|plus|&|oh and|and also)\\s+(?=(?:also\\s+)?${QUESTION}\\b)|[,;:]\\s+(?=${QUESTION}\\b)`,
  'i',
);
/** A letter with its greeting and its name has no more. */
const MOST = 24;

/** The sentences and questions of a message: each may want something else. */
export const clausesOf = memoize((message: string) => message, readClauses);

function readClauses(message: string): readonly string[] {
  const sentences = message.split(/\n+/).flatMap(sentencesOf);
  const clauses = sentences
    .flatMap(questionsIn)
    .flatMap(halvesOf)
    .map((clause) => clause.trim());
  return clauses.filter((clause) => /[\p{L}\p{N}]/u.test(clause)).slice(0, MOST);
}

const LONG = 20;

/** "Three of us are vegan, …, and my colleague uses a wheelchair": a long sentence may tell of two things. */
const halvesOf = (clause: string): string[] =>
  clause.split(/\s+/).length > LONG && !isQuestion(clause) ? clause.split(/, and (?=\w+ \w+ \w+)/) : [clause];

const TAG = 2;

/** "There's none in it, is there?" is one question, and so is "What have you got for her, and when?" */
function questionsIn(sentence: string): string[] {
  const questions: string[] = [];
  for (const part of sentence.split(JOINT)) {
    const isTag = questions.length > 0 && part.trim().split(/\s+/).length <= TAG;
    questions.push(isTag ? `${questions.pop()}, ${part}` : part);
  }
  return questions;
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { 1: marks = '', index } of line.matchAll(/(?<![.?!])([.?!]+)\s+/g)) {
    const end = index + marks.length;
    // "No. 12" is one thing, "no. Is there another?" is two.
    const isNumber = /\bno\.$/i.test(line.slice(from, end)) && /^\s+\d/.test(line.slice(end));
    if (isNumber || ABBREVIATION.test(line.slice(from, end))) continue;
    sentences.push(line.slice(from, end));
    from = end;
  }
  return [...sentences, line.slice(from)];
}

const ASKS = new RegExp(
  `^(?:and|but|so|ok|okay|also|hi|hey|hello|wait|well|um|oh|sorry)?[,!. ]*(?:${QUESTION})\\b`,
  'i',
);

export const isQuestion = (text: string) => text.includes('?') || ASKS.test(text.trim());

const HELLO =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day))(?: there| all| guys| team)?[\s,.!-]+(?=\p{L}+\s+\p{L}+\s+\p{L})/iu;

/** What people type on phones, where it can mean nothing else. Names are not in lower case there, or stand elsewhere. */
const SHORTHAND: [RegExp, string][] = [
  [/(?<=\S )n(?= \S)/g, 'and'],
  [/(?<=\s)w\/o(?=\s)/gi, 'without'],
  [/(?<=\s)w\/(?=\s)/gi, 'with'],
  [/\b(w|c|sh)ud\b/g, '$1ould'],
  [/\br (?:u|you|ya)\b/gi, 'are you'],
  [/\bare u\b/gi, 'are you'],
  // As they say in Galway; alone it is a yes.
  [/(?<=\p{L}{2} )ye\b/giu, 'you'],
  [/\b(?:smth|sth)\b/g, 'something'],
  [/\b2ni(?:te|ght)\b/gi, 'tonight'],
  [/\b2day\b/gi, 'today'],
  [/\b2mor+ow?\b|\b2mrw\b|\b(?:tmrw|tmr|tmw)\b/gi, 'tomorrow'],
  [
    /(?<=\b(?:table|book|room|ok|okay|good|fine|safe|works) )4(?= (?:me|us|my|two|three|four|five|six|seven|eight)\b)/gi,
    'for',
  ],
  // Nobody counts four of "a haircut".
  [/(?<=^|(?<!\bfor)\s)4(?= (?:an?|the|my|our|me|him|her|them)\b)/gi, 'for'],
];

/** The message without what says nothing about the wish, and with its words spelled out. */
export const plainText = (message: string) =>
  withHealthWords(SHORTHAND.reduce((text, [short, long]) => text.replace(short, long), message.replace(HELLO, '')));
