// Facilities on the premises, such as toilets or wifi. They are not for sale, so only the business's texts can say whether they exist.

/** The names of each facility, and other words in a passage that show it is about that facility. */
const FACILITIES = [
  ['loos?|toilets?|restrooms?|rest rooms?|washrooms?|lavator(?:y|ies)|wc', 'bathrooms?|facilities'],
  ['lifts?|elevators?|ramps?|step[- ]free', 'stairs?|steps?|floor|level|accessib\\w*|wheelchairs?'],
  ['wi-?fi|internet', 'online|network'],
  [
    'changing tables?|baby changing|high ?chairs?|cr[eè]che|childcare|play area',
    'child\\w*|kids?|bab(?:y|ies)|play\\w*',
  ],
  ['saunas?|steam rooms?|hot tubs?|jacuzzis?', 'spa'],
  ['swimming pools?', 'pool|swim\\w*'],
  ['showers?|lockers?|changing rooms?|fitting rooms?', 'chang\\w+|shower\\w*|lock\\w*|try\\w* on'],
  ['cloakrooms?|coat check', 'coats?|bags?|luggage'],
  ['cash ?points?|cash machines?|atms?', 'cash|cards?'],
  ['bike racks?|ev chargers?|charging (?:point|station)s?', 'bikes?|bicycles?|charg\\w+|parking'],
].map(([names, relatedWords]) => ({
  namePattern: new RegExp(`\\b(?:${names})\\b`, 'i'),
  relatedPattern: new RegExp(`\\b(?:${names}|${relatedWords})\\b`, 'i'),
}));
const ASKS_FOR_FACILITY_PATTERN =
  /\b(?:(?:is|are) there|(?:do|does|don'?t|would) (?:you|u|ya|ye|yous?|the \w+)(?: guys)? (?:have|got|do)|have (?:you|u|ya|ye|yous?) got|(?:you|ye|yous?) got|where(?:'?s| is| are)?|(?:can|could|may) (?:i|we|he|she|they) use|got|any)\s+(?:(?:an?|any|the|your|somewhere|customer|public|free|disabled|accessible|clean|working|\w+ with) )*$/i;

export type Facility = {
  name: string;
  /** Matches passages about the facility. */
  relatedPattern: RegExp;
};

/** The facility that a message asks for, as in "is there a loo in the shop?". */
export function findFacility(text: string): Facility | undefined {
  for (const { namePattern, relatedPattern } of FACILITIES) {
    const match = namePattern.exec(text);
    if (match && ASKS_FOR_FACILITY_PATTERN.test(text.slice(0, match.index)))
      return { name: match[0].toLowerCase(), relatedPattern };
  }
  return undefined;
}
