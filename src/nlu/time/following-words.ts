// What the words after a number reveal about it. `rest` is the canonical text after it and starts with a space: " people on d5 ".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { joinPatternLines } from './patterns.ts';

/** Words that make the number before them a quantity. */
const QUANTITY_WORD_PATTERN = joinPatternLines`(?:
  people|of (?:us|them|you)|mg|mcg|ml|cl|g|kg|lbs?|oz|st|stone|miles?|km|cm|mm|inch|inches|ft|feet|foot|percent|%|x|
  stars?|minute|hour|day|week|month|fortnight|year|seats?|seater|tables?|spots?|places|pieces?|items?|bottles?|
  times|slots?|sessions?|class|classes|tickets?|locations?|pairs?|portions?|courses?|pills?|tablets?|ladies|women|
  men|girls|boys|babies|toddlers|infants|dogs?|others?|more|extra|total|street|avenue|ave|road|rd|lane|drive|blvd|
  or more|in total|altogether|in all|in our|in my|hundred|thousand|k|size|rooms?|chairs?|stools?
)`;

/** Words that may follow a bare number that is a time or a day of the month. */
const WORD_AFTER_TIME_PATTERN = joinPatternLines`(?:
  \.|,|-|/|please|pls|plz|thanks|thank|thx|ty|cheers|and|or|but|if|on|in|at|for|with|under|would|works?|is|are|was|
  will|fine|good|ok|okay|great|perfect|best|better|ideally|then|instead|rather|today|tomorrow|tonight|this|next|
  sharp|because|since|as|so|until|to|from|before|after|around|about|between|by|when|though|tho|maybe|either|should|
  could|can|sounds|suits|be|morning|afternoon|evening|night|noon|d\d|m\d+|\d+th|ish|oclock|not|no|yes|s|only|
  exactly|anymore|preferably|ideal|preferred|latest|earliest|available|free|possible|open|perhaps|also|too|we|i|im|
  id|its|it|ill|my|do|does|doing|has|have|lunch|dinner|may|might|onwards?|through|that|thats|all|lol|haha|
  actually|sorry|mate|plus|just|did|n|any|where|what|which|how|who|every|each
)`;

/** A plural makes the number before it a count. */
const PLURAL_WORD_PATTERN =
  '\\p{L}{2,}s(?<! (?:this|was|thanks|pls|plus|yes|works|sounds|suits|its|does|has|cos|as|is))';
/** "at 5 Oak Street" */
const STREET_NAME_PATTERN = joinPatternLines`(?!(?:on|in|at|with|to|for|and) )\S+
  [ ](?:street|st|avenue|ave|road|rd|lane|ln|drive|blvd|court|square)`;

const QUANTITY_AHEAD_PATTERN = new RegExp(`^ (?:(?:or|and|to|-) \\d{1,3}w? )?${QUANTITY_WORD_PATTERN} `);
const PRICE_AHEAD_PATTERN = /^ (?:each|per|off|a (?:head|person|month|week|year)) /;
const PLURAL_OR_STREET_AHEAD_PATTERN = new RegExp(
  `^ (?:(?:or|to|-) \\d{1,3}w? )?(?:${PLURAL_WORD_PATTERN}|${STREET_NAME_PATTERN}) `,
  'u',
);
const WORD_AFTER_TIME_AHEAD_PATTERN = new RegExp(`^ (?:$|${WORD_AFTER_TIME_PATTERN} )`);

/** The number before this counts something: "4 people", "2 or 3 hours". */
export const followsCount = (rest: string) => QUANTITY_AHEAD_PATTERN.test(rest) || PRICE_AHEAD_PATTERN.test(rest);

/** Like `followsCount`, and also true before any plural or street name. */
export const mayFollowCount = (rest: string) => followsCount(rest) || PLURAL_OR_STREET_AHEAD_PATTERN.test(rest);

/** The text ends here, or goes on with a word that can follow a time or a date. */
export const canFollowTime = (rest: string) => WORD_AFTER_TIME_AHEAD_PATTERN.test(rest);
