import { describe, expect, it } from 'vitest';
import { type Act, findAct } from './acts.ts';

const SAID: Record<Act, string> = {
  yes: `
    yes | yes please | yep go ahead | sure | sounds good | perfect, thanks | that's right | correct | please do
    book it | go for it | yeah do it | 👍 | 👍🏽 | ok | k | Okay thank you | that works | sure why not | no worries
    yes that's correct
    Yes, please go ahead and book it | yes cancel it | Just book it | looks good | that would be great | I do | yess
  `,
  no: `
    no | nope | no thanks | not really | nah | don't | actually no | wrong | i don't think so | hmm no | that's wrong
    don't book it | No, that's all thanks | nothing | I'm good thanks | none of those | absolutely not | 👎
  `,
  stop: `
    never mind | nevermind | forget it | leave it | cancel that | cancel it please | I changed my mind | don't bother
    stop | not anymore | no never mind | ok cancel it | maybe another time | I'll think about it | actually, scrap that
  `,
  restart: `
    start over | let's start again | from the beginning | can we start over please | I want to start again | restart
  `,
  continue: `
    ok great, let's carry on with the booking | continue | let's continue | back to my booking | go on
    can we carry on where we left off | thanks, let's get back to the reservation
  `,
  any: `
    no preference | anyone | don't care who | i don't mind | whoever is free | doesn't matter | don't mind | any is fine
    whatever | either is fine | up to you | yes anyone is fine | no one in particular | you choose | anybody available
  `,
  wait: `hold on | wait | one sec | let me check | hang on a minute | just a moment please | let me check with my wife`,
  thanks: `thanks | thank you so much! | thanks, bye | cheers | Thanks for letting me know | have a good day`,
};

const messages = Object.entries(SAID).flatMap(([act, said]) =>
  said.split(/[|\n]/).flatMap((message) => (message.trim() ? [{ act, message: message.trim() }] : [])),
);

describe('findAct', () => {
  it.each(messages)('$message: $act', ({ act, message }) => {
    expect(findAct(message)).toEqual({ act, rest: '' });
    expect(findAct(message.toUpperCase())).toEqual({ act, rest: '' });
  });

  it.each([
    ['yes but make it 8', 'yes', 'but make it 8'],
    ['yes, Dana Fox', 'yes', 'Dana Fox'],
    ["sure, it's Dana", 'yes', "it's Dana"],
    ['please book it for 7 PM', 'yes', 'for 7 PM'],
    ['great, what time do you close', 'yes', 'what time do you close'],
    ['ok but is there parking?', 'yes', 'but is there parking?'],
    ['no, make it 8', 'no', 'make it 8'],
    ['no I said 8', 'no', 'I said 8'],
    ['no, Saturday', 'no', 'Saturday'],
    ["that's wrong, it's Friday", 'no', "it's Friday"],
    ['wait, do you allow dogs?', 'wait', 'do you allow dogs?'],
    ['never mind, what are your hours?', 'stop', 'what are your hours?'],
  ])('%s: %s, and %j', (message, act, rest) => {
    expect(findAct(message)).toEqual({ act, rest });
  });

  it.each([
    'no nuts please',
    'no one answers the phone',
    'any gluten free dishes?',
    'any time after 6',
    'right now?',
    'good evening',
    'great place',
    'stop by on friday',
    'hold the mayo',
    'book me a table for 2',
    'sign me up for HIIT tomorrow',
    'cancel that booking',
    'confirm my reservation',
    "don't forget the candles",
    "I don't eat meat",
    'it is my birthday',
    'yesterday I booked',
    'not friday, saturday',
    'is the lamb ok',
    'hello there',
    'Anyone but Jordan',
    'what happens if I have to cancel last minute',
    'sorry, something came up. please cancel my reservation',
    '',
  ])('finds none in %j', (message) => {
    expect(findAct(message)).toBeUndefined();
  });
});
