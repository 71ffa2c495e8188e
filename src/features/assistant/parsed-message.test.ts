import { expect, it } from 'vitest';
import { parseMessage } from './parsed-message.ts';

it('a message is read with all of its sentences and questions', () => {
  expect(parseMessage('Hi there, table for two tmrw. do you have parking')).toEqual({
    written: 'Hi there, table for two tmrw. do you have parking',
    text: 'table for two tomorrow. do you have parking',
    language: 'en',
    act: undefined,
    isQuestion: false,
    segments: [
      { text: 'table for two tomorrow.', isQuestion: false },
      { text: 'do you have parking', isQuestion: true },
    ],
  });
});

it('a message in another language, and one that begins with a yes', () => {
  expect(parseMessage("Bonjour, je voudrais une table pour deux s'il vous plaît").language).toBe('fr');
  expect(parseMessage('yes please, at 8').act).toEqual({ act: 'yes', rest: 'at 8' });
});
