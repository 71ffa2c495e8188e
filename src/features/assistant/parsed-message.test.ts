import { expect, it } from 'vitest';
import { parseMessage } from './parsed-message.ts';

it('splits a message into sentences and finds the questions', () => {
  expect(parseMessage('Hi there, table for two tmrw. do you have parking')).toEqual({
    originalText: 'Hi there, table for two tmrw. do you have parking',
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

it('detects the language and a leading yes', () => {
  expect(parseMessage("Bonjour, je voudrais une table pour deux s'il vous plaît").language).toBe('fr');
  expect(parseMessage('yes please, at 8').act).toEqual({ act: 'yes', rest: 'at 8' });
});
