import { describe, expect, it } from 'vitest';
import { findTraits } from '../../test/traits.ts';
import { findSafetyIssue } from './input-guard.ts';

const findIssue = (text: string, industry = 'medical') => findSafetyIssue(text, { traits: findTraits(industry) });

describe('a question for a doctor or pharmacist', () => {
  it.each([
    'She weighs 14 kilos, how much Panadol can I give her and how often?',
    'how many ibuprofen can I take with my blood pressure pills?',
    'how much tylenol can i give my 2 year old',
    'whats the max dose of amoxicillin for an adult',
    'what is the right dosage for lisinopril',
    'can I take advil and paracetamol together',
    'is it safe to mix xanax with wine',
    'is it ok to drink on antibiotics?',
    'can i drink alcohol while taking metronidazole',
    'does sertraline interact with ibuprofen',
    'should I stop taking my metformin',
    'can I skip my blood thinner before the dentist',
    'I missed a dose of my birth control, what now',
    'i took my pills twice by accident, is that bad?',
    'is it ok to take two atorvastatin instead of one',
    'what are the side effects of prozac',
    'does lisinopril cause a cough',
    'do I have strep?',
    'could it be an infection',
    'is this rash shingles or what',
    'do you think my son has the flu? could he have covid',
    'is my ankle broken or just sprained?',
    'is this mole cancerous',
    'got a mole thats gone darker with a jagged edge.. reckon its cancer?',
    'do you think it might be an infection',
    'what is wrong with me, i have a fever and a rash',
    'what could be causing my headaches',
    'why does my stomach hurt after eating',
    'what should I take for a sore throat',
    'how do i get rid of a stye, what can I put on the swelling',
    'can you explain my lab results',
    'what do my blood test results mean',
    'my cholesterol is 240, is that bad?',
    'is my blood pressure of 150/95 too high?',
    'do I need antibiotics for this',
    'should I go to the ER for a high fever',
    'should I be worried about this lump',
    'my blood sugar was 190 this morning, should i take more insulin',
    'can you diagnose this rash if I describe it',
    'is it normal to bleed after a pap smear',
    'can pregnant women take ibuprofen',
    'how often should he use his inhaler',
    'can I give my toddler benadryl to sleep on the plane',
    'tooth is KILLING me, mum has leftover endone, how many can i have til i can see someone',
    'how many can i take before my appointment',
    'how many targin can i take till i see the dentist',
    "can I take my mum's panadeine forte until friday",
    'is it ok to use my husbands tramacet',
    "can i take mum's endep for my back until friday",
    'dads got spare endone can i have one',
    'i have some leftover augmentin, can i take it',
  ])('health care: %s', (text) => {
    expect(findIssue(text)).toEqual({ kind: 'medical-advice', about: 'question' });
  });

  it.each([
    ['fitness', 'is it safe to take pre workout with my heart meds'],
    ['fitness', 'how much creatine should I take a day'],
    ['salon', 'is it ok to get waxed while on accutane? should I stop taking it, can I take accutane and wax'],
    ['restaurant', 'I am on warfarin, can I drink wine with my medication'],
    ['retail', 'can I take these vitamins, are supplements safe with my medication'],
    ['salon', 'do I have psoriasis or is it just dandruff'],
  ])('%s: %s', (industry, text) => {
    expect(findIssue(text, industry)).toEqual({ kind: 'medical-advice', about: 'question' });
  });
});

describe('reactions after a visit outside health care', () => {
  it.each([
    ['salon', 'scalp burns after the colour yesterday'],
    ['salon', 'my scalp has been burning since you bleached my hair'],
    ['salon', 'my eyes are swollen after the lash extensions'],
    ['salon', 'I got a rash from the wax last week'],
    ['salon', 'had an allergic reaction to your dye yesterday, my scalp is itchy'],
    ['restaurant', 'we both got food poisoning from your oysters'],
    ['restaurant', 'I have been throwing up since I ate dinner at yours'],
    ['restaurant', 'your chicken made my kids sick'],
    ['retail', 'the face cream gave me a rash, my skin is red since I used your product'],
  ])('%s: %s', (industry, text) => {
    expect(findIssue(text, industry)).toEqual({ kind: 'medical-advice', about: 'reaction' });
  });
});

describe('ordinary health care requests', () => {
  it.each([
    "I'd like to schedule my yearly physical with Dr Chen next Tuesday at 9am",
    'I need a refill of my lisinopril 10mg sent to Walton Pharmacy',
    'can you refill my metformin 500 mg',
    'im running out of my blood pressure meds, need more',
    'how long does a refill take',
    'how many refills do I have left on my sertraline',
    'what should I bring to my first visit',
    'how much is a sick visit',
    'how much does a strep test cost',
    'do you take Blue Mesa PPO? what would a sick visit cost me',
    'I have a sore throat and fever, can I get in today?',
    'my son has an ear infection, need an appointment',
    'do you do flu shots',
    'do you treat migraines',
    'do you prescribe adderall',
    'can you test me for strep',
    'are my blood test results back yet',
    'when will my lab results be ready',
    'can I get a copy of my MRI',
    'can I see Dr. Chen for a sick visit on Thursday at 12:30pm?',
    'do I have an appointment on friday',
    'do I have a balance on my account',
    'do I need a referral to see a specialist',
    'do I need to fast before my blood test?',
    'is the doctor in today',
    'can I bring my daughter to my appointment',
    'I have diabetes and need a checkup',
    'back pain for two weeks, want to see someone',
    'do you have anything for a physical next week',
    'should I come in early to fill out forms',
    'how often should I get a physical',
    'can I take my prescription to another pharmacy',
    'is my prescription ready for pick up?',
    'what does the new patient visit include',
    'are you accepting new patients',
    'do I have to wear a mask',
    'my back hurts can i get in tomorrow',
    'how long is a follow up visit',
    'is the flu vaccine free',
    'does my insurance cover a physical',
    'can you explain the bill I got',
    'what is the cancellation policy',
    'could I have a morning appointment',
    'is it possible to have a video visit for a rash',
    'can Dr Patel see my son for asthma on Monday',
    "can I take my mum's appointment on friday",
    'how many people can I have with me',
    'how many sessions can I take on my plan',
    'can I take my kids along',
    'any spare appointments, can I have one',
    'do you have any left over slots, can I have one',
  ])('%s', (text) => {
    expect(findIssue(text)).toBeUndefined();
  });
});
