// Recognises messages that are just a yes or no in another language.
import { readFileSync } from 'node:fs';

/** Answers by language. Punctuation and spaces do not matter. */
const ANSWERS_BY_LANGUAGE: Record<string, { yes: string[]; no: string[] }> = JSON.parse(
  readFileSync(new URL('plain-answers.json', import.meta.url), 'utf8'),
);

const ACT_BY_ANSWER = new Map<string, 'yes' | 'no'>(
  Object.values(ANSWERS_BY_LANGUAGE).flatMap((answers) =>
    (['no', 'yes'] as const).flatMap((act) => answers[act].map((answer) => [normalize(answer), act] as const)),
  ),
);

/** Undefined if the message says anything else. */
export function findBareYesOrNo(text: string): 'yes' | 'no' | undefined {
  return text.length <= MAX_ANSWER_CHARS ? ACT_BY_ANSWER.get(normalize(text)) : undefined;
}

const MAX_ANSWER_CHARS = 60;

function normalize(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) /gu, '')
    .trim();
}
