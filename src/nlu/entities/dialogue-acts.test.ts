import { describe, expect, it } from 'vitest';
import { type DialogueAct, findDialogueAct } from './dialogue-acts.ts';

const MESSAGES_BY_ACT: Record<DialogueAct, string> = {
  yes: `
    yes | yes please | yep go ahead | sure | sounds good | perfect, thanks | that's right | correct | please do
    book it | go for it | yeah do it | 👍 | 👍🏽 | ok | k | Okay thank you | that works | sure why not | no worries
    yes that's correct
    yes that works | works for me | that'd be great | that'll do | yup | ya | ya ok | yes!! | ok do it
    sure thing | sí | yessir | it would be lovely | go ahead and book
    Yes, please go ahead and book it | yes cancel it | Just book it | looks good | that would be great | I do | yess
    k put me in that | stick me in that one | put us down for it | add me | sign me up | ja | ja please | ja do that | yebo
  `,
  no: `
    no | nope | no thanks | not really | nah | don't | actually no | wrong | i don't think so | hmm no | that's wrong
    don't book it | No, that's all thanks | nothing | I'm good thanks | none of those | absolutely not | 👎
    wrong day | that's the wrong time | not that one | no no | no ta | nope that's it
  `,
  stop: `
    never mind | nevermind | forget it | leave it | cancel that | cancel it please | I changed my mind | don't bother
    stop | not anymore | no never mind | ok cancel it | maybe another time | I'll think about it | actually, scrap that
    no no, I was only asking. don't book anything | I was just asking | just curious | just checking prices | not yet
    no, not right now thanks | maybe later | let me think | I need to think about it | I'll get back to you | hold off
    let's hold off for now | I'll let you know | just browsing | please don't book anything yet | no. cancel that
    scratch that | ugh, bin that | actually never mind | I don't want to book yet | i was only checking the price, don't reserve | no not yet
  `,
  restart: `
    start over | let's start again | from the beginning | can we start over please | I want to start again | restart
  `,
  continue: `
    ok great, let's carry on with the booking | continue | let's continue | back to my booking | go on
    can we carry on where we left off | thanks, let's get back to the reservation | where were we | as I was saying
    lovely. right, back to the table please | anyway, about the booking | let's go on | ok, back to where we were
  `,
  any: `
    no preference | anyone | don't care who | i don't mind | whoever is free | doesn't matter | don't mind | any is fine
    whatever | either is fine | up to you | yes anyone is fine | no one in particular | you choose | anybody available
  `,
  wait: `hold on | wait | one sec | let me check | hang on a minute | just a moment please | let me check with my wife`,
  thanks: `thanks | thank you so much! | thanks, bye | cheers | Thanks for letting me know | have a good day`,
};

const messages = Object.entries(MESSAGES_BY_ACT).flatMap(([act, actMessages]) =>
  actMessages.split(/[|\n]/).flatMap((message) => (message.trim() ? [{ act, message: message.trim() }] : [])),
);

describe('findDialogueAct', () => {
  it.each(messages)('$message: $act', ({ act, message }) => {
    expect(findDialogueAct(message)).toEqual({ act, rest: '' });
    expect(findDialogueAct(message.toUpperCase())).toEqual({ act, rest: '' });
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
    ['okay, please book it for Thursday 11am with Anjali Rao', 'yes', 'for Thursday 11am with Anjali Rao'],
    ['ugh scratch that, she is ill', 'stop', 'she is ill'],
    ['no, 8 people', 'no', '8 people'],
    ['wrong date, I meant friday', 'no', 'I meant friday'],
    ['back to the balayage', 'continue', 'balayage'],
    ["let's carry on with the table for 4 at 7", 'continue', 'for 4 at 7'],
    ['as I was saying, a table for 4', 'continue', 'a table for 4'],
  ])('%s: %s, and %j', (message, act, rest) => {
    expect(findDialogueAct(message)).toEqual({ act, rest });
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
    'put me down for friday',
    'add me to the waiting list',
    'put me down as Bob Reed',
    'jan 5',
    'confirm my reservation',
    "don't forget the candles",
    "I don't eat meat",
    'it is my birthday',
    'yesterday I booked',
    'not friday, saturday',
    'is the lamb ok',
    'hello there',
    'change of plan, make it 8',
    'just checking if you are open',
    "i'm just asking how much it is",
    'just looking for a table',
    'not yet 18',
    'wrong order delivered',
    'can you get back to me',
    'pick up at 5',
    'Anyone but Jordan',
    'what happens if I have to cancel last minute',
    'sorry, something came up. please cancel my reservation',
    '',
  ])('finds no act in %j', (message) => {
    expect(findDialogueAct(message)).toBeUndefined();
  });
});
