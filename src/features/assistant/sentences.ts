const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations whose period does not end a sentence. */
const ABBREVIATION_AT_END_PATTERN =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr|approx|incl|excl|e\.g|i\.e|vs|tel|ext|[A-Z])\.$/i;
/** Longer than any abbreviation. Testing only the end keeps the time linear in the length of the text. */
const TESTED_END_CHARS = 10;

/** Splits a text into sentences; a line break ends one too. */
export function splitIntoSentences(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const sentences: string[] = [];
    let segments: string[] = [];
    const endSentence = () => {
      sentences.push(segments.join('').trim());
      segments = [];
    };
    for (const { segment } of segmenter.segment(line)) {
      segments.push(segment);
      if (!ABBREVIATION_AT_END_PATTERN.test(segment.trimEnd().slice(-TESTED_END_CHARS))) endSentence();
    }
    endSentence();
    return sentences.filter(Boolean);
  });
}
