import { describe, expect, it } from 'vitest';
import { ChannelError, type OutgoingMessage } from './channel.ts';
import { resolveChoiceNumber, sendParts, shapeReply, splitText } from './shape-reply.ts';

const LIMITS = { maxCharacters: 40, maxButtons: 3, maxButtonCharacters: 10 };

describe('choices', () => {
  it('are buttons if there is room for all of them', () => {
    expect(shapeReply('When?', ['7 PM', '8 PM'], LIMITS)).toEqual({ parts: ['When?'], buttons: ['7 PM', '8 PM'] });
  });

  it('are numbered if there are too many, or one is too long', () => {
    expect(shapeReply('When?', ['6', '7', '8', '9'], LIMITS)).toEqual({
      parts: ['When?\n\n1. 6\n2. 7\n3. 8\n4. 9'],
      buttons: [],
    });
    expect(shapeReply('Where?', ['Inside', 'Outside on the terrace'], LIMITS).buttons).toEqual([]);
  });

  it('are measured in characters, not in code units', () => {
    expect(shapeReply('Pick', ['🍕🍕🍕🍕🍕🍕'], LIMITS).buttons).toEqual(['🍕🍕🍕🍕🍕🍕']);
  });

  it('can be chosen by their number', () => {
    expect(resolveChoiceNumber('2', ['a', 'b'])).toBe('b');
    expect(resolveChoiceNumber(' 1) ', ['a', 'b'])).toBe('a');
    expect(resolveChoiceNumber('3', ['a', 'b'])).toBe('3');
    expect(resolveChoiceNumber('0', ['a', 'b'])).toBe('0');
    expect(resolveChoiceNumber('2 people', ['a', 'b'])).toBe('2 people');
  });
});

describe('a long text', () => {
  it('is split between paragraphs, sentences or words', () => {
    expect(splitText(`${'a'.repeat(15)}\n\n${'b'.repeat(10)}`, 20)).toEqual(['a'.repeat(15), 'b'.repeat(10)]);
    expect(splitText('We open at nine. We close at ten.', 20)).toEqual(['We open at nine.', 'We close at ten.']);
    expect(splitText('one two three four', 10)).toEqual(['one two', 'three four']);
  });

  it('never splits a character', () => {
    expect(splitText('😀'.repeat(4), 3)).toEqual(['😀', '😀', '😀', '😀']);
  });

  it('loses no word', () => {
    const words = Array.from({ length: 500 }, (_, index) => `w${index}`);
    for (const maxLength of [10, 33, 160, 1_600])
      expect(splitText(words.join(' '), maxLength).join(' ').split(' ')).toEqual(words);
  });
});

describe('the parts of a reply', () => {
  const message = (fields: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
    id: 'msg_1',
    address: '1',
    text: 'We open at nine every day. We close at ten.',
    suggestions: ['Book'],
    context: {},
    ...fields,
  });
  const PARTS = ['We open at nine every day.', 'We close at ten.'];

  it('are sent in order, the buttons with the last', async () => {
    const sentParts: unknown[] = [];
    const ids = await sendParts(message(), LIMITS, async (...part) => `id${sentParts.push(part)}`);
    expect(ids).toEqual(['id1', 'id2']);
    expect(sentParts).toEqual([
      [PARTS[0], []],
      [PARTS[1], ['Book']],
    ]);
  });

  it('are not sent again if a later one fails', async () => {
    const failure = await sendParts(message(), LIMITS, async (text) => {
      if (text === PARTS[1]) throw new ChannelError('busy');
      return 'id1';
    }).catch((error: ChannelError) => error);
    expect(failure).toMatchObject({ message: 'busy', sentIds: ['id1'] });
    const sentTexts: string[] = [];
    const ids = await sendParts(message({ sentIds: ['id1'] }), LIMITS, async (text) => `id${sentTexts.push(text) + 1}`);
    expect(ids).toEqual(['id1', 'id2']);
    expect(sentTexts).toEqual([PARTS[1]]);
  });
});
