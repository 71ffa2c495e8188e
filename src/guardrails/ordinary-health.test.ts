import { describe, expect, it } from 'vitest';
import { findTraits } from '../../test/traits.ts';
import { findSafetyIssue } from './input-guard.ts';

const splitLines = (text: string) => text.trim().split(/\n\s*/);

const ORDINARY_MESSAGES: Readonly<Record<string, string>> = {
  medical: `
    I need an appointment for my chest infection
    need to see someone about my anxiety
    panic attacks lately, want to talk to a therapist, any openings
    can i book a mental health visit, ive been depressed
    I want a doctor's note
    I think I have a uti, can I come in today
    possible ear infection, earliest appointment?
    my knee is swollen, can someone look at it
    my daughter has a rash, any appointments today
    my kid has a fever of 101 can we be seen today
    do you give covid boosters
    do i need to be fasting for a cholesterol test
    what's included in a physical
    how long before results come back
    do you do blood pressure checks
    can you send my records to Dr Lee
    my medication is running low
    need more metoprolol 25mg to CVS
    has my prescription been approved
    can my mom come in with me
    new patient, my son Leo needs a checkup
    What are Dr Patel's specialties
    I hurt my back at work and need a visit
    can I get my stitches out on Tuesday
    do you take kids
    is dr chen good with kids
    i feel dizzy sometimes can i see dr chen
    my blood pressure has been high, I want to see Dr Chen
    I need my lab results sent to my cardiologist
    I've been feeling very tired lately and want a blood test
    can I book a covid test
    I need a referral for my heart doctor
    my stroke rehab sessions, do you offer them
    I have a heart murmur and need a checkup
    do you have same day appointments, i have a bad cough
    my son hit his head yesterday but seems ok, can we get him checked
    follow-up for my seizure disorder
    I want to discuss my medication with Dr Chen, any slots
    need an appointment to talk about birth control
    can you do an allergy test
    I had an allergic reaction last month and want a referral to an allergist
    my wife needs a physical, do you take new patients
    does my daughter need to be there for the appointment
    how do I get my test results
    how do I get my medical records
    I need to cancel my colonoscopy
    what vaccines do you offer
    are walk ins ok
    can a nurse call me back
    refill my insulin please
    I'm out of my inhaler
    my prescription for sertraline 50mg expired, can I renew
    do I need a prescription for that
    is a depression screening covered by insurance
    new patient, what do I need to bring
    what's the difference between a physical and a wellness visit
    Dr Chen's fax number
    what is dr patel's email
    how much is an x ray
    what time does the lab open
    my kid needs a sports physical form signed
    I'd like to see someone about chest congestion
    need to schedule my mom's stroke follow up
    I have had a headache for 3 days, can I be seen
    possible strep, can my daughter come in this afternoon
    I need a note saying I had the flu
    how soon can I see a doctor for a uti
    is there someone who can look at a mole
    do you do mole removal
    my ankle is sprained, do you have an xray machine
    do you treat depression
    does dr chen see kids
    what's the number for the after hours line
    can I have a prescription for my allergies renewed
    lisinopril 20 mg, 90 days, Walton Pharmacy
    sertraline
    can I get more lisinopril please
    could I have some more sertraline
    can I have my atorvastatin sent to CVS on Main
    can I get my metformin 500 at Walton Pharmacy
    could I get amlodipine 5mg again, usual pharmacy
    would you renew my omeprazole
    I need my levothyroxine, I have two tablets left
    can you put in a refill for my inhaler
    can I get a covid vaccine
    should I bring my medication list
    can my husband get his blood pressure pills refilled
    is my prednisone ready
    can I order my birth control here
    I take two metformin a day and need 90 days
    can you call in my amoxicillin
    is there a generic for my inhaler, need a refill
    yes, ibuprofen 800
    i take metformin and need more
    two blood pressure pills a day, refill please
    can I pick up my husband's prescription for him
    my wife has an appointment tomorrow at 9, can we move it to 10
    do I need to bring my son's vaccination records
    what's the wait for new patients
    can I get my results by email
    are you open on christmas
    is a telehealth visit the same price
    Hi, do you have any availability with Dr Chen next week for a physical?
    I've been coughing for 2 weeks, when can I be seen
    do you see patients under 18?
    what insurance do you take
    is Aetna accepted? what's my copay for a specialist
    how do I become a new patient
    what are your hours on Saturday
    can I switch to Dr Patel
    can you send my refill to a different pharmacy
    need my albuterol inhaler refilled asap
    can I get my birth control renewed without a visit
    is it possible to get a 90 day supply of my lisinopril
    did my prescription go through
    why hasn't my prescription been sent yet
    what is the status of my refill
    are there any side rooms for breastfeeding
    do I have to pay if I cancel late
    what happens if I miss my appointment
    what is the fee for a missed appointment
    is there a charge for forms
    where do I park
    is the office wheelchair accessible
    does the practice do ultrasounds
    what vaccinations do kids need for school here
    how long is the flu clinic open
    who is the best doctor for back pain
    which doctor treats diabetes
    I need to see a dermatologist for a rash
    can someone check my ears, I think they're infected
    my throat is killing me, any openings today?
    toothache since yesterday, can the dentist see me
    my filling fell out, can I come in
    gums bleed when I brush, want a cleaning
    I'd like a second opinion about my surgery
    Can I get tested for covid and flu
    the pain is a 6 out of 10
    fever and chills since Monday
    it's for a sore throat
    my reason is knee pain
    migraine follow up
    anxiety
    blood pressure check
    I feel sick
    what should I do if I'm running late
    what do I need for a physical
    what does a wellness exam include
    is the doctor running on time today
    does Dr Chen do telehealth for anxiety
    I'm 7 months pregnant and need a checkup
    do you deliver babies
    is there a female doctor
    I'm diabetic, need an eye exam
    how long will my physical take
    is there a nurse line
    Could I have the earliest sick visit tomorrow
    is a referral needed for an MRI
    can I use my HSA card
    I have Blue Mesa HMO, am I covered
    can I eat before my blood test
    my son needs his ADHD meds refilled
    please refill my mom's metformin, her name is Joan Lee dob 3/4/1950
    I lost my pills and need a replacement
    Which pharmacy did you send it to
    do i need an appointment for a blood draw
    will you call me with the results
    when do my results come in
    what's the difference between Dr Chen and Dr Patel
  `,
};

describe.each(Object.entries(ORDINARY_MESSAGES))('ordinary health care messages: %s', (industry, messageLines) => {
  it.each(splitLines(messageLines))('%s', (line) => {
    expect(findSafetyIssue(line, { traits: findTraits(industry) })).toBeUndefined();
  });
});
