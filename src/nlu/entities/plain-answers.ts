// A plain yes or no in other languages than English, where it is the whole message.
import { readFileSync } from 'node:fs';

/** Ways to say it, by language. Signs, spaces and accents at the ends do not matter. */
const ANSWERS: Record<string, { yes: string[]; no: string[] }> = JSON.parse(
  readFileSync(new URL('plain-answers.json', import.meta.url), 'utf8'),
);

/** English reads these itself; they are no others there. */
const known = new Map<string, 'yes' | 'no'>(
  Object.values(ANSWERS).flatMap((answers) =>
    (['no', 'yes'] as const).flatMap((act) => answers[act].map((said) => [plain(said), act] as const)),
  ),
);

/** Undefined where the message says anything more. */
export function plainAnswer(text: string): 'yes' | 'no' | undefined {
  return text.length <= LONGEST ? known.get(plain(text)) : undefined;
}

const LONGEST = 60;

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) /gu, '')
    .trim();
}
