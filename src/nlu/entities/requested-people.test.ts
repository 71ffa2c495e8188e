import { describe, expect, it } from 'vitest';
import { findRequestedPeople } from './requested-people.ts';

const requestedNames = (text: string) => findRequestedPeople(text).map(({ value }) => value);

describe('a person is requested', () => {
  it.each([
    ['Can I see Dr. Chen?', 'Dr. Chen'],
    ['can i see dr chen tomorrow', 'dr chen'],
    ['I want an appointment with Doctor Chen on Friday', 'Doctor Chen'],
    ['Do you have a Dr. Okafor?', 'Dr. Okafor'],
    ['Is Dr. Chen in on Wednesday?', 'Dr. Chen'],
    ['When is Dr Lee available?', 'Dr Lee'],
    ['Is there anyone called Dr. House?', 'Dr. House'],
    ['Who is Dr. House?', 'Dr. House'],
    ['is there anybody named Jessica?', 'Jessica'],
    ['do you have a stylist called Kim?', 'Kim'],
    ['a haircut with Jessica on Saturday', 'Jessica'],
    ['Book me in with jessica please', 'jessica'],
    ['is Marco free on Friday?', 'Marco'],
    ['Does Priscilla work on Mondays?', 'Priscilla'],
    ['I would like my hair done by Jean Paul', 'Jean Paul'],
    ['Any slots with Mr. Bloggs this week?', 'Mr. Bloggs'],
    ['a training session with Grace tomorrow at 3', 'Grace'],
  ])('in “%s”', (text, name) => {
    expect(requestedNames(text)).toEqual([name]);
  });

  it.each([
    'Can I see the menu?',
    'my daughter is called Ava, can she come along?',
    'I am called Dana',
    'I need to see a doctor tomorrow',
    'can i see a doctor about my knee',
    'Do you have a doctor for kids?',
    'is the doctor in today',
    'I am with Humana, is that ok?',
    'Dr. Chen referred me to you',
    'My records are with Dr. Chen',
    'I used to see Dr. Chen',
    'book me in with anyone on Friday',
    'an appointment with my husband',
    'a table with a view',
    'Is parking available?',
    'is Saturday available',
    'are you free on Friday',
    'Can I pay by Visa?',
    'Is WiFi free?',
    'see you tomorrow',
    'I want to be done by Friday',
    'it comes with fries in the set',
    'Book a table for Dana Fox',
    'I am free in the morning',
  ])('not in “%s”', (text) => {
    expect(requestedNames(text)).toEqual([]);
  });
});
