// `npm run messages`: lists the missing translations of each language. `--write-missing` writes them to JSON files with
// empty translations; `--list` prints every English message with the files that use it.
import { writeFileSync } from 'node:fs';
import { collectEnglishMessages, readCatalogue, TRANSLATION_LANGUAGES } from './collect.ts';

const messages = collectEnglishMessages();
const [option] = process.argv.slice(2);

if (option === '--list') {
  process.stdout.write(`${JSON.stringify(messages, null, 2)}\n`);
} else {
  for (const language of TRANSLATION_LANGUAGES) {
    const catalogue = readCatalogue(language);
    const missingTexts = messages.filter(({ text }) => !catalogue[text]).map(({ text }) => text);
    const unusedTexts = Object.keys(catalogue).filter((text) => !messages.some((message) => message.text === text));
    process.stdout.write(
      `${language}: ${missingTexts.length} of ${messages.length} missing, ${unusedTexts.length} unused\n`,
    );
    if (option !== '--write-missing') for (const text of missingTexts) process.stdout.write(`  ${text}\n`);
    else if (missingTexts.length > 0)
      writeFileSync(
        `missing-${language}.json`,
        `${JSON.stringify(Object.fromEntries(missingTexts.map((text) => [text, ''])), null, 2)}\n`,
      );
  }
}
