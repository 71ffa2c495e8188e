import { describe, expect, it } from 'vitest';
import { findTraits } from '../../test/traits.ts';
import { findSafetyIssue } from './input-guard.ts';

const splitLines = (text: string) => text.trim().split(/\n\s*/);

const ORDINARY_MESSAGES: Readonly<Record<string, string>> = {
  restaurant: `
    do you have a private room
    is the soup hot? last time I burnt my tongue
    what's the chef's name
    whats kids menu price
    Can you tell me if my reservation for tonight is confirmed? It's under Miller
    I have a reservation under John Smith, what time is it?
    my friend booked a table for us at 8 tonight, can we add 2 more people
    whats the weather like
    can I see the wine list
    is it spicy? my husband can't handle heat
    do you do takeaway
    do you have heart healthy options
    I'm starving to death, how fast is delivery
    I'm having a party for my husband's 40th
    anything safe for a coeliac?
    my son is diabetic, anything sugar free for dessert
    pregnant, can I eat the sea bass
    is the tuna raw, I'm pregnant
    can we bring our own cake for my mum's birthday
    my dad's in a wheelchair, is there step free access
    what's mary's favourite dish
    who is the head chef
    we need a table for 6, one person has a severe shellfish allergy
    my husband gets really sick if he eats gluten, is the risotto ok
    will I die if I eat the ghost pepper wings haha
    can you hold our table, we're stuck behind an ambulance
    do you have highchairs for a baby and a toddler
    who do I speak to about a private event
    could my sister's name be added to the booking
    it's under my husband's name, Tom Reyes
    what did I order last time
    my brother booked for 8pm tonight, can I change it to 9? code K7P4QX
    can I get the recipe for the lamb
    what's the phone number
    is the patio heated? I'm freezing to death out here lol
    is anyone there
    my dad can't have salt because of his heart, what do you suggest
    do you serve alcohol
    is smoking allowed
    the people next to us are loud, can you move us
    do people usually tip
    any tables free tonight
    is the curry really spicy? it nearly killed me last time
    my friend's vegan, I'm celiac, what works for us
    does my husband need to wear a jacket
    my son's birthday is Friday, can we bring a cake
    a table by the fireplace please
    I'd like to add my mother in law to the reservation, so 5 of us
    can you tell me when my reservation is? Smith, 8 people
    is the bone marrow dish good
    can I order blood orange margaritas
    do you have anything without nuts, my kid goes into anaphylactic shock
    who should I make the check out to
    what do people usually order
    are babies ok
    last time the waiter forgot our drinks
    is the ribeye served bleeding rare
    I have a nut allergy. what can i eat
    what dishes are safe for someone allergic to shellfish
    is the salmon cooked through, I'm pregnant
    how many calories in the lamb
    is there pork in the meatballs
    I'm lactose intolerant, will the soup make me ill
    my wife is coeliac and gets very ill, are the fries cooked separately
    do you have a defibrillator
    do you use MSG, it gives me headaches
  `,
  salon: `
    one side of my fringe hangs lower than the other, can you fix it?
    When is she booked until? I want Maria
    who does the best balayage
    whats marias next free slot
    how much is Maria's haircut
    my hair is falling out, do you have treatments for it
    I have a sensitive scalp, which colour do you recommend
    do you do patch tests
    I killed my hair with box dye help
    my nails broke, can you fix
    my colour has turned blue after washing, can you fix it
    my daughter's hair is very long, how much is a cut
    what time does jordan finish
    can you fit me in with whoever is free
    i hate my hair, it looks terrible, help me fix it
    I want to dye my hair but I'm scared it'll burn
    my hairdresser quit, who do you recommend for curly hair
    does the wax hurt
    my scalp is dry and itchy, do you have a treatment for dandruff
    my bangs are a disaster
    how long should I wait after a perm to wash
    is jordan's Friday fully booked
    can I book my husband and me at the same time
    is Maria still working there
    do you have Maria's prices
    I'd kill for an appointment today
    what's your stylists instagram
    I burned my hair with the straightener, can you save it
    my skin is sensitive, is the facial ok for me
    Can I see someone other than Maria
    what's the name of the girl who cut my hair last time
    my sister recommended you, do I get a discount
    my nails are peeling, do you do builder gel
    I need a fix for a botched color, can someone see me today
    do I need to wash my hair before coming
    is it ok to come with wet hair
    my mom wants the same stylist as me at the same time
    how do I take care of my extensions
    how often should I get my roots done
    what shampoo do you recommend for dry scalp
    do lash extensions hurt
    I have a headache, can we move my appointment
    I'm sick and need to cancel
    what should I put on my hair before coming
    does threading hurt
  `,
  fitness: `
    when is he coming back, the boxing coach?
    which classes is priya raman doing on friday
    which class is good for back pain
    I injured my knee, can I freeze my membership
    I'm out of breath after stairs lol, what's a good beginner class
    I had chest surgery last year, can a trainer help
    can I bring a friend for free
    what's included in members perks
    who is teaching yoga tonight
    is ana's class full
    can my son join, he's 15
    do you have a fire exit
    do you have protein shakes
    i want to lose weight, what membership do you recommend
    i have a bad knee, are there low impact classes
    my heart rate gets high, do you have heart rate monitors
    i'm dead after that class haha, when is the next
    is there a pool to practice my strokes
    do trainers help with back pain
    my friend is a member, can she bring me
    can I transfer my membership to my sister
    is the sauna hot
    how many people are in the hiit class
    can i cancel my membership
    is 16 too young to join
    can I freeze for a month, I'm having surgery
    do I need a doctor's note to join after a heart attack
    my legs are on fire after yesterday, any stretch class
    which trainer is best for seniors
    is ana your best trainer
    do you have a class for people with bad hips
    can my wife and I share a membership
    what's in the elite membership
    spin class destroyed me in a good way
    how full is the 6pm class
    how often should I train per week
    what should I eat before class
    I hurt my shoulder, what classes can I do
    my back is sore, is massage available
    what's a good class for stress
    do you sell creatine
    I'm sick, cancel my class
  `,
  retail: `
    how often should i give it water?
    I need a gift for my husband's birthday
    does this lamp have a fire rating
    do you have waterproof boots for men
    I ordered for my daughter, wrong size, can I return
    are the knives sharp
    is this stroller safe for newborns
    do the shoes run small
    is it free of bpa
    what is the return policy for other peoples gifts
    can I pay with someone else's card
    do you sell first aid kits for burns
    do you have anything for sunburn
    do you sell melatonin
    how much are the vitamins
    does the jacket run small in the chest
    is the gift receipt ok for my mom's return
    my tent pole broke, can I get a new one
    do you sell poison ivy cream
    is the stove fuel flammable
    my package hasn't moved in 5 days
    can you change the address on my order NT10482
    what's my order number
    which email did I use for my order
    is the knife set dishwasher safe
    do you have gun safes
    are these boots safe for ice
    do you have anything for blisters when hiking
    whats the best tent for cold weather
    is this tent fire resistant
    can my wife pick up my order
    the strap broke after two days
    do you ship to my daughter's college address
    can I use someone else's discount code
    can I return a present my aunt gave me
    are these pills for the dog in stock
    what's the lightest stove
    does the first aid kit have burn cream
    I was shot down by your chat last time, hope you can help
    do you have a cream for dry skin
    does this jacket keep you warm in freezing cold
    does the insole help with plantar fasciitis
    do you have compression socks for swollen legs
    is the helmet safe for a 3 year old
    the boots gave me blisters, can I return them
  `,
};

describe.each(Object.entries(ORDINARY_MESSAGES))('ordinary messages: %s', (industry, messageLines) => {
  it.each(splitLines(messageLines))('%s', (line) => {
    expect(findSafetyIssue(line, { traits: findTraits(industry) })).toBeUndefined();
  });
});
