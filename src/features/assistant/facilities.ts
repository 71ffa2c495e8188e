// What a house has for its guests, and nobody buys: whether it is there is written down, or not known.

/** How they are called, and what else speaks of them where it is written. */
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
].map(([words, more]) => ({
  named: new RegExp(`\\b(?:${words})\\b`, 'i'),
  kind: new RegExp(`\\b(?:${words}|${more})\\b`, 'i'),
}));
const ASKED =
  /\b(?:(?:is|are) there|(?:do|does|don'?t|would) (?:you|u|ya|ye|yous?|the \w+)(?: guys)? (?:have|got|do)|have (?:you|u|ya|ye|yous?) got|(?:you|ye|yous?) got|where(?:'?s| is| are)?|(?:can|could|may) (?:i|we|he|she|they) use|got|any)\s+(?:(?:an?|any|the|your|somewhere|customer|public|free|disabled|accessible|clean|working|\w+ with) )*$/i;

export type Facility = { name: string /** Whatever is called so, or nearly so. */; kind: RegExp };

/** "Is there a loo in the shop?" */
export function facilityIn(text: string): Facility | undefined {
  for (const { named, kind } of FACILITIES) {
    const found = named.exec(text);
    if (found && ASKED.test(text.slice(0, found.index))) return { name: found[0].toLowerCase(), kind };
  }
  return undefined;
}
