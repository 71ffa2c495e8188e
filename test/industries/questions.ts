// Typical questions of customers in each industry.

const COMMON_QUESTIONS = `
hi
What are your opening hours?
Are you open on Sunday?
are you open right now
when do you close tonight
Are you open on Christmas Day?
What is your phone number?
how can I reach you by email
Where are you located?
What's your address?
Do you have a website?
Is there parking nearby?
Is it wheelchair accessible?
Can I pay by card?
Do you have gift cards?
What is your cancellation policy?
Do I have to pay a deposit?
What if I'm running 15 minutes late?
Tell me about your business
What services do you offer?
How much does it cost?
Can I bring my kids?
Can I bring my dog?
can I talk to a real person
thanks, bye
`;

const INDUSTRY_QUESTIONS: Record<string, string> = {
  restaurant: `
Can I see the menu?
What starters do you have?
What desserts are there?
How much is the margherita pizza?
Do you have tiramisu?
What pasta dishes do you have?
Which dishes are vegan?
Do you have gluten free options?
Is there anything without nuts?
I'm allergic to shellfish, what can I eat?
does the burrata contain milk
What's the cheapest main course?
What do you recommend?
Can I book a table for 4 tomorrow at 7 pm?
table for two on Friday at 8
Do you have a table outside on the patio?
We are 15 people, can you seat us?
How many people can you seat?
I'd like to reserve the back room for a party
Do you do takeout?
Do you deliver?
Can we bring our own wine?
How much is corkage?
Do you have high chairs?
Is there a dress code?
Can I bring a birthday cake?
Can we split the bill?
Do you host private events?
How do you handle allergies?
What drinks do you have?
Is the salmon fresh?
What kind of food do you serve?
do you have a kids menu
Can I order online?
is there wifi
`,
  salon: `
How much is a haircut?
How much is a women's haircut?
what do you charge for balayage
How long does a root touch-up take?
Do you do highlights?
do you do manicures and pedicures
Can I get a gel manicure tomorrow?
What times are free on Saturday?
Book me a men's haircut on Friday at 10
I'd like an appointment with Nina
is Omar in on Thursday?
Who does color?
who is free on Saturday afternoon
Which stylists work there?
Do you do keratin treatments?
How much are highlights and a cut together?
Do you cut children's hair?
Is a wash included in a haircut?
Which color brands do you use?
Do I need a patch test?
Do you sell hair products?
What if I don't like my cut?
Do you do bridal hair?
how long is a facial
Do you do brow shaping?
What's the price of a blowout?
can I book for tomorrow morning
I need to cancel my appointment
Do you have a price list?
Can I get my nails done today?
do you have something for sensitive scalps
Can I come without an appointment?
how much to dye my hair
is tipping expected
do you take walk-ins
`,
  medical: `
I need to see a doctor
Can I book an annual physical?
Do you have anything tomorrow morning?
I want an appointment with Dr. Patel
is Dr. Brooks in on Wednesday?
Which doctors do you have?
Do you have a pediatrician?
Do you take Aetna?
Is Blue Cross Blue Shield PPO accepted?
What's my copay with Cigna Open Access Plus?
Do you accept Medicare?
do you take Medicaid
Which insurance plans do you accept?
I need a refill of my lisinopril
How long do refills take?
Which pharmacies do you send to?
can you send it to Park Place Pharmacy
Are you taking new patients?
What should I bring to my first visit?
How early should I arrive?
Do you see children?
How do I get my test results?
How do I get my medical records?
Do you offer telehealth?
What do I do outside your hours?
Do I need a referral?
Do you give flu shots?
I'd like a well-child visit for my son
How long is a new patient visit?
What happens if I miss an appointment?
can I get a same-day sick visit
do you do travel vaccines
I have a follow-up next week, can I move it?
Is there a nurse practitioner?
how much is a visit without insurance
`,
  fitness: `
What classes do you have?
What's on the timetable tomorrow?
Is there yoga on Monday?
when is spin class
Who teaches pilates?
Book me into Sunrise Yoga on Wednesday
I want to join the boxing class
are there places left in the Saturday Bootcamp
Which classes are for beginners?
How much is a membership?
What's included in the Plus membership?
Which memberships do you have?
I want to cancel my membership
Can I freeze my membership?
how much is a single class
Do you have personal trainers?
Book a session with Kenji tomorrow at 3
How much is personal training?
is Elena available on Friday?
I want to lose weight, who can help?
Do you have showers?
Are there lockers?
What should I bring?
Is there a trial class?
How early should I arrive?
Do you have childcare?
Can I bring a guest?
How old do I have to be?
I have never done this before, can I come?
do you have prenatal training
Is there a class pack?
what time is the first class in the morning
do you have a gym floor
is there a joining fee
do you have a sauna
`,
  retail: `
What do you sell?
Do you have tote bags?
How much is the linen shirt?
Do you have the wool scarf in blue?
Which sizes do you have?
Is the notebook in stock?
What gifts do you have under $50?
do you have candles
Where is my order?
where is order 1001, ann@shop.test
I want to return something
What is your return policy?
How long do I have to return something?
How do I return something?
How long does a refund take?
How much is shipping?
How long does delivery take?
Do you ship abroad?
Is shipping free?
Can I pick up my order in the shop?
Do you wrap gifts?
Which payments do you take?
Can you hold an item for me?
How do your sizes run?
Do you do alterations?
how much is it to hem trousers
Can I cancel my order?
Do you have a sale on?
what's new in the shop
do you have anything for the home
show me your bags
Do you have ceramic mugs?
I'm looking for a present for my mother
do you price match
are your clothes made sustainably
`,
};

const linesOf = (text: string) => text.trim().split('\n');

export const questionsFor = (industry: string): string[] => [
  ...linesOf(COMMON_QUESTIONS),
  ...linesOf(INDUSTRY_QUESTIONS[industry] ?? ''),
];
