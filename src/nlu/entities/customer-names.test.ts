import { describe, expect, it } from 'vitest';
import { findNames } from './customer-names.ts';

const BUSINESS_WORDS = ['Maria Lopez', 'Jordan Kim', 'Full Color', 'Lamb Shoulder', 'Walton Pharmacy', 'Basic', 'Plus'];
const namesIn = (text: string, isRequested = false) =>
  findNames(text, { isRequested, businessWords: BUSINESS_WORDS }).map(({ value }) => value);

describe('findNames', () => {
  it.each([
    ['book a table for two this saturday 8pm under Sam Reyes, 917-555-0155', 'Sam Reyes'],
    ['my name is dana fox', 'Dana Fox'],
    ['my name is dana fox and my number is 2125550142', 'Dana Fox'],
    ["I'm Li Wei", 'Li Wei'],
    ["i'm li wei", 'Li Wei'],
    ['this is Ola Berg', 'Ola Berg'],
    ["it's for Kim Ito", 'Kim Ito'],
    ['name: Dana Fox', 'Dana Fox'],
    ["name's O'Brien", "O'Brien"],
    ['book it for Eve Lund', 'Eve Lund'],
    ['I have a booking tomorrow night at 9 for Lola Edem, I think.', 'Lola Edem'],
    ['book a table for 2 on Thursday at 6pm, Max Roy, 646 555 0101', 'Max Roy'],
    ['Erlinda Farrar, table of four, tomorrow at 9pm', 'Erlinda Farrar'],
    ['in the name of Lavonne Winebaugh', 'Lavonne Winebaugh'],
    ['under my name, Craig Austgen', 'Craig Austgen'],
    ['put it under dana', 'Dana'],
    ['Dana Fox here, can i move my table', 'Dana Fox'],
    ['cancel the Lois Swoager table', 'Lois Swoager'],
    ['for the Smith family', 'Smith'],
    ['call me Sheena Lindau.', 'Sheena Lindau'],
    ['Hi, this is Mark, can I book', 'Mark'],
    ['My name is Will Young', 'Will Young'],
    ['first name Dana, last name Fox', 'Dana Fox'],
    ['last name is Fox and first name is Dana', 'Dana Fox'],
    ['please cancel, thanks, Dana', 'Dana'],
    ['book my son Luca Ferreira (8) in on Saturday', 'Luca Ferreira'],
    ['book her in for sat: Zola Khumalo 084 555 0131', 'Zola Khumalo'],
    ['same time. shes Niamh Keane, use my number', 'Niamh Keane'],
    ['my wife, Ella Brook, would like one', 'Ella Brook'],
    ['my mum loves the Lamb Shoulder', undefined],
    ['she is Very Happy with it', undefined],
    ["I'm Maria", undefined],
    ['Priti Gill, 902 555 0151', 'Priti Gill'],
    ['Kay Noel 709 555 0103', 'Kay Noel'],
    ['priti gill, priti@example.com', 'Priti Gill'],
    ['Tuesday at 3 is good. Andre Fields, 602-555-0144', 'Andre Fields'],
    ['Owen Mercer, date of birth July 9, 1979', 'Owen Mercer'],
    ['table for 2 at 7, dana fox 212 555 0142', 'Dana Fox'],
    ['tomorrow at 3 dana fox 2125550142', 'Dana Fox'],
    ['can i come at noon please dana fox 212 555 0142', 'Dana Fox'],
    ['hi there, Sam speaking', 'Sam'],
    ['hi, kieran boyle here (07700 900123). can my fade be moved', 'Kieran Boyle'],
    ['good morning, kieran boyle speaking', 'Kieran Boyle'],
    ['its dana here', 'Dana'],
    ['this is kieran boyle, can i move my fade', 'Kieran Boyle'],
    ['Mrs. Okafor, 212 555 0142', 'Mrs. Okafor'],
    ['my name is Maria', 'Maria'],
    ["Dear Copper Kid team,\n\nCould I book for 8?\n\nKind regards,\nGrainne O'Shea", "Grainne O'Shea"],
    ['Dear Mr Penrose,\n\nWe are six on Sunday.\n\nBest wishes\nTheo Wall', 'Theo Wall'],
    ['Dear Copper Kid, a table for two please', undefined],
    ['Hi Nuala Byrne, can I come at 3? Thanks, Ada Moss', 'Ada Moss'],
    ['Hello Nuala Byrne, are you free on Friday?', undefined],
    ['Hi Dana Fox here, can i move my table', 'Dana Fox'],
  ])('finds the name in %j', (text, name) => {
    expect(namesIn(text)[0]).toBe(name);
  });

  it.each([
    'can i get in with maria for a full color on friday morning around 10?',
    'Book a balayage with Jordan on Saturday at 11',
    "I'm on Basic and want to upgrade to Plus",
    "i'm allergic to nuts",
    "I'm Vegan",
    "i'm running late",
    "i'm lactose intolerant",
    'this is ridiculous',
    "it's fine",
    'my name is on the list',
    'What is the capital of Mongolia?',
    'Are you open on Thanksgiving?',
    'table for Saturday',
    'please call me tomorrow',
    'is it under 20?',
    "what's your name",
    'I am looking for Cafe Rouge Holborn',
    'thanks, bye',
    'Dana Fox',
    'Mrs. Okafor',
    "I'd like to see Dr Lee, 212 555 0142",
    'Dr Lee, 212 555 0142',
    'Full Color, 212 555 0142',
    'Hair Dye, 212 555 0142',
    'table for 2 tomorrow please 212 555 0142',
    'can i get a refund 212 555 0142',
    'call me back 212 555 0142',
    'can i have a keratin botox 212 555 0142',
    'where is my parcel 1234567890',
    'new here',
    'is anyone here',
    'nobody here speaks english',
  ])('finds no name in %j', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it('returns the position', () => {
    const text = 'put me down as  maría  josé, please';
    const [{ value, start, end } = { value: '', start: 0, end: 0 }] = findNames(text, {});
    expect([value, text.slice(start, end)]).toEqual(['María José', 'maría  josé']);
  });
});

describe('findNames, when requested', () => {
  it.each([
    ['Dana Fox', 'Dana Fox'],
    ['dana fox', 'Dana Fox'],
    ['DANA FOX', 'Dana Fox'],
    ['Dana', 'Dana'],
    ['tess wood', 'Tess Wood'],
    ['jo park', 'Jo Park'],
    ['Will', 'Will'],
    ['Dana Fox, 212 555 0142', 'Dana Fox'],
    ['al stone 312 555 0191', 'Al Stone'],
    ['212 555 0142, Dana Fox', 'Dana Fox'],
    ['Dana Fox dana@example.com', 'Dana Fox'],
    ['Dana Fox and my number is 212 555 0142', 'Dana Fox'],
    ["sure, it's Dana", 'Dana'],
    ["It's Dana Fox please", 'Dana Fox'],
    ['Jean-Luc van der Berg', 'Jean-Luc van der Berg'],
    ['jean-luc van der berg, 0161 496 0000', 'Jean-Luc van der Berg'],
    ['María José Núñez', 'María José Núñez'],
    ["mary o'neill-smith", "Mary O'Neill-Smith"],
    ['Violette Wrenn tomorrow', 'Violette Wrenn'],
    ['Ruth Vale, April 12 1988, 303 555 0170', 'Ruth Vale'],
    ['ruth vale, april 12 1988, 303 555 0170, annual check', 'Ruth Vale'],
    ['Tess Wood, 312 555 0190, full color, Maria, Friday 10am', 'Tess Wood'],
    ['Kim Ito, 917 555 0166, there will be six of us, next Tuesday at 6', 'Kim Ito'],
    ['Maria Chen', 'Maria Chen'],
    ["put it under my husband's name, Tom Reed", 'Tom Reed'],
    ['Tom. Tom Reed.', 'Tom Reed'],
    ['its tom reed thanks', 'Tom Reed'],
    ['sure - Tom Reed, tom@example.com', 'Tom Reed'],
    ["Reed, two e's", 'Reed'],
    ["Reed with two e's", 'Reed'],
    ["the name's Bond", 'Bond'],
    ['Mrs. Okafor', 'Mrs. Okafor'],
    ['Dr Lee', 'Dr Lee'],
    ['Mr. John Smith', 'John Smith'],
    ['J. Smith', 'J. Smith'],
    ['my daughter Mia Reed', 'Mia Reed'],
    ["it's for my mum, jean reed", 'Jean Reed'],
  ])('finds the name in %j', (text, name) => {
    expect(namesIn(text, true)[0]).toBe(name);
  });

  it.each([
    'yes please',
    'no thanks',
    'Friday',
    '7pm',
    'tomorrow at 7',
    'do you allow dogs?',
    'wait, do you allow dogs?',
    'never mind',
    'the lamb please',
    'Walton Pharmacy',
    'I want to talk to a real person',
    'start over',
    '212 555 0142',
    'window seat',
    "what's that for?",
    'how much is a haircut',
    "sorry, there's 4 of us now and 3 o'clock would suit better",
    'theres 4 of us',
    "he's 5",
    "they'll be 6",
    "who's available",
    "let's do 3",
    'same as before',
    'you already have it',
    "under my wife's name please",
  ])('finds no name in %j', (text) => {
    expect(namesIn(text, true)).toEqual([]);
  });
});
