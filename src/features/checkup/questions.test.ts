import { describe, expect, it } from 'vitest';
import { readFixtureDocument } from '../../../test/document.ts';
import { containsAllPhrases } from './contains-all-phrases.ts';
import {
  createQuestions,
  findChangedQuestions,
  interleaveTopics,
  type Question,
  selectQuestions,
} from './questions.ts';

const NOW = new Date('2026-11-18T10:00:00-05:00');
const createQuestionsWith = (change: object) =>
  createQuestions({ ...readFixtureDocument('restaurant'), industries: [], ...change }, [], NOW).map(
    ({ ask, mustMention }) => [ask, mustMention],
  );

describe('the questions', () => {
  it('cover every weekday, ignoring closures', () => {
    const hours = {
      mon: [
        ['11:30', '14:30'],
        ['17:00', '02:00'],
      ],
      wed: [['00:00', '24:00']],
    };
    const closures = [{ from: '2026-11-23', to: '2026-11-23' }];
    const questions = createQuestionsWith({ hours, closures, faqs: [], policies: {}, contact: {}, services: [] });
    expect(questions).toContainEqual(['When are you open on Mondays?', ['11:30 AM', '2:30 PM', '5:00 PM', '2:00 AM']]);
    expect(questions).toContainEqual(['When are you open on Wednesdays?', ['12:00 AM', 'midnight']]);
    expect(questions).toContainEqual(['When are you open on Sundays?', ['closed']]);
    expect(questions).toContainEqual(['Are you open on Monday, November 23?', ['closed']]);
  });

  it('skip past dates and missing facts', () => {
    const closures = [
      { from: '2026-11-01', to: '2026-11-01' },
      { from: '2028-01-01', to: '2028-01-01' },
    ];
    expect(createQuestionsWith({ hours: {}, closures, faqs: [], policies: {}, contact: {}, services: [] })).toEqual([]);
  });

  it('ask each FAQ in other words too', () => {
    const faqs = [{ question: 'Is there parking?', answer: 'Behind the house.' }];
    expect(createQuestionsWith({ hours: {}, closures: [], faqs, policies: {}, contact: {}, services: [] })).toEqual([
      ['Is there parking?', ['Behind the house.']],
      ['Hi, I was wondering, is there parking', ['Behind the house.']],
    ]);
  });
});

describe('selecting questions', () => {
  const selectQuestionsOf = (topic: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${topic}${index}`, topic }) as Question);

  it('includes every topic and spreads over a long one', () => {
    const selected = selectQuestions(
      [...selectQuestionsOf('prices', 500), ...selectQuestionsOf('hours', 7), ...selectQuestionsOf('faqs', 40)],
      60,
    );
    expect(selected).toHaveLength(60);
    const countTopic = (topic: string) => selected.filter((question) => question.topic === topic).length;
    expect([countTopic('hours'), countTopic('faqs'), countTopic('prices')]).toEqual([7, 26, 27]);
    expect(selected.some(({ id }) => id === 'prices481')).toBe(true);
  });

  it('starts with the questions a change affects', () => {
    const questionsBefore = selectQuestionsOf('prices', 500);
    const questionsAfter = questionsBefore.map((question, index) =>
      index === 481 || index === 482 ? { ...question, mustMention: ['$5'] } : question,
    );
    const selected = selectQuestions(questionsAfter, 20, findChangedQuestions(questionsBefore, questionsAfter));
    expect(selected).toHaveLength(20);
    expect(selected.map(({ id }) => id)).toEqual(expect.arrayContaining(['prices481', 'prices482']));
  });

  it('alternates between topics', () => {
    const ids = interleaveTopics([
      ...selectQuestionsOf('prices', 3),
      ...selectQuestionsOf('hours', 1),
      ...selectQuestionsOf('faqs', 2),
    ]).map(({ id }) => id);
    expect(ids).toEqual(['prices0', 'hours0', 'faqs0', 'prices1', 'faqs1', 'prices2']);
  });

  it('selects all questions if there are few', () => {
    expect(selectQuestions(selectQuestionsOf('faqs', 20), 60)).toHaveLength(20);
    expect(selectQuestions([], 60)).toEqual([]);
  });
});

describe('an answer', () => {
  it('contains the expected phrases regardless of spelling details', () => {
    expect(containsAllPhrases('The Men’s  Haircut is\u202f$45.', ["men's haircut", '$45'])).toBe(true);
    expect(containsAllPhrases('We are closed.', [['shut', 'closed']])).toBe(true);
    expect(containsAllPhrases('It is $45.', ['$45', 'Haircut'])).toBe(false);
  });
});
