// What the words after a number make of it. The rest of a line begins with a space: " people on d5 ".
import { wide } from './patterns.ts';

/** What makes the number before it a quantity. */
const QUANTITY = wide`(?:
  people|of (?:us|them|you)|mg|mcg|ml|cl|g|kg|lbs?|oz|st|stone|miles?|km|cm|mm|inch|inches|ft|feet|foot|percent|%|x|
  stars?|minute|hour|day|week|month|fortnight|year|seats?|seater|tables?|spots?|places|pieces?|items?|bottles?|
  times|slots?|sessions?|class|classes|tickets?|locations?|pairs?|portions?|courses?|pills?|tablets?|ladies|women|
  men|girls|boys|babies|toddlers|infants|dogs?|others?|more|extra|total|street|avenue|ave|road|rd|lane|drive|blvd|
  or more|in total|altogether|in all|in our|in my|hundred|thousand|k|size|rooms?|chairs?|stools?
)`;

/** What may follow a time or a day of the month that nothing but its place gives away. */
const FOLLOW = wide`(?:
  \.|,|-|/|please|pls|plz|thanks|thank|thx|ty|cheers|and|or|but|if|on|in|at|for|with|under|would|works?|is|are|was|
  will|fine|good|ok|okay|great|perfect|best|better|ideally|then|instead|rather|today|tomorrow|tonight|this|next|
  sharp|because|since|as|so|until|to|from|before|after|around|about|between|by|when|though|tho|maybe|either|should|
  could|can|sounds|suits|be|morning|afternoon|evening|night|noon|d\d|m\d+|\d+th|ish|oclock|not|no|yes|s|only|
  exactly|anymore|preferably|ideal|preferred|latest|earliest|available|free|possible|open|perhaps|also|too|we|i|im|
  id|its|it|ill|my|do|does|doing|has|have|lunch|dinner|may|might|onwards?|through|that|thats|all|lol|haha|
  actually|sorry|mate|plus|just|did|n|any|where|what|which|how|who|every|each
)`;

/** A plural makes the number before it a count. */
const PLURAL = '\\p{L}{2,}s(?<! (?:this|was|thanks|pls|plus|yes|works|sounds|suits|its|does|has|cos|as|is))';
/** "at 5 Oak Street" */
const STREET = wide`(?!(?:on|in|at|with|to|for|and) )\S+
  [ ](?:street|st|avenue|ave|road|rd|lane|ln|drive|blvd|court|square)`;

const COUNTED = new RegExp(`^ (?:(?:or|and|to|-) \\d{1,3}w? )?${QUANTITY} `);
const PRICED = /^ (?:each|per|off|a (?:head|person|month|week|year)) /;
const COUNTED_OTHERWISE = new RegExp(`^ (?:(?:or|to|-) \\d{1,3}w? )?(?:${PLURAL}|${STREET}) `, 'u');
const FOLLOWED = new RegExp(`^ (?:$|${FOLLOW} )`);

/** The number counts what comes: "4 people", "2 or 3 hours". */
export const isCounted = (rest: string) => COUNTED.test(rest) || PRICED.test(rest);

/** The same, and any plural or street does. */
export const isAmount = (rest: string) => isCounted(rest) || COUNTED_OTHERWISE.test(rest);

/** Nothing comes, or a word that goes on after a time or a date. */
export const isFollowed = (rest: string) => FOLLOWED.test(rest);
