import { describe, expect, it } from 'vitest';
import { findTraits } from '../../test/traits.ts';
import { isAngry } from './anger.ts';
import { findSafetyIssue } from './input-guard.ts';

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];

describe.each(INDUSTRIES)('abuse, written to a business of kind %s', (industry) => {
  it.each([
    'fuck you',
    'FUCK OFF you useless bot',
    'you are an idiot',
    "you're all fucking morons",
    'stupid bitch',
    'go to hell',
    'send me nudes',
    'are you horny',
    'what are you wearing ;)',
    'i will burn your shop down',
    "I'm going to find you and hurt you",
    'you piece of shit, your staff are thieves',
    'shut up',
  ])('%s', (text) => {
    expect(findSafetyIssue(text, { traits: findTraits(industry) })).toEqual({ kind: 'abuse' });
  });
});

describe('words that only look abusive', () => {
  it.each([
    ['restaurant', 'faggots and peas, still on the menu?'],
    ['restaurant', 'is spotted dick on for dessert'],
    ['restaurant', 'cock-a-leekie soup please'],
    ['restaurant', 'that cocktail was sick, do you still do it'],
    ['restaurant', 'the pizza was fucking amazing, can I book again'],
    ['restaurant', 'table for Dick Johnson at 7'],
    ['restaurant', 'damn good burger, open sunday?'],
    ['salon', 'how much is a brazilian wax'],
    ['salon', 'do you do breast or chest hair waxing'],
    ['medical', 'I need an STD test'],
    ['medical', 'appointment about erectile dysfunction'],
    ['medical', 'pain during sex, can I see a gynecologist'],
    ['medical', 'I need a pap smear, vagina is itchy'],
    ['fitness', 'going to smash that class tomorrow'],
    ['fitness', 'I want to kill this workout'],
    ['retail', 'can you beat your competitor’s price'],
    ['retail', 'is the fabric flame retardant'],
    ['retail', 'where can I find you on instagram'],
  ])('%s: %s', (industry, text) => {
    expect(findSafetyIssue(text, { traits: findTraits(industry) })).toBeUndefined();
  });
});

describe('anger', () => {
  it.each([
    'this is unacceptable',
    'I am furious, I waited 45 minutes',
    'absolutely disgusting service',
    'worst haircut ever',
    'I want my money back',
    'never coming back',
    'I will leave a 1 star review',
    'my lawyer will be in touch',
    "I'm going to report you to trading standards",
    'what the hell is wrong with you people',
    'wtf i booked this weeks ago',
    'you ruined my hair',
    'the waiter was so rude',
    'your food is shit',
    'this is ridiculous',
    'I’m really disappointed with my visit',
    'what a joke',
    'sick and tired of waiting',
    'WHERE IS MY ORDER I HAVE WAITED 3 WEEKS!!!',
    'I want to make a complaint',
    'i want to complain about my stylist',
    'fuck you',
    'are you kidding me',
    'total rip off',
    'found a hair in my paella',
    'our coach never showed up for the session',
    'waited an hour and the driver did not even turn up',
  ])('is found in: %s', (text) => {
    expect(isAngry(text)).toBe(true);
  });

  it.each([
    'table for 4 tomorrow at 7',
    'appointment with Sue please',
    'my name is Sue Miller',
    'I have an upset stomach, can I see a doctor',
    'My posture is dreadful. May I have a private lesson?',
    'my hair is awful, can you fix it',
    'I have a bad back, which class is good',
    'how rude would it be to come late',
    'thanks an awful lot',
    'bad hair day, need help',
    'no complaints, it was great',
    'damn good burger',
    'oh crap i forgot my appointment, can I move it',
    'it was fucking great thank you',
    'sorry to bother you, do you have parking',
    'I am sick, can I get in today',
    'AM I ON THE LIST FOR 7PM',
    'OK',
    'can I get a refund on my order',
    'cancel my booking please',
    'not bad at all, love the place',
    'my daughter did not show up in your system',
    'can you put a flower in my hair',
    'is there glass in the jar or plastic',
  ])('is not found in: %s', (text) => {
    expect(isAngry(text)).toBe(false);
  });
});
