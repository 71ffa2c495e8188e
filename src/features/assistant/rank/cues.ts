// Words that hint at what a sentence is for. The ranker learns how much each cue counts.
import { memoize } from '../../../kernel/memoize.ts';
import { isQuestion } from '../clauses.ts';

export type Cue = keyof typeof CUE_PATTERNS;

const CUE_PATTERNS = {
  question: { test: isQuestion },
  /** Pronouns and other references to something mentioned earlier. */
  refersBack: /\b(it|its|that|this|that one|this one|those|these|them|they|the same|one|there|her|him|she|he)\b/i,
  /** Openings of a sentence that leaves out its verb, such as "what about". */
  elliptic: /^\W*(and|or|what about|how about|ok(ay)? and|also|what if|then|same)\b/i,
  price:
    /\b(how much|pric(?:e|es|ey|ier|iest)|costs?|charge|damage|set me back|(?:own|out of|of my) pocket|ballpark|(?:dear|cheap)(?:er|est)|expensive)\b/i,
  requests:
    /\b(?:want|need|like to|'d like|book|reserve|schedule|please|get me|sign me|put me|looking (?:for|to)|hoping to|can i|could i|i'll)\b/i,
  books: /\b(?:book|reserve|schedule|sign (?:me|us|him|her|them) up|appointment|reservation|booking)\b/i,
  /** Fees, policies and conditions. */
  rule: /\b(?:policy|fees?|charged?|what happens|what if|if i|allowed|must|have to|need to|do i need|how (?:late|long|early))\b/i,
  hours: /\b(?:open|clos(?:e|ed|es|ing)|shut|hours)\b/i,
  asksForList:
    /\b(?:any|anything|what else|which|all|list|range|options?|(?:most|least) \w+|\w+est)\b|\bwhat\b.{0,40}\b(?:have|got|on|offer|sell|stock)\b/i,
  asksWho: /\b(?:who|whom|which (?:of you|stylist|doctor|trainer|person))\b/i,
  reschedules:
    /\b(?:mov(?:e|ed|ing)|reschedul\w+|postpon\w+|push(?:ed|ing)? (?:it |us |me |my \w+ |our \w+ )?back|(?:bump|shift|push)(?:ing)? (?:it|us|me|my \w+|our \w+)(?: back| up)? to|bring(?:ing)? (?:it|my \w+|our \w+) forward)\b/i,
  cancels:
    /\b(?:cancel|call off|take me (?:off|out)|(?:drop|pull|bow|back) out of|bail(?:ing)? on|(?:can'?t|cannot|won'?t) (?:make it|make (?:my|our|the)|come after all|be able to make|do .{1,40}after all))\b/i,
  /** Corrects or replaces a detail. */
  changes: /\b(?:make (?:it|that)|instead|change|actually|rather|push|swap|earlier|later)\b/i,
  /** Another booking like the last one. */
  repeats:
    /\bsame again\b|\b(?:another|a second|one more|a further|an additional) (?:table|booking|reservation|appointment|session|class|place|spot|one)\b|\b(?:also|as well) (?:book|reserve)\b|\b(?:one|same|it) for my \w+(?: too| as well| also)?\b|\bbook (?:\w+ ){0,3}again\b/i,
  /** Gives up the current task, such as "scrap that". */
  discards: /\b(?:scratch|scrap|bin|ditch|nix|forget) (?:it|that)\b/i,
  asksForPerson:
    /\b(?:manager|supervisor|real person|a human|the owner|(?:speak|talk) (?:to|with) (?:someone|somebody|a person))\b/i,
} as const;

const CUE_NAMES = Object.keys(CUE_PATTERNS) as Cue[];

export const hasCue = (cue: Cue, text: string): boolean => CUE_PATTERNS[cue].test(text);

export const findCues = memoize(
  (text: string) => text,
  (text) => Object.fromEntries(CUE_NAMES.map((name) => [name, CUE_PATTERNS[name].test(text)])) as Record<Cue, boolean>,
);
