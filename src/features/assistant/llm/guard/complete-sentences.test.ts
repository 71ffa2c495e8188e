import { describe, expect, it } from 'vitest';
import { splitCompleteSentences } from './complete-sentences.ts';

const splitSentences = (text: string) =>
  splitCompleteSentences(text, true).completeSentences.map((sentence) => sentence.trim());

describe('sentences', () => {
  it.each([
    [
      'Dr. Chen is in at 8 p.m. on Friday. It is $4.50! No. 5?',
      ['Dr. Chen is in at 8 p.m. on Friday.', 'It is $4.50!', 'No. 5?'],
    ],
    ['今天营业。明天休息！好吗？好', ['今天营业。', '明天休息！', '好吗？', '好']],
    ['مرحبا؟ نعم. हाँ। ठीक', ['مرحبا؟', 'نعم.', 'हाँ।', 'ठीक']],
    ['We have:\n1. Pizza\n2. Pasta', ['We have:', '1. Pizza', '2. Pasta']],
    ['Am 12. November um 8. Danke.', ['Am 12. November um 8.', 'Danke.']],
    ['La Dra. Ruiz atiende hoy. ¿Le va bien?', ['La Dra. Ruiz atiende hoy.', '¿Le va bien?']],
    ['There is parking [2]. And a bus.[1] Bye', ['There is parking [2].', 'And a bus.[1]', 'Bye']],
  ])('are split: %j', (text, sentences) => expect(splitSentences(text)).toEqual(sentences));

  it('waits while a continuation may still belong to the sentence', () => {
    expect(splitCompleteSentences('We open at 5. ', false)).toEqual({
      completeSentences: [],
      unfinishedText: 'We open at 5. ',
    });
    expect(splitCompleteSentences('We open at 5. Th', false)).toEqual({
      completeSentences: ['We open at 5. '],
      unfinishedText: 'Th',
    });
    expect(splitCompleteSentences('营业。', false).completeSentences).toEqual([]);
  });

  it('loses nothing wherever the text is cut', () => {
    const text = 'Dr. Chen is in. At 8 p.m. too!\n- one\n- two. 好。谢谢？ Bye';
    for (let index = 0; index <= text.length; index++) {
      const firstPart = splitCompleteSentences(text.slice(0, index), false);
      const remainingSentences = splitCompleteSentences(
        firstPart.unfinishedText + text.slice(index),
        true,
      ).completeSentences;
      expect([...firstPart.completeSentences, ...remainingSentences].join('')).toBe(text);
    }
  });
});
