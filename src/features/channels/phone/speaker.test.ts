import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../../capability/formatter.ts';
import { countHeardCharacters, createSpeaker } from './speaker.ts';

function startSpeaker() {
  const frames: { token: string; last: boolean; interruptible?: boolean }[] = [];
  const speaker = createSpeaker((frame) => void frames.push(frame as never), ENGLISH, 10);
  return { frames, speaker, spokenText: () => frames.map(({ token }) => token).join('') };
}

describe('a reply', () => {
  it('is said sentence by sentence', () => {
    const { frames, speaker } = startSpeaker();
    speaker.finish(speaker.begin(), 'One sentence. Another one.');
    expect(frames).toEqual([
      { type: 'text', token: 'One sentence. ', last: false },
      { type: 'text', token: 'Another one. ', last: true },
    ]);
    expect(speaker.countRemainingMs()).toBeGreaterThan(2_000);
    speaker.markQuiet();
    expect(speaker.countRemainingMs()).toBe(0);
  });

  it('that is still being written is said as far as its sentences are complete', () => {
    const { frames, speaker, spokenText } = startSpeaker();
    const utterance = speaker.begin();
    speaker.update(utterance, 'One sent');
    expect(spokenText()).toBe('');
    speaker.update(utterance, 'One sentence. Ano');
    expect(spokenText()).toBe('One sentence. ');
    speaker.update(utterance, 'One sentence. Another one.');
    expect(spokenText()).toBe('One sentence. Another one. ');
    speaker.finish(utterance, 'One sentence. Another one.');
    expect(spokenText()).toBe('One sentence. Another one. ');
    expect(frames.at(-1)?.last).toBe(true);
    expect(frames.filter(({ last }) => last)).toHaveLength(1);
  });

  it('with a list waits for the end of the list', () => {
    const { spokenText, speaker } = startSpeaker();
    const utterance = speaker.begin();
    speaker.update(utterance, 'We have:\n- Soup.');
    expect(spokenText()).toBe('We have: ');
    speaker.finish(utterance, 'We have:\n- Soup.\n- Salad.');
    expect(spokenText()).toBe('We have: Soup and Salad. ');
  });

  it('is not said any further after it was stopped', () => {
    const { spokenText, speaker } = startSpeaker();
    const utterance = speaker.begin();
    speaker.update(utterance, 'One sentence. Ano');
    utterance.isStopped = true;
    speaker.finish(utterance, 'One sentence. Another one.');
    expect(spokenText()).toBe('One sentence. ');
  });

  it('comes after what has to be heard first', () => {
    const { spokenText, speaker } = startSpeaker();
    const utterance = speaker.begin();
    speaker.sayFirst(utterance, 'Your code is K7P4QX.');
    speaker.finish(utterance, 'Anything else?');
    expect(spokenText()).toBe('Your code is K, 7, P, 4, Q, X. Anything else? ');
  });

  it('that must be heard cannot be interrupted', () => {
    const { frames, speaker } = startSpeaker();
    const utterance = speaker.begin();
    utterance.canInterrupt = false;
    speaker.finish(utterance, 'Call 911 now.');
    expect(frames[0]?.interruptible).toBe(false);
  });
});

describe('what was heard of a reply', () => {
  const TEXT = 'It’s $14.50 in all. Your code is K7P4QX. Anything else?';
  const { speaker } = startSpeaker();
  const utterance = speaker.begin();
  speaker.finish(utterance, TEXT);

  it.each([
    ['', ''],
    ['It’s', 'It’s'],
    ['It’s 14 dollars and 50 cents in all.', 'It’s $14.50 in all.'],
    ['It’s 14 dollars and 50 cents in all. Your code', 'It’s $14.50 in all. Your code'],
    [
      'It’s 14 dollars and 50 cents in all. Your code is K, 7, P, 4, Q, X. Any',
      'It’s $14.50 in all. Your code is K7P4QX.',
    ],
    // Sometimes only the interrupted sentence is reported.
    ['Your code', 'It’s $14.50 in all. Your code'],
    ['Anything else?', TEXT],
  ])('until %j', (spokenText, expected) => {
    expect(TEXT.slice(0, countHeardCharacters(utterance, spokenText)).trim()).toBe(expected);
  });

  it('is never more than the reply', () => {
    expect(countHeardCharacters(utterance, 'x'.repeat(1_000))).toBe(TEXT.length);
  });
});
