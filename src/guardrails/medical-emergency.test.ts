import { describe, expect, it } from 'vitest';
import { findTraits } from '../../test/traits.ts';
import { findSafetyIssue } from './input-guard.ts';

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];
const findIssue = (text: string, industry = 'medical') => findSafetyIssue(text, { traits: findTraits(industry) });

describe.each(INDUSTRIES)('a medical emergency, written to a business of kind %s', (industry) => {
  it.each([
    'my dad has crushing chest pain and his left arm is numb, can he see the doctor today?',
    'I have had chest pain on and off for weeks, can I get an appointment',
    'having really bad chest pains rn',
    'my chest feels tight and im sweating',
    'theres a pressure in my chest that wont go away',
    'my husband says his chest hurts and he feels dizzy',
    "I can't breathe",
    'cant breath properly help',
    'my mom is having trouble breathing',
    'shes struggling to breathe since this morning',
    'short of breath and dizzy, what time do you open',
    "my baby isn't breathing",
    'the baby turned blue',
    'I just ate the brownie and my throat is closing',
    'my throat feels like it’s closing up after the shrimp',
    'tongue is swelling, my tongue is swelling up!!',
    'think im having an allergic reaction, i ate something with peanuts',
    'I ate the pad thai and my lips are swelling',
    'going into anaphylactic shock',
    "where's my epipen omg i ate a nut",
    'someone just collapsed in the changing room',
    'a lady here has passed out',
    'My daughter fainted and she wont wake up',
    'grandpa is unconscious on the floor',
    'my son is having a seizure',
    'he is having a fit and shaking',
    'I think my mum is having a stroke',
    'her face is drooping and she is slurring her words',
    'my husband woke up with one side of his face hanging and hes talking gibberish',
    'the left side of my body went numb all of a sudden',
    'is this a heart attack? my arm hurts and i feel sick',
    'I think im having a heart attack',
    'a guest is choking on a bone',
    'toddler swallowed a battery',
    'my kid drank bleach',
    'I took too many pills',
    'he took a whole bottle of tylenol',
    'overdosed on my meds what do i do',
    "I cut my hand with a knife and it won't stop bleeding",
    'bleeding heavily after the fall',
    'there is blood everywhere, he sliced his finger off',
    'coughing up blood since last night',
    'pls call an ambulance',
    'we need an ambulance at the gym now',
    'worst headache of my life came out of nowhere',
    'my water broke and the contractions are close',
    'she hit her head and now she is throwing up and confused',
    'I think I am dying',
    'no pulse, we are doing cpr',
    'this is a medical emergency',
    'my 3 month old is limp and not responding',
  ])('%s', (text) => {
    expect(findIssue(text, industry)).toEqual({ kind: 'emergency', about: 'medical' });
  });

  it.each([
    'I want to kill myself',
    'im going to kill myself tonight',
    "I don't want to live anymore",
    "i've been thinking about suicide",
    'feeling suicidal and the next appointment is in 3 weeks',
    'my son says he wants to die',
    'I keep cutting myself',
    'sometimes I feel like hurting myself',
    "there's no point in living",
    'everyone would be better off without me',
    'I just want to end my life',
    'my friend tried to kill herself',
  ])('self-harm: %s', (text) => {
    expect(findIssue(text, industry)).toEqual({ kind: 'emergency', about: 'self-harm' });
  });

  it.each([
    'i took a whole packet of panadol about an hour ago, i just dont want to be here anymore',
    'I swallowed all my tablets, I want to die',
    'ive cut my wrists, i want to kill myself',
  ])('self-harm that already happened: %s', (text) => {
    expect(findIssue(text, industry)).toEqual({ kind: 'emergency', about: 'harmed' });
  });

  it.each([
    'there is a fire in the bathroom',
    'your kitchen is on fire!!',
    'I smell gas in the locker room',
    'there’s smoke coming out of the wall',
    'a man in here has a gun',
    'someone pulled a knife on the cashier',
    'my husband hit me and I am scared to go home',
    'there is a man following me, can I come in',
    "we're being robbed",
    'somebody is breaking in to the shop next door',
  ])('danger: %s', (text) => {
    expect(findIssue(text, industry)).toEqual({ kind: 'emergency', about: 'danger' });
  });
});

describe('messages that only sound like an emergency', () => {
  it.each([
    ['restaurant', 'the chilli was killing me'],
    ['restaurant', 'dying for a pizza, are you open'],
    ['restaurant', 'heart of palm salad please'],
    ['restaurant', 'is there a fire pit outside?'],
    ['restaurant', 'is there a fire in the bar, the cosy kind'],
    ['restaurant', 'can I add a shot of espresso'],
    ['restaurant', 'severe nut allergy, is the baklava safe?'],
    ['restaurant', 'I am allergic to shellfish and would have a severe allergic reaction, what can I eat'],
    ['restaurant', 'my son has anaphylaxis to peanuts, are your fryers shared?'],
    ['restaurant', 'my wife is going to kill me if I dont get a table tonight'],
    ['restaurant', 'do you have the suicide wings on the menu'],
    ['restaurant', 'the bill nearly gave me a heart attack'],
    ['restaurant', 'do you still do the heart attack burger?'],
    ['restaurant', 'can we smoke at the tables outside'],
    ['restaurant', 'fire roasted peppers, do they contain garlic?'],
    ['restaurant', 'I nearly choked when I saw the price lol'],
    ['restaurant', 'does the steak come bloody'],
    ['fitness', 'this class will kill me'],
    ['fitness', 'this class is killing me but I love it'],
    ['fitness', 'is monday chest day'],
    ['fitness', 'chest and arm training with Ana'],
    ['fitness', 'my chest is so sore after bench press yesterday'],
    ['fitness', "I can't move my legs after leg day lol"],
    ['fitness', "I don't want to hurt myself lifting, do you have a beginners class"],
    ['fitness', 'I had a heart attack in 2021 and want to get fit again, which trainer'],
    ['fitness', 'are your trainers certified in CPR in case someone has a heart attack?'],
    ['fitness', 'is the pool good for learning breaststroke'],
    ['fitness', 'do you run first aid and choking classes?'],
    ['fitness', 'the breathing class on Sunday, is it full?'],
    ['salon', 'my roots are an emergency, help'],
    ['salon', 'burning question: do you do balayage'],
    ['salon', 'hair emergency!! can anyone fit me in today'],
    ['salon', 'I look so bad I could die of embarrassment'],
    ['salon', 'Im dying my hair next week'],
    ['salon', 'do you do chest waxing'],
    ['salon', 'bleeding colours in my shampoo, which one do you sell'],
    ['medical', 'my mum had a stroke last year, need a follow-up'],
    ['medical', 'refill of my chest infection antibiotics'],
    ['medical', 'I need a follow up after my heart attack'],
    ['medical', 'recovering from a stroke, do you have physio'],
    ['medical', 'cough and fever, no chest pain or trouble breathing, can I get a sick visit?'],
    ['medical', 'sore throat but no shortness of breath, any slots today'],
    ['medical', 'family history of heart attack, want a screening'],
    ['medical', 'I passed out 3 years ago and never got it checked, can I book'],
    ['medical', 'I need my seizure medication refilled'],
    ['medical', 'do you do chest x rays'],
    ['medical', 'can I get a flu shot on Friday'],
    ['medical', 'I missed my appointment because of a family emergency'],
    ['medical', 'do you have emergency appointments for toothache'],
    ['medical', "I can't breathe through my nose, I'd like to see Dr Chen"],
    ['medical', 'cut my finger a bit yesterday, do I need to book for a tetanus shot'],
    ['retail', 'the jacket is tight across the chest, can I exchange it'],
    ['retail', 'do you sell fire pits'],
    ['retail', 'are these toys a choking hazard'],
    ['retail', 'do you have a knife for the kitchen'],
    ['retail', 'do you sell massage guns'],
    ['retail', 'the dye keeps bleeding in the wash and wont stop'],
    ['retail', 'your website is not responding'],
    ['retail', 'do you sell carbon monoxide alarms'],
    ['retail', 'my order is not moving since Monday'],
    ['retail', 'is the bra fitting free'],
  ])('%s: %s', (industry, text) => {
    expect(findIssue(text, industry)?.kind).not.toBe('emergency');
  });
});

describe('an emergency within a longer message', () => {
  it('is found next to other requests', () => {
    const text = 'Hi! Table for 2 tomorrow please. Actually wait. My wife cant breathe, what do I do';
    expect(findIssue(text, 'restaurant')).toEqual({ kind: 'emergency', about: 'medical' });
  });

  it('is found when an earlier mention is negated', () => {
    expect(findIssue('I had no chest pain before but now my chest hurts')?.kind).toBe('emergency');
  });

  it('is not hidden by invisible characters or capitals', () => {
    expect(findIssue('I CAN\u200b’T BRE\u00adATHE')?.kind).toBe('emergency');
  });
});
