import { describe, expect, it } from 'vitest';
import { wholeSentences } from './sentences.ts';

const all = (text: string) => wholeSentences(text, true).whole.map((each) => each.trim());

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
  ])('%j', (text, sentences) => expect(all(text)).toEqual(sentences));

  it('wait for what may still belong to them', () => {
    expect(wholeSentences('We open at 5. ', false)).toEqual({ whole: [], rest: 'We open at 5. ' });
    expect(wholeSentences('We open at 5. Th', false)).toEqual({ whole: ['We open at 5. '], rest: 'Th' });
    expect(wholeSentences('营业。', false).whole).toEqual([]);
  });

  it('lose nothing, however the text is cut', () => {
    const text = 'Dr. Chen is in. At 8 p.m. too!\n- one\n- two. 好。谢谢？ Bye';
    for (let at = 0; at <= text.length; at++) {
      const first = wholeSentences(text.slice(0, at), false);
      const rest = wholeSentences(first.rest + text.slice(at), true).whole;
      expect([...first.whole, ...rest].join('')).toBe(text);
    }
  });
});
