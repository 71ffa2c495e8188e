import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../test/growth.ts';
import { rotatingSample } from '../../../test/random.ts';
import { loadTagger, type TaggedMessage, trainTagger } from './tagger.ts';

const shipped = loadTagger();
const names = ['first_name', 'last_name'] as const;
const tag = (...[text, requestedSlots]: Parameters<typeof shipped.tag>) =>
  Object.fromEntries(shipped.tag(text, requestedSlots).map((span) => [span.slot, span.text]));

describe('the shipped tagger', () => {
  it.each([
    ['under Sam Reyes, 917 555 0134', { first_name: 'Sam', last_name: 'Reyes' }],
    ["my name's li wei", { first_name: 'li', last_name: 'wei' }],
    ["it's Dana", { first_name: 'Dana' }],
    ['Name: Robert Chen', { first_name: 'Robert', last_name: 'Chen' }],
    ["I'm Karen O'Neil", { first_name: 'Karen', last_name: "O'Neil" }],
    ['Table for 4 at 7pm tomorrow', { people: '4', time: '7pm', date: 'tomorrow' }],
    ['my wife and two kids', { people: 'my wife and two kids' }],
    ['there will be 5 adults and 1 child', { people: '5 adults and 1 child' }],
  ])('finds the slots in: %s', (text, expected) => {
    expect(tag(text)).toEqual(expected);
  });

  it.each([
    ['6', 'people', { people: '6' }],
    ['6', 'time', { time: '6' }],
    ['Dana', names, { first_name: 'Dana' }],
    ['emily stone, 212 555 0188', names, { first_name: 'emily', last_name: 'stone' }],
  ] as const)('tags the answer %s as the requested slots: %s', (text, requestedSlots, expected) => {
    expect(tag(text, requestedSlots)).toEqual(expected);
  });

  it.each([
    'do you allow dogs?',
    'how much is a mens haircut',
    'can I get a haircut with Maria',
    'what is the difference between Plus and Elite',
    'I have a sore throat and a fever',
    'where can I park near Main Street',
    'do you ship to Canada',
    "what's the wifi password",
    "I'm allergic to peanuts",
    'actually never mind',
  ])('finds no name in: %s', (text) => {
    const spans = [...shipped.tag(text), ...shipped.tag(text, names)];
    expect(spans.filter(({ slot }) => slot === 'first_name' || slot === 'last_name')).toEqual([]);
  });

  it('returns the position and confidence of a span', () => {
    const text = '  party of 6, please';
    const [span] = shipped.tag(text);
    expect(span).toMatchObject({ slot: 'people', start: 11, end: 12, text: '6' });
    expect(span!.confidence).toBeGreaterThan(0.9);
  });

  it('accepts any text and returns spans that do not overlap within a slot', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const spans = shipped.tag(text, ['people']);
        for (const { start, end, text: words } of spans) expect(text.slice(start, end)).toBe(words);
        for (const a of spans)
          for (const b of spans)
            if (a !== b && a.slot === b.slot) expect(a.end <= b.start || b.end <= a.start).toBe(true);
      }),
    );
  });

  it.each(rotatingSample(['a ', 'x', '8', '🎉', '@', ''], 3))(
    'takes time linear in the length of the text: %s',
    (words) => {
      expect(measureGrowth((length) => shipped.tag(words.repeat(length).slice(0, length)), 500)).toBeLessThan(
        MAX_LINEAR_GROWTH,
      );
    },
  );
});

describe('training', () => {
  const example = (size: number, place: string): TaggedMessage => {
    const start = `a ${place} for `.length;
    return {
      text: `a ${place} for ${size} please`,
      spans: [{ slot: 'people', start, end: start + String(size).length }],
    };
  };
  const examples = Array.from({ length: 30 }, (_, i) => example(2 + (i % 9), i % 2 ? 'table' : 'booth'));

  it('learns from messages, and loaded weights tag like the trained ones', () => {
    const trained = trainTagger(examples, { epochs: 4 });
    const loaded = loadTagger(trained.save());
    expect(trained.tag('a table for 12 please')).toMatchObject([{ slot: 'people', text: '12' }]);
    expect(loaded.tag('a table for 12 please')).toEqual(trained.tag('a table for 12 please'));
  });

  it('gives the same weights for the same seed, and reports progress', () => {
    const losses: number[] = [];
    const bytes = (seed: number) =>
      trainTagger(examples, { epochs: 3, seed, onEpoch: (_, loss) => losses.push(loss) }).save();
    expect(bytes(1)).toEqual(bytes(1));
    expect(losses).toHaveLength(6);
    expect(losses[2]).toBeLessThan(losses[0]!);
  });

  it('rejects weights that it cannot read', () => {
    expect(() => loadTagger(Uint8Array.of(1, 2, 3))).toThrow();
  });
});
