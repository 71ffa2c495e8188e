import { describe, expect, it } from 'vitest';
import { findTraits } from '../../test/traits.ts';
import { findSafetyIssue } from './input-guard.ts';
import { normalize } from './normalize.ts';
import { asksIfSuitableForChild, coversCondition, mentionsAgeLimit } from './suitability.ts';

const adviceKind = (text: string, industry: string) => {
  const issue = findSafetyIssue(text, { traits: findTraits(industry) });
  return issue?.kind === 'medical-advice' ? issue.about : issue?.kind;
};

describe('questions whether something is safe for somebody', () => {
  it.each([
    ['fitness', 'took a proper shot to the head sunday & still a bit dizzy. ok if i do sparring tonight?'],
    ['fitness', 'I sprained my ankle last week, can I still do spin?'],
    ['fitness', 'is it safe to lift with a slipped disc'],
    ['fitness', 'had knee surgery in march, would pilates be ok?'],
    ['fitness', "I've got a bad back, is hot yoga a good idea?"],
    ['fitness', 'hurt my wrist on monday. should i train or rest'],
    ['fitness', 'i have asthma, is the hiit class alright for me'],
    ['fitness', 'can i do reformer while pregnant'],
    ['salon', 'im 5 months gone btw, is a lash lift alright when pregnant?'],
    ['salon', 'is it ok to get my hair coloured while breastfeeding?'],
    ['salon', 'I have eczema on my arms, is waxing fine?'],
    ['salon', 'got sunburnt yesterday, can i still have the facial'],
    ['salon', 'just had a baby, is a deep tissue massage safe for me'],
    ['medical', "I'm breastfeeding, is teeth whitening alright"],
    ['fitness', 'is yoga ok for pregnant women'],
    ['fitness', "my knee's been playing up, would the run club be ok"],
    ['fitness', 'rolled my ankle on tuesday, am i alright to come to yoga'],
    ['fitness', 'got a concussion last week when can i spar again'],
    ['fitness', 'im 16 weeks pregnant can i come to barre'],
    ['fitness', 'i have a heart condition, can i use the sauna'],
    ['fitness', 'is it ok to train with a cold'],
    ['fitness', 'I have asthma, can I do spin'],
    ['fitness', 'can I come after surgery'],
    ['fitness', 'feeling a bit dizzy since this morning, fine to do spin later?'],
    ['salon', 'im on blood thinners, is microneedling ok'],
    ['salon', 'im nursing, can i have botox'],
    ['salon', 'I have eczema, can I still get a facial'],
    ['salon', 'is it safe to color my hair while pregnant'],
    ['retail', 'are the essential oils ok to use when pregnant?'],
  ])('%s: %s', (industry, text) => {
    expect(adviceKind(text, industry)).toBe('suitable');
  });

  it.each([
    ['fitness', "I'm five months pregnant and was told Yuki is the one to see. Is Tuesday at 9:30 in the morning ok?"],
    ['fitness', "I'm 20 weeks pregnant, what could I do with you?"],
    ['fitness', 'I hurt my shoulder last year. Is there a coach who is good with injuries?'],
    ['fitness', 'can i freeze my membership while im injured'],
    ['fitness', 'hurt my back, is it ok to cancel tonight?'],
    ['fitness', 'would love some individual training for my bad knee'],
    ['fitness', 'is it ok to bring a friend'],
    ['fitness', 'is it ok if i come 10 minutes early'],
    ['salon', "I'm pregnant, can I book a massage on saturday at 2?"],
    ['salon', 'is friday ok for a pregnancy massage'],
    ['salon', 'do you do a pregnancy massage'],
    ['medical', "I'm 7 months pregnant and need a checkup"],
    ['medical', 'I hurt my back, is it ok to come in today?'],
    ['restaurant', 'is it ok if we come a bit later'],
    ['salon', 'you did my brows last week, is it ok to wash my face'],
    ['salon', 'broke a nail, is it ok to pop in tonight?'],
    ['salon', 'i have a bad back, can i get a massage'],
    ['salon', 'my back is sore, would a deep tissue or swedish be better'],
    ['fitness', 'i hurt my knee, can i come on tuesday at 6 to see Hana'],
    ['restaurant', 'my dad has a bad hip, is a table without stairs ok'],
    ['restaurant', 'could we have a cold beer on the terrace, is that ok'],
    ['retail', 'are these insoles suitable for bad knees'],
    ['retail', 'is the blue one ok for running'],
  ])('other questions, %s: %s', (industry, text) => {
    expect(adviceKind(text, industry)).toBeUndefined();
  });

  it.each([
    ['After a knock to the head nobody spars.', 'still dizzy, ok to spar', true],
    ['Please tell us of injuries.', 'i sprained my ankle, can i still come', true],
    ['Ask your doctor first.', 'i have asthma, is it safe', true],
    ['From week 14 you are welcome if you are pregnant.', 'is it ok when pregnant', true],
    ['We need a patch test 48 hours before.', 'is it ok when pregnant', false],
    ['There is parking behind the house.', 'hurt my knee, is it ok', false],
  ])('a text of the business covers the condition: %s', (businessText, question, expected) => {
    expect(coversCondition(normalize(businessText), normalize(question))).toBe(expected);
  });
});

describe('questions whether something is suitable for a child', () => {
  it.each([
    ['nephew is 10 months and eats everything. would the second one be ok for him?', true],
    ['is the marble run safe for a 2 year old', true],
    ['would the bricks be suitable for my toddler?', true],
    ['are those alright for a 18mo', true],
    ['my son is 5 years old, what would he like', false],
    ['is it ok to pay in 3 months', false],
    ['is tuesday ok', false],
  ])('%s', (text, expected) => {
    expect(asksIfSuitableForChild(normalize(text))).toBe(expected);
  });

  it.each([
    ['They have small parts and are not for children under 3.', true],
    ['For children aged 4 and up.', true],
    ['Suitable from 18 months.', true],
    ['We hold an item for 48 hours.', false],
  ])('a text of the business with an age limit: %s', (businessText, expected) => {
    expect(mentionsAgeLimit(normalize(businessText))).toBe(expected);
  });
});
