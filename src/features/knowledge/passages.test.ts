import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../test/growth.ts';
import { splitIntoSentences } from '../assistant/sentences.ts';
import { cutIntoPassages } from './passages.ts';

const createSentence = (wordCount: number, word = 'word') =>
  `${Array.from({ length: wordCount }, () => word).join(' ')}.`;

describe('passages', () => {
  it('keep the path of headings above them', () => {
    const blocks = [
      { text: 'Guide', level: 1 },
      { text: 'Kiln', level: 2 },
      { text: 'Hot.' },
      { text: 'Shop', level: 2 },
      { text: 'Open daily.' },
      { text: 'Other guide', level: 1 },
      { text: 'Short.' },
    ];
    expect(cutIntoPassages(blocks)).toEqual([
      { heading: 'Guide › Kiln', text: 'Hot.' },
      { heading: 'Guide › Shop', text: 'Open daily.' },
      { heading: 'Other guide', text: 'Short.' },
    ]);
  });

  it('combine blocks up to eighty words', () => {
    const passages = cutIntoPassages([
      { text: createSentence(30) },
      { text: createSentence(30, 'more') },
      { text: createSentence(30, 'most') },
    ]);
    expect(passages.map(({ text }) => text.split(/\s+/).length)).toEqual([60, 30]);
  });

  it('split long paragraphs between sentences, and overlong sentences anywhere', () => {
    const longPassages = cutIntoPassages([{ text: `${createSentence(50)} ${createSentence(50, 'More')}` }]);
    expect(longPassages.map(({ text }) => text)).toEqual([createSentence(50), createSentence(50, 'More')]);
    expect(cutIntoPassages([{ text: createSentence(500) }]).every(({ text }) => text.split(' ').length <= 80)).toBe(
      true,
    );
    expect(cutIntoPassages([{ text: 'x'.repeat(100_000) }])[0]!.text.length).toBeLessThanOrEqual(1_000);
  });

  it('skip blocks without words and duplicates', () => {
    expect(cutIntoPassages([{ text: '* * *' }, { text: 'Alone', level: 1 }])).toEqual([]);
    const duplicateBlocks = [{ text: 'A', level: 1 }, { text: 'Same.' }, { text: 'A', level: 1 }, { text: 'Same.' }];
    expect(cutIntoPassages(duplicateBlocks)).toHaveLength(1);
  });
});

describe('sentences', () => {
  it.each([
    ['We open at 9 a.m. daily. Come in!', ['We open at 9 a.m. daily.', 'Come in!']],
    ['Ask for Dr. Lee. She is in.', ['Ask for Dr. Lee.', 'She is in.']],
    ['One\nTwo', ['One', 'Two']],
    ['It costs $12.50 a kilo.', ['It costs $12.50 a kilo.']],
    ['See (approx. 5) and St. Mary. Bye', ['See (approx. 5) and St. Mary.', 'Bye']],
    ['Is it No. 5? Yes.', ['Is it No. 5?', 'Yes.']],
    ['A. B. C', ['A. B. C']],
    ['', []],
  ])('are split in %j', (text, expected) => {
    expect(splitIntoSentences(text)).toEqual(expected);
  });

  it.each(['A. ', 'e.g. ', 'Dr.  ', 'word ', 'No. 5. '])('are split in linear time for repeated %j', (unit) => {
    expect(measureGrowth((size) => splitIntoSentences(unit.repeat(size)), 200)).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});
