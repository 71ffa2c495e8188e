import { phrasePattern } from './phrases.ts';

/** Instructions to the assistant that go beyond a customer's role. */
const COMMANDS_PATTERN = phrasePattern`
  (ignor(e|ing)|disregard(ing)?|forget(ting)?|overrid(e|ing)|bypass(ing)?|skip|overwrite|drop) (about )?((all|any
    every|everything|the|your|of|these|those|above|previous|prior|earlier|preceding|existing|original|initial|system
    current|safety) )*(instructions?|prompts?|rules|guidelines|programming|directives?|commands|constraints
    restrictions|filters?|training|context|guardrails|safeguards)
  (ignore|disregard|forget) (everything|anything|all) (above|before|previous|prior|you (were|have been|are|know)
    that (was|came))
  you are ((now|no longer) )((a|an|the|in|bound) )?(\w+ )?(dan|ai|bot|assistant|admin|developer|unrestricted
    jailbroken|free|root|model|restricted|mode|hacker|linux|terminal|by)
  (do anything now|developer mode|debug mode|god mode|admin mode|maintenance mode|jailbreak\w*|sudo|unrestricted mode
    dan mode)
  (act|behave|respond|answer) .. (no|without) (restrictions|rules|limits|filters?)
  (pretend|act|roleplay|role play|behave|respond|answer|speak|talk) ((to be|you are|as if you are|as if you were
    as though you are|that you are|like you are|as|like) )+((a|an|the|my|our) )?(admin\w*|developer|root|owner|system
    manager|doctor|pirate|hacker|dan|unrestricted|human|person|staff|employee|different|evil|chatgpt
    \w+ with no (rules|restrictions|limits))
  (from now on|henceforth) you (will|must|are|should|shall|have)
  new (system )?(instructions|prompt|directive|rules) (are|is|from|override|below|follow)?
  (system|developer|admin|root) (override|message|prompt|command|note|instruction)s?
  (what|which) instructions (were|have|did|are) you (been |get )?(given|told|get|following|have)
  (begin|end|start) (of )?(system )?(prompt|instructions)|im ?start|inst
  important instructions? (for|to) ((the|all) )?(ai|assistant|bot|llm|model)s?
`;
/** Requests for secrets or admin access. */
const SECRETS_PATTERN = phrasePattern`
  (what|whats|show|print|reveal|repeat|display|output|tell|give|share|leak|dump|list|expose|describe|send|write out
    return|export|copy) .. (your|the|its|this|system|initial|hidden|secret|internal|original|full
    own) (\w+ ){0,2}(system prompts?|prompts?|initial instructions|system instructions|hidden instructions
    instructions (word|verbatim|above|you were)|configurations?|config( file)?|api ?keys?|secret keys?|access tokens?
    tokens?|credentials|admin password|passwords?|source code|environment variables|env|database|sql
    connection string|guardrails|training data|system message|webhooks? secrets?)
  (what|whats|tell|repeat|reveal|print|show) .. ((are|is|me) )?your ((exact|full|original|secret|system|internal
    hidden) )*(instructions|prompt|directives|programming|rules you)(?= (\.|\?|$|word|verbatim|say|exactly|and|in))
  (repeat|print|output|say|translate|summari[sz]e) .. (text|words|everything|message|instructions|lines) (above
    before this|that came before)
  (api|secret|private|admin|access) ?(keys?|token|password)(?! (card|fob))
  (drop|truncate|delete from|select .. from|union select|insert into) ((table|tables) )?(users?|bookings?|customers?
    orders?|information schema|\w+ where)
  (act|log(ged)?|sign(ed)?|let|give|grant|make|am|as) ((me|in|you|us) )*(as )?(an |the |a )?(admin\w*|root|superuser
    sysadmin)( access| rights| privileges| user)?
  (grant|give) me ((full|all) )?(access|permissions|privileges)
`;
const UNDUE_FAVOURS_PATTERN = phrasePattern`
  (mark|set|flag|record|register|update|change|put|list|log|show|confirm|make) .. (booking|appointment|order
    reservation|bill|invoice|account|it|balance|deposit|payment|membership|tab|class|total|price|everything
    cost) (down )?(as |to |to be |be |is |at )*(already )?(been )?(paid|prepaid|free|complimentary|comped|settled
    zero|nothing|0|1 (dollar|cent|pound)|refunded|waived)( in full| off| of charge)?(?! (of|from|trial))
  (give|apply|grant|add|get|take|put|issue|use|need|want) .. (100|99|95|90|hundred|one hundred) ?(%|percent
    per cent) .. (off|discount|refund|free)
  (100|99|hundred) ?(%|percent) (off|discount)
  (set|change|make|update|edit|lower|adjust) ((the|all|your|my) )*(prices?|totals?|cost|bill|balance|amount
    fees?) (to|at|of|equal|be|down to) (\w+ )?(0|zero|nothing|free|1|one|\d+ cents?)
  (make|book|give|have) (this|it|my (booking|appointment|order|meal|stay|membership)|everything
    me everything) (for free|free of charge|completely free|totally free|100 % free)
  refund me (anyway|without|even though) .. (policy|receipt|approval)
  (approve|authori[sz]e) (my|the|a) (refund|discount|return) (without|anyway|regardless|automatically)
  (you are|you were|i am) authori[sz]ed .. (discount|free|refund|override)|free .. you are authori[sz]ed
  free .. (forever|for life|lifetime)|free lifetime
  (set|change|make|update|edit|lower) .. (prices?|total|cost) of .. (to|at) (0|zero|nothing|free|1|one|\d+ cents?)
  (upgrade|enrol|enroll|sign) .. (at no (charge|cost)|for free|without paying)
  set .. (total|price|bill|balance) to (0|zero|free|nothing)[\d.]*
  (generate|create|make) .. (discount|promo|coupon|voucher) code
  (confirm|book) .. (without|bypassing|skip(ping)?) .. (payment|deposit|verification)
`;
const HARMLESS_PHRASES = phrasePattern`
  (wifi|wi fi|internet|my|reset|forgot|door|gate|locker|app) .. password
  (aftercare|care|washing|wash|cleaning|delivery|prep|preparation|cooking|assembly|fasting|visit|driving
    parking) (instructions|directions|rules)
  (gluten|dairy|nut|sugar|lactose|fat|egg|soy|wheat|alcohol|smoke|fragrance|cruelty|meat|peanut) free
  free (range|trial|wifi|parking|class|sample|consultation|delivery|shipping|slot|table|time|at|on|for)|house rules
`;
const ORDINARY_REQUEST_PATTERN = phrasePattern`
  (book|reserve|table|reservation|appointment|appt|schedule|cancel|reschedule|move|open|close|hours|menu|price
    how much|cost|where|address|parking|haircut|class|refill|order|return|size|stock|vegan|allerg\w+|insurance
    sign (me )?up|membership|trim|colou?r|cut)
`;

/**
 * Whether to refuse the message. Requests for secrets or undue favours are refused, and so are messages with nothing but
 * instructions. Instructions around an ordinary request are ignored and the request is served.
 */
export function isInjection(text: string): boolean {
  if (SECRETS_PATTERN.test(text) && !(HARMLESS_PHRASES.test(text) && !COMMANDS_PATTERN.test(text))) return true;
  if (UNDUE_FAVOURS_PATTERN.test(text) && !HARMLESS_PHRASES.test(text)) return true;
  const command = COMMANDS_PATTERN.exec(text);
  return command !== null && !ORDINARY_REQUEST_PATTERN.test(text.replace(command[0], ''));
}
