const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** These end with a point, but no sentence ends with them. */
const ABBREVIATED = /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr|approx|incl|excl|e\.g|i\.e|vs|tel|ext|[A-Z])\.\s*$/i;

/** The sentences of a text; a line break ends one too. */
export function sentencesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const found: string[] = [];
    let open = '';
    for (const { segment } of segmenter.segment(line)) {
      open += segment;
      if (ABBREVIATED.test(open)) continue;
      found.push(open.trim());
      open = '';
    }
    return [...found, open.trim()].filter(Boolean);
  });
}
