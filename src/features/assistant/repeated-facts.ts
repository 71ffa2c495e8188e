// Leaves out what another text of the same reply says already, such as an FAQ that repeats a field of the document.
import { extractContentWords } from './content-words.ts';
import { splitIntoSentences } from './sentences.ts';

/** A sentence of fewer words, such as "Yes, of course.", states no fact of its own. */
const MIN_FACT_WORDS = 2;

type Sentence = { text: string; textIndex: number; words: ReadonlySet<string>; isDenial: boolean };

/** Drops each sentence whose words all occur in one sentence of another text. Of two equal sentences, the first stays. */
export function withoutRepeatedFacts(texts: readonly string[]): string[] {
  if (texts.length < 2) return [...texts];
  const sentencesByText = texts.map((text, textIndex) =>
    splitIntoSentences(text).map(
      (sentence): Sentence => ({
        text: sentence,
        textIndex,
        words: extractContentWords(sentence),
        isDenial: isDenial(sentence),
      }),
    ),
  );
  const allSentences = sentencesByText.flat();
  return texts.map((text, index) => {
    const sentences = sentencesByText[index] ?? [];
    const keptSentences = sentences.filter((sentence) => !allSentences.some((other) => repeats(sentence, other)));
    return keptSentences.length === sentences.length ? text : keptSentences.map((sentence) => sentence.text).join(' ');
  });
}

function repeats(sentence: Sentence, other: Sentence): boolean {
  if (other.textIndex === sentence.textIndex || sentence.words.size < MIN_FACT_WORDS) return false;
  if (sentence.text.endsWith('?') || sentence.isDenial !== other.isDenial) return false;
  if (!sentence.words.isSubsetOf(other.words)) return false;
  return sentence.words.size < other.words.size || other.textIndex < sentence.textIndex;
}

/** A denial is another fact: "We have no parking" does not repeat "We have parking". */
const isDenial = (sentence: string): boolean => NEGATIONS.some((word) => ` ${sentence.toLowerCase()} `.includes(word));

const NEGATIONS = [' no ', ' not ', 'n’t ', "n't ", ' without ', ' never '];
