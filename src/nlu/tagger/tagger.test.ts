import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../test/growth.ts';
import { pickTodaysShare } from '../../../test/random.ts';
import { loadTagger, type TaggedMessage, trainTagger } from './tagger.ts';

const shippedTagger = loadTagger();
const NAME_SLOTS = ['first_name', 'last_name'] as const;
const tagSlots = (...[text, requestedSlots]: Parameters<typeof shippedTagger.tag>) =>
  Object.fromEntries(shippedTagger.tag(text, requestedSlots).map((span) => [span.slot, span.text]));

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
    expect(tagSlots(text)).toEqual(expected);
  });

  it.each([
    ['6', 'people', { people: '6' }],
    ['6', 'time', { time: '6' }],
    ['Dana', NAME_SLOTS, { first_name: 'Dana' }],
    ['emily stone, 212 555 0188', NAME_SLOTS, { first_name: 'emily', last_name: 'stone' }],
  ] as const)('tags the answer %s as the requested slots: %s', (text, requestedSlots, expected) => {
    expect(tagSlots(text, requestedSlots)).toEqual(expected);
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
    const spans = [...shippedTagger.tag(text), ...shippedTagger.tag(text, NAME_SLOTS)];
    expect(spans.filter(({ slot }) => slot === 'first_name' || slot === 'last_name')).toEqual([]);
  });

  it('returns the position and confidence of a span', () => {
    const text = '  party of 6, please';
    const [span] = shippedTagger.tag(text);
    expect(span).toMatchObject({ slot: 'people', start: 11, end: 12, text: '6' });
    expect(span!.confidence).toBeGreaterThan(0.9);
  });

  it('accepts any text and returns spans that do not overlap within a slot', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const spans = shippedTagger.tag(text, ['people']);
        for (const { start, end, text: spanText } of spans) expect(text.slice(start, end)).toBe(spanText);
        for (const span of spans)
          for (const otherSpan of spans)
            if (span !== otherSpan && span.slot === otherSpan.slot)
              expect(span.end <= otherSpan.start || otherSpan.end <= span.start).toBe(true);
      }),
    );
  });

  it.each(pickTodaysShare(['a ', 'x', '8', '🎉', '@', ''], 3))(
    'takes time linear in the length of the text: %s',
    (unit) => {
      expect(measureGrowth((length) => shippedTagger.tag(unit.repeat(length).slice(0, length)), 500)).toBeLessThan(
        MAX_LINEAR_GROWTH,
      );
    },
  );
});

describe('training', () => {
  const example = (size: number, noun: string): TaggedMessage => {
    const start = `a ${noun} for `.length;
    return {
      text: `a ${noun} for ${size} please`,
      spans: [{ slot: 'people', start, end: start + String(size).length }],
    };
  };
  const examples = Array.from({ length: 30 }, (_, i) => example(2 + (i % 9), i % 2 ? 'table' : 'booth'));

  it('learns from messages, and loaded weights tag like the trained ones', () => {
    const trainedTagger = trainTagger(examples, { epochs: 4 });
    const loadedTagger = loadTagger(trainedTagger.serialize());
    expect(trainedTagger.tag('a table for 12 please')).toMatchObject([{ slot: 'people', text: '12' }]);
    expect(loadedTagger.tag('a table for 12 please')).toEqual(trainedTagger.tag('a table for 12 please'));
  });

  it('gives the same weights for the same seed, and reports the falling loss of each epoch', () => {
    const losses: number[] = [];
    const trainWeights = (seed: number) =>
      trainTagger(examples, { epochs: 3, seed, onEpoch: (_, loss) => losses.push(loss) }).serialize();
    expect(trainWeights(1)).toEqual(trainWeights(1));
    expect(losses).toHaveLength(6);
    expect(losses[2]).toBeLessThan(losses[0]!);
  });

  it('rejects weights that it cannot read', () => {
    expect(() => loadTagger(Uint8Array.of(1, 2, 3))).toThrow();
  });
});
