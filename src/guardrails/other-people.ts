import { createPhrasePatternTag } from './phrases.ts';

/** Words before "'s" that are not a name: days, places of business, function words. */
const NOT_A_NAME_PATTERN = `(?:
  my|our|your|the|a|an|this|that|today|tonight|tomorrow|yesterday|weekend|week|month|year|mon(?:day)?|tues?(?:day)?
  wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|salon|shop|store|restaurant|clinic|office
  practice|gym
  studio|place|business|company|pharmacy|hotel|cafe|bar|bistro|spa|dr|doctor|it|he|she|you|they|we|what|who|where
  when|there
  let|here|how|everyone|and|or|for|of|is|are|time|if|was|reception|front|management|branch|location|mens?|womens?
  ladies
  kids?|childrens?|i|me|in|on|at|to|with|card|order|booking|have|had|get|got|make|book|can|could
  not|still|yet|been|any|another|all|already|never|just|also|only|more|than|has|will|be|do|does|did|out|so|but|as|by
  from|about
  new|his|her|their|its|no|one|two)`;

const phrases = createPhrasePatternTag({
  name: `(?!${NOT_A_NAME_PATTERN} )[a-z]{2,}`,
  customers: '(?:customers?|clients?|patients?|members|guests?|diners?|visitors?)',
  record: `(?:
    appointments?|appts?|bookings?|reservations?|prescriptions?|scripts?|refills?|orders?|results?|labs|records?
    chart|file
    medical history|diagnosis|membership|details|information|info|date of birth|dob|insurance|account|bill|visit
    purchases?)`,
  reach: `(?:
    (?:phone|cell|mobile|home|personal|private|direct) ?(?:phone )?(?:number|address|line|cell|details)?|number
    address
    email(?: address)?|home address|contact (?:details|info|number)|instagram|whatsapp|last name|surname)`,
});

const QUESTION_PATTERN = phrases`
  what( time| day| date| is| are| was)?|when|where|whats|which|who|is|are|was|were|has|have|did|does
  do you (know|have)|can you (tell|check|see|look|give|confirm|send|share)|could (you|i)|can i (get|have|see)
  tell|give|show|send|share|check|look up|pull up|confirm|read|need|want|get|see|know|find out|please|\?
`;
/** Requests to arrange something for someone else; permission is checked when the request is carried out. */
const ARRANGEMENT_PATTERN = phrases`
  (book|make|schedule|reserve|set up|arrange|cancel|move|reschedule|change|push|confirm|order|refill|renew|request
    bring|pick ?up|collect|buy|pay|add|update) .. {relative}
  (cancel|move|reschedule|change|push back) .. (appointment|booking|reservation|order|class)
  for {own} {relative}(?! 's)|(want|need|like|get) (a|an|to book|to make|to schedule) .. {relative}
`;
const ABOUT_RELATIVES_PATTERN = phrases`
  (my|our|his|her|their) (\w+ )?{relative}( 's)? (\w+ )?({record}|{reach})
  (is|was|has|did|does|if|whether|what|when|when is|what time is|where) (my|his|her
    our) (\w+ )?{relative} (\w+ ){0,4}(booked|book|been|patient|member|customer|client|seeing|seen|ordered|order|buy
    bought|pay|paid|spend|spent|reserve|reserved|taking|signed up|have (an appointment|a booking|a reservation)
    show(ed)? up|check(ed)? in|(hair|nails) done|on birth control|having dinner|prescribed|cancell?ed)
  (is|was) (my|his|her) (\w+ )?{relative} (there|coming)( in)?( now| tonight| today| tomorrow)?(?= (\.|\?|$|with))
  is he a (patient|member|client|customer)|is she a (patient|member|client|customer)
`;
const CONFIDENTIAL_PATTERN = phrases`
  (results?|records?|chart|diagnosis|medical history|test results) (for|of|about|from) (my|his|her
    our) (\w+ )?{relative}
  what (medications?|medicines?|meds|drugs|treatments?|condition) (is|was|does|are|did|has) (my {relative}
    {name} {name})
  (what|which) (medicines?|medications?|meds|tablets) (is|was) (he|she) (on|taking)
  which (classes|appointments?) (is|was) (he|she|{name} {name}) (booked|signed up)
  what (is|was|were) (he|she|{name} {name}) ((being|been) )?(treated|seen|in) for
  what (he|she) (is|was) ((being|been) )?(treated|seen|in) for
  what (is|was) (he|she) getting done
  (number|phone number|mobile|cell|email|address) (that )?(he|she|they) (left|gave|used|put)
  (what time|when|what day) (is|are|was|will) {name} {name} (coming|arriving|eating|dining)
  what did .. (doctor|dr|nurse|dentist|therapist) .. (tell|told|say to|give|prescribe) (to )?(her|him|them
    my {relative})
  (what is|give|tell|show|send|share|have|get) .. (their|his|her) (phone number|number|phone|cell|mobile|email|address
    home address|full name|last name|name)(?! (number |address )?(is|was|s|'s|\d))
  (what|which|whose) names? (is|are|was|on|did) (?!my)(the|that|this|table)? ?.. (booking|reservation|appointment
    table|order) .. (under|in|for|on)?
  whose (appointment|booking|reservation|order|table|number|name)
  (what is|what|give|tell|show|send|share) .. (name|email|email address|phone|phone number|number|address|details
    contact) (is )?(on|for|of|attached to|linked to|associated with|behind|under) ((the|that|this) )?(order|booking
    reservation|account|appointment|table) [a-z]*\d+
  (name|number|contact \w+|details|email|phone|phone number|address|info) (of|for) (whoever|the (person|people|guy
    man|woman|lady|party|client|customer|guest) (at|in the|before|after|(who|that) (booked|reserved|ordered|bought
    sat|is sitting|made the)))
  what (phone|number|email|name|address|phone number) did (?!(i|we|you) )
  (what|which) {record} (does |do |did )?{name} {name} (has|have|had|got)
  (?<!my )(personal|private|home) (phone|number|cell|mobile|address|email)
  (credit |debit |bank )?card (number|details|info)( on file)? (for|of|on)( file)?
  what did (the )?((customer|client|patient|member|guest|last \w+|other \w+) )(\w+ )*(order|buy|book|get|say|have)
  who (is|all is|was) (in|at|on) (the|tonights|tomorrows|your) .. (class|list|party|table|booking|session)
  orders? with names?|names? (of|for) (everyone|everybody|the people|people|all)
  (if|whether|that) {name} {name} (has|have|had|is|was|booked|made|got) .. (appointment|booking|reservation|order
    patient|member|client|customer|booked)
`;
/** With an order number or email address, access to the order is checked later. */
const ORDER_REFERENCE_PATTERN = /[a-z]*\d{3,}|@/;
const ABOUT_NAMED_PERSON_PATTERN = phrases`
  (?<!dr |doctor ){name} ({name} )?'s ((next|last|upcoming|first|medical|lab|test|phone|booked|\w+day) )?({record}
    {reach})
  (is|was|has|did|does|when (is|does|did)|what time (is|does
    did)) {name} ({name} )?(a |an |have |got |make |made |come in |booked |book |been |come )*(patient|member
    customer|client|appointment|reservation|booking|prescription|order)( (there|here|of yours|with you|at))?
  did {name} ({name} )?(book|reserve|order|pay|cancel|buy)
  (appointments?|bookings?|reservations?|results|records|prescriptions?|phone number) (of|belonging to) {name} {name}
  (personal|private|home|cell|mobile) (phone|number|cell|mobile|address|email|line)( number)? (of|for) {name}
  (patient|customer|client|member|guest) (named|called) {name}
  is {name} {name} (still )?(your|a) (patient|client|customer|member)
  has {name} {name} .. (picked up|paid|checked in|booked|been|arrived|ordered|cancell?ed|left)
  does the {name} (family|party|group) have
  (?<!dr |doctor ){name} 's .. (client|customer|patient)s?
  where (does|do|did) .. (customer|client|patient|{name} {name}|she|he) .. live
  what did {name} {name} (buy|order|book|pay)
  {name} ({name} )?(personal|private|home) (phone|number|cell|mobile|address|email)
`;
const ABOUT_CUSTOMERS_PATTERN = phrases`
  (list|show|give|send|tell|export|dump|print|display|share|get|read|provide|reveal|what are|who are|see) .. (all
    every|each|other|another|your|the|everyones?|any|previous|last|next|first|more) (\w+ )?{customers}( 's)?( (names?
    lists?|details|data(base)?|info|information|emails?|phone|numbers?|contacts?|records?|bookings?|appointments?
    reservations?|orders?|addresses|booked|coming))?
  (list|names?|details|numbers?|emails?|phone numbers?|contacts?|addresses|database|records|data|info
    information) (of|for|from|on|about) .. ((all|every|other|your|the|those|another) )+(\w+ )?{customers}
  (customer|client|patient|member|guest) (list|lists|database|data|records|names|emails|details|phone numbers?)
  everyones? .. (names?|numbers?|emails?|details|bookings?|appointments?|orders?)
  (somebody|someone|anyone|anybody|another (person|customer|client|patient|guest|member)|other (person|people
    customer|client|patient|guest|member)s?)( else)?( 's)? (\w+ )?({record}|{reach})
  who ((is|has|have|was|are|all) )*(booked|reserved|booking|made the (booking|reservation))(?! (my|me|with me|for me
    us))
  who else (is|are|has|booked|signed|will|comes|was)
  (who|which (customers?|clients?|patients?|people|guests?|members?)) .. (sitting|eating|coming|dining|signed up
    checked in|on the (list|waitlist|waiting list|guest list)|(had|has|have|took|took) the (\w+ ){0,3}(reservation
    booking|appointment)|before me|after me)
`;
const HARMLESS_ABOUT_CUSTOMERS_PATTERN = phrases`
  (other|your|most|new|all|for|many) (customers|clients|patients|members|guests|people) (say|like|love|think
    recommend|usually|get|allowed|welcome|do|can|have|need|use|accepted|only)
  (accept|accepting|taking|take|seeing) .. patients|benefits|perks
  (new|existing|regular) (patient|client|customer|member)s? (forms?|deal|offer|discount|special|intake|exam|paperwork
    info|information|packet|special)
  (who|which) .. (teaches|teaching|does|cuts|trains|instructs|leads|coaches|works|working|is available|is free)
  members? (area|lounge|app|only|discount|pricing|price|prices|rates?)
  how many (people|guests|members|customers|patients|clients)
  (table|room|space|seat\w*|booking|menu|options|parking) .. for .. (people|guests|persons?)|people (can|fit|person)
`;
const WORKING_HOURS_PATTERN = phrases`
  (availability|schedule|shifts?|hours|calendar|slots?|openings?|next (available|opening)|classes|class|rates?
    prices?|bio|reviews?|portfolio|speciali?ty|specialties|day off)
`;
const OWN_NAME_PATTERN = phrases`
  my name|under {name}|name is|it is for me
  my (appointment|booking|reservation|order|prescription|appt)
`;

/** Whether the message asks for information about another person. */
export function asksAboutOthers(text: string, businessName = ''): boolean {
  if (ABOUT_CUSTOMERS_PATTERN.test(text) && !HARMLESS_ABOUT_CUSTOMERS_PATTERN.test(text)) return true;
  if (!QUESTION_PATTERN.test(text)) return false;
  if (CONFIDENTIAL_PATTERN.test(text) && !OWN_NAME_PATTERN.test(text)) return true;
  if (ARRANGEMENT_PATTERN.test(text) || ORDER_REFERENCE_PATTERN.test(text)) return false;
  if (ABOUT_RELATIVES_PATTERN.test(text)) return true;
  const match = ABOUT_NAMED_PERSON_PATTERN.exec(text);
  if (!match || OWN_NAME_PATTERN.test(text) || WORKING_HOURS_PATTERN.test(match[0])) return false;
  return !businessName || !mentionsBusiness(match[0], businessName);
}

function mentionsBusiness(words: string, businessName: string): boolean {
  const nameWords = businessName.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return nameWords.some((word) => words.includes(word));
}
