import { memoize } from '../kernel/memoize.ts';
import { isAbuse } from './abuse.ts';
import { normalize } from './normalize.ts';
import { phrasePattern } from './phrases.ts';

const SWEARING_PATTERN = phrasePattern`
  fuck\w*|f\w?cking|effing|wtf|bullshit|bs|shit(ty|e|show)?|crap(py)?|bollocks|goddamn\w*|god damn\w*
  damn (it|you|place|bot)|for fucks sake|ffs|what the (hell|heck|fuck|actual)|pissed( off)?
  bloody (awful|terrible|ridiculous|joke|useless|rude|hell)
  (this|that|it|place|service|food|you|really|app|bot) suck(s|ed)|screwed (me|up|us|over)
`;
const FRIENDLY_SWEARING_PATTERN = phrasePattern`
  (fuck\w*|damn|bloody|shit|hella) (good|great|awesome|amazing|love(d|ly)?|delicious|fantastic|brilliant|incredible
    yes|perfect|nice|yeah)
  (hot|holy) (damn|shit|crap)|the shit|shit ?loads?|oh (shit|crap|fuck)|(my|i) .. (bad|fault)|crap i (forgot|missed)
`;
const ANGER_PATTERN = phrasePattern`
  (i am|we are|am|are|was|were|feel|feeling|left|left feeling|makes me|made me|got me|getting|still) ((just|so|very
    really|absolutely|extremely|beyond|quite|pretty|truly|fucking|bloody|incredibly|totally|completely
    more than) )*(angry|furious|livid|mad|fuming|upset|annoyed|outraged|disgusted|appalled|enraged|irate|frustrated
    infuriated|seething|disappointed|offended|insulted|unhappy|fed up|pissed)(?! (stomach|about it|at myself|for it))
  (un|not )acceptable|outrageous|appalling|disgraceful|atrocious|abysmal|shameful|shambles|inexcusable|scandalous
  infuriating
  (absolutely|totally|completely|so|this is|thats|is|was|how|bloody|beyond|just|utterly) (ridiculous|disgusting
    pathetic|horrible|horrendous|terrible|awful|shocking|useless|a joke|a disgrace|a disaster|a nightmare|insulting
    unbelievable|dreadful|appalling|rubbish|horrific|vile|filthy)
  (worst|horrible|terrible|awful|shocking|disgusting|appalling|dreadful|atrocious|horrendous|poor|bad
    rude) (\w+ )?(service|experience|customer service|staff|restaurant|salon|place|haircut|meal|food|gym|doctor|store
    shop|company|treatment|attitude|ever|visit|waiter|waitress|receptionist|stylist|trainer)
  (sick|sick and tired|tired|fed up|had enough|enough) (and tired )?of (this|you|your|waiting|being|the|it|calling
    asking|dealing)
  i have had (it with|enough)|(waste|wasted|wasting) (of )?(my |our |so much )?(time|money)
  what a (joke|rip ?off|waste|shambles|disgrace|nightmare)|rip ?off|ripped off|scam(med|mers?|ming)?|robbery|thieves
  crooks|joke of a
  how dare you
  (never|not) (ever )?(coming|going|come|go|eating|shopping|using|returning|setting foot|order\w*) (back|here|there
    again|with you)
  never again|lost (a|my|our) (customer|business)
  (you dont|you never|nobody|no one|does anyone|do you even) (even )?(cares?|bothers?|answers?|listens?|responds?)
  are you (kidding|joking|serious)( me)?
  you ((guys|people|lot) )?(ruined|botched|destroyed|butchered|lied|cheated|overcharged|stole)
  (ruined|botched|butchered|destroyed|fried) (my|our|her|his)|(was|were|is|so|very|extremely|really|incredibly) rude
  (found|was|is|had|with) (an? )?(dead )?(hair|fly|bugs?|insect|cockroach|roach|maggots?|worms?|glass|mou?ld) in (my|our|his|her)
  (coach|trainer|instructor|stylist|barber|driver|courier|waiter|waitress|doctor|dentist|nurse|teacher|nobody
    no one) (just )?(never|didnt|did not) (even )?(show|showed|turn|turned|came|come|arrive|arrived)
  treated ((me|us|like) )*(like )?(shit|dirt|crap|trash|rubbish|badly|terribly|so badly|an idiot)
`;
const COMPLAINT_THREATS_PATTERN = phrasePattern`
  (i will|i am going to|we will|ill|i would|about to|planning to|thinking of|thinking about|want to
    going to) (\w+ ){0,2}(sue|suing|report(ing)? (you|your|this|the|that)|call(ing)? the (police|cops|authorities
    council|health)|contact(ing)? (my (lawyer|solicitor|attorney|bank|card)|the (bbb|council|health|police|ombudsman
    press|media))|leav(e|ing) ((a|you a|an) )?(\w+ )?(1 star|one star|bad|terrible|awful|negative|honest|horrible
    scathing|nasty) (\w+ )?review|go(ing)? to the (press|media|police|ombudsman|papers)|take (this|you|legal)
    complain|make a (formal )?complaint|file a complaint|escalate)(?! (my|on) (taxes|birthday))
  (my|a|our) (lawyer|solicitor|attorney) (will|is|has|about)|legal action|small claims|trading standards
  better business bureau|ombudsman|charge ?back|health (department|inspector|board)|environmental health
  (sue|suing) (you|your|the|them)|(1|one|zero|0) stars? (review|rating)|bad review
  demand ((a|my|an|to) )*(refund|money|manager|apology|compensation|explanation|speak)
  (want|give me|demand) (all )?my money back
  (make|file|lodge|raise|submit|register|have) ((a|an|my) )?(formal |official |serious )?complaint|complain (about|to)
  complaining
`;
const NOT_ANGRY_PATTERN = phrasePattern`
  (not|isnt|wasnt|nothing|hope|hopefully|wont be|never) (\w+ )?(terrible|awful|horrible|bad|upset|mad|angry|annoyed
    disappointed)
  awful lot|(dont|not going to|wont|no need to) (want to )?(complain|sue|report)|no complaints?|cant complain
  complaints? (procedure|policy|department|form)|mad (for|about|keen)|pretty mad|worst case
  (name is|with|ask for|see|called|for|by|under|named) sue
  {own} ((hair|skin|nails|posture|back|knees?|hips?|neck|shoulders?|balance|fitness|english|spelling|typing|memory
    eyesight|hearing|cooking|timing) )+(is|are|has been|was|looks?|feels?) (\w+ )?(ridiculous|disgusting|pathetic|horrible|terrible
    awful|shocking|useless|dreadful|rubbish|a joke|a disaster|a nightmare|bad)
  bad (hair day|back|knee|knees|shoulder|hip|weather|breath|tooth|cold)
`;

/** Whether the customer is angry: abuse, threats to complain or sue, swearing, shouting or bitter words. */
export const isAngry = memoize((text: string) => text, detectAnger);

function detectAnger(text: string): boolean {
  const normalized = normalize(text);
  if (isAbuse(normalized)) return true;
  if (SWEARING_PATTERN.test(normalized) && !FRIENDLY_SWEARING_PATTERN.test(normalized)) return true;
  if (
    (ANGER_PATTERN.test(normalized) || COMPLAINT_THREATS_PATTERN.test(normalized)) &&
    !NOT_ANGRY_PATTERN.test(normalized)
  )
    return true;
  return isShouted(text);
}

/** Mostly capitals and several exclamation marks. */
function isShouted(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= 20 && capitals > letters * 0.8 && /!!/.test(text);
}
