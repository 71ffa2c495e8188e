import { describe, expect, it } from 'vitest';
import {
  ALLOWED_NEXT,
  ALLOWED_PREVIOUS,
  beginLabel,
  END_LABELS,
  endLabel,
  insideLabel,
  OUTSIDE,
  SLOT_COMBINATIONS,
  START_LABELS,
  singleLabel,
  toLabels,
} from './labels.ts';
import { tokenise } from './tokens.ts';

const combinationOf = (...slots: string[]) =>
  SLOT_COMBINATIONS.findIndex((combination) => combination.join() === slots.join());
const [people, date, time] = [combinationOf('people'), combinationOf('date'), combinationOf('time')];
const dateAndTime = combinationOf('date', 'time');
const spansOf = (text: string, ...taggedWords: readonly (readonly ['people' | 'date' | 'time', string])[]) =>
  taggedWords.map(([slot, words]) => ({ slot, start: text.indexOf(words), end: text.indexOf(words) + words.length }));

describe('labels', () => {
  it.each([
    ['a phrase of one word', 'for 4', [['people', '4']], [OUTSIDE, singleLabel(people)]],
    ['a phrase of two words', '4 people', [['people', '4 people']], [beginLabel(people), endLabel(people)]],
    [
      'a phrase of three words',
      'my two kids',
      [['people', 'my two kids']],
      [beginLabel(people), insideLabel(people), endLabel(people)],
    ],
    [
      'one phrase that fills two slots',
      'in an hour',
      [
        ['date', 'in an hour'],
        ['time', 'in an hour'],
      ],
      [beginLabel(dateAndTime), insideLabel(dateAndTime), endLabel(dateAndTime)],
    ],
    [
      'the shorter of two that overlap',
      'at 8 tonight',
      [
        ['time', '8 tonight'],
        ['date', 'tonight'],
      ],
      [OUTSIDE, OUTSIDE, singleLabel(date)],
    ],
    ['a word that is partly marked', '13:00pm', [['time', '13:0']], [singleLabel(time), OUTSIDE]],
  ] as const)('mark %s', (_, text, taggedWords, expectedLabels) => {
    expect(toLabels(tokenise(text), spansOf(text, ...taggedWords))).toEqual(expectedLabels);
  });

  it('can leave a phrase only after its end label', () => {
    expect(ALLOWED_NEXT[beginLabel(date)]).toEqual([insideLabel(date), endLabel(date)]);
    expect(ALLOWED_NEXT[endLabel(date)]).toEqual(START_LABELS);
    expect(ALLOWED_PREVIOUS[OUTSIDE]).toEqual(END_LABELS);
    expect(START_LABELS).not.toContain(endLabel(time));
    expect(END_LABELS).not.toContain(beginLabel(time));
  });
});
