const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** These end with a point, but no sentence ends with them. */
const ABBREVIATED = /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr|approx|incl|excl|e\.g|i\.e|vs|tel|ext|[A-Z])\.$/i;
/** Longer than any of them with what stands before it. More than the end would be read once for each that follows. */
const END = 10;

/** The sentences of a text; a line break ends one too. */
export function sentencesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const found: string[] = [];
    let open: string[] = [];
    const end = () => {
      found.push(open.join('').trim());
      open = [];
    };
    for (const { segment } of segmenter.segment(line)) {
      open.push(segment);
      if (!ABBREVIATED.test(segment.trimEnd().slice(-END))) end();
    }
    end();
    return found.filter(Boolean);
  });
}
