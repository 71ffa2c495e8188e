import { expect, it } from 'vitest';
import { renderUnansweredQuestions } from './phrases.ts';

it.each([
  [['Do you sell gift cards?'], "I don't have an answer to “Do you sell gift cards?” here"],
  [
    ['Is there a sauna here?', 'and can I bring a friend?'],
    "I don't have an answer to “Is there a sauna here?” or “can I bring a friend?” here",
  ],
  [['is there smthn for me'], "I don't have an answer to the rest of your message here"],
  [['something quiet', 'Do you do refills here?'], "I don't have an answer to some of your questions here"],
])('names the unanswered questions of %j', (questions, text) => {
  expect(renderUnansweredQuestions(questions)).toBe(text);
});
