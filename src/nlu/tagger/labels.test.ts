import { describe, expect, it } from 'vitest';
import { AFTER, BEFORE, begin, end, FIRST, inside, LAST, labelsOf, MEANINGS, OUTSIDE, whole } from './labels.ts';
import { tokenise } from './tokens.ts';

const meaning = (...slots: string[]) => MEANINGS.findIndex((found) => found.join() === slots.join());
const [people, date, time] = [meaning('people'), meaning('date'), meaning('time')];
const both = meaning('date', 'time');
const spans = (text: string, ...found: readonly (readonly ['people' | 'date' | 'time', string])[]) =>
  found.map(([slot, words]) => ({ slot, start: text.indexOf(words), end: text.indexOf(words) + words.length }));

describe('labels', () => {
  it.each([
    ['one word', 'for 4', [['people', '4']], [OUTSIDE, whole(people)]],
    ['two words', '4 people', [['people', '4 people']], [begin(people), end(people)]],
    ['more words', 'my two kids', [['people', 'my two kids']], [begin(people), inside(people), end(people)]],
    [
      'one phrase that says two things',
      'in an hour',
      [
        ['date', 'in an hour'],
        ['time', 'in an hour'],
      ],
      [begin(both), inside(both), end(both)],
    ],
    [
      'the shorter of two that overlap',
      'at 8 tonight',
      [
        ['time', '8 tonight'],
        ['date', 'tonight'],
      ],
      [OUTSIDE, OUTSIDE, whole(date)],
    ],
    ['a word of which a part is marked', '13:00pm', [['time', '13:0']], [whole(time), OUTSIDE]],
  ] as const)('%s', (_, text, found, expected) => {
    expect(labelsOf(tokenise(text), spans(text, ...found))).toEqual(expected);
  });

  it('let a phrase only be left by its end', () => {
    expect(AFTER[begin(date)]).toEqual([inside(date), end(date)]);
    expect(AFTER[end(date)]).toEqual(FIRST);
    expect(BEFORE[OUTSIDE]).toEqual(LAST);
    expect(FIRST).not.toContain(end(time));
    expect(LAST).not.toContain(begin(time));
  });
});
