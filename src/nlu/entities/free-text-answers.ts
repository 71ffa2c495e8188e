// Reads answers that are in no list, such as the name of a medication or a dog.
import { findDialogueAct } from './dialogue-acts.ts';

const LEAD_IN_PATTERN =
  /^(?:(?:\w+(?:['’]s)? ){1,2}name(?: is|['’]s)|(?:\w+ is|\w+['’]s) called|it'?s|its|it is|that'?s|the|my|please|i have|i'?m with|we have|we'?re with|to|send it to|at)\s+/i;

/** The words of the answer; undefined for a bare yes or no, which names nothing. */
export function findShortAnswer(text: string): string | undefined {
  if (findDialogueAct(text)?.rest === '') return undefined;
  const [answer = ''] = text
    .replace(LEAD_IN_PATTERN, '')
    .replace(/[.!?]+$/, '')
    .split(/,|;| and my | my name/i);
  return answer.trim().slice(0, 100) || undefined;
}

/** A short answer that can be a value: neither a question nor a sentence such as "I'd rather not say". */
export function findFreeTextAnswer(text: string): string | undefined {
  const answer = findShortAnswer(text);
  return answer && !text.includes('?') && !SENTENCE_WORD_PATTERN.test(answer) ? answer : undefined;
}

/** Words that are common in sentences but rare in names. */
const SENTENCE_WORD_PATTERN =
  /\b(i|i'm|you|we|my|me|need|want|have|has|is|are|was|do|does|did|can|could|will|would|book|booked|appointments?|refills?|when|what|why|how|who|not|none|idea|sure|later)\b/i;
