import { phrasePattern } from './phrases.ts';
import type { Traits } from './traits.ts';

const SELF_HARM_PHRASES = phrasePattern`
  (kill(ing)?|murder|hang(ing)?|drown(ing)?|shoot(ing)?|poison(ing)?) (myself|himself|herself|themselves|themself)
  (want|wants|wanting|going|plan|plans|planning|thinking|thought|thoughts|thinks|urges?|feel like|feels like|might
    may|tried|tempted) (\w+ )?(to |of |about |on )?(hurt|harm|cut)(ting|ing)? (myself|himself|herself|themselves)
  (am|is|been|keep|keeps|started|are) ((been|started) )?(cutting|harming|hurting) (myself|himself|herself
    themselves)( again| on purpose)?
  (hurt|harm|cut|burn(ed|t)?) (myself|himself|herself) (on purpose|deliberately|intentionally)|self harm(ing|ed|s)?
  (want|going) to (just )?kms
  suicidal|(commit|committing|committed|attempt|attempted|attempting|considering|contemplating|about|of|by) suicide
  suicide (thoughts|attempt|note|plan|hotline|line)|unalive( myself| herself| himself)?
  (end|ending|take|taking|took) (my|his|her|their) (own )?li(fe|ves)|end(ing)? it all
  (want|going|ready) to end it(?= (all )?(\.|now|tonight|today|please))
  (want|wants|wish|wishing|rather|ready|wanted|deserve|hoping) ((to|i|he|she|was|were|could|just) )*(die|dead|be dead
    disappear forever|never wake up|not wake up)
  (better off|better) (dead|without me)
  (no|what is the|the) (reason|point|will) (to|in|of) (live|living|going on|being alive|carry on)
  (sleep|asleep) and (never|not) wake up
  (dont|do not|doesnt|didnt|not|no longer|cant) (really )?(want|wanna|wish|feel like|bear)? ?(to )?(live|be alive
    living|being alive|wake up|exist|be on this (earth|planet)|be in this world)( \w+){0,3} (any ?more|any longer
    again)
  (dont|doesnt) want to (live|be alive|exist)|tired of (living|being alive|life)
  life (is not|isnt|is no longer) worth (living|it)|not worth living|(reason|reasons) to (live|be alive|go on)
  (dont|not|doesnt) feel safe (with|by|around) (myself|himself|herself)
  (keep|keeping) (myself|himself|herself) (alive|safe)
  jump(ing)? (off|in front of) (a|the) (bridge|train|roof|building|balcony|cliff)
  (want|wants|wanted) to (\w+ ){0,3}die|(cut|slit|slitting|cutting|slashed) (my|his|her|their) (own )?wrists?
`;
const FIGURES_OF_SPEECH_PATTERN = phrasePattern`
  suicide (wings?|sauce|squad|burger|grip|drills?|sprints?|runs?|door|doors|prevention|awareness|training)
  (want|wanted|rather) to die (of|from) (embarrass\w+|laugh\w+|shame|happiness|cringe)
  (hair|haircut|fringe|bangs|workout|class|burpees|leg day|hungover|hangover|embarrass\w+|so good|so full
    so hungry) .. (want|wanted) to die
  (want|wanted) to die .. (hair|haircut|fringe|bangs|workout|class|burpees|leg day|embarrass\w+|so good|haha)
  (dont|not|doesnt|without|never|didnt|avoid|wouldnt) ((want to|wanna|going to|trying to) )?(hurt|hurting|harm|injure
    cut|kill|killing) (myself|himself|herself)
  (hurt|hurting|cut) (myself|himself|herself) .. (lift(ing)?|squat(s|ting)?|deadlift(s|ing)?|class|work ?out|form
    bench|machine|exercis\w+|training|running|shaving|cooking|weights?)
  (lift(ing)?|squats?|deadlifts?|class|workout|form|bench|weights?) .. (hurt|hurting|cut) (myself|himself|herself)
`;
/** Health care takes these phrases literally; elsewhere they are about the place. */
const DESPAIR_PHRASES = phrasePattern`
  (dont|do not) (want to|wanna) be here any ?more|cant (go on|do this any ?more|take it any ?more|cope any ?more)
  give up on life|so hopeless
`;

const VIOLENCE_PHRASES = phrasePattern`
  (someone|somebody|man|guy|he|she|person|customer|they|husband|ex|boyfriend|woman|kid|people) .. (has|have|with
    pulled|pulling|holding|waving|brought|pointing|got) (out )?(a|an|his|her) (hand ?gun|gun|knife|weapon|machete
    rifle|pistol|bomb|grenade)(?! (set|block|sharpener|collection|show|shop))
  (someone|somebody|man|guy|men|he|she|husband|ex|boyfriend|girlfriend|partner|wife|dad|father|customer|stalker
    person|they) (\w+ ){0,2}(hitting|beating|attacking|strangling|stabbing|punching|kicking|stalking|following
    assaulting|assaulted|attacked|raped|raping|molested|strangled|beats|beat up|hits|threatening to (kill|hurt
    shoot)) (me|us|him|her|my|a|the|someone|people)
  (my|her|his) (husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|mum|mom) ((just|has) )?(hit|beat|hits
    beats|choked|hurts|punched|slapped) (me|her|him|us)
  (says|said|threatened|threatens|threatening|trying|tried|wants) ((he|she
    they) )?(will |is going to |to |would )*(kill|stab|shoot|hurt) (me|us|her|him)
  threatened .. (with )?a (gun|knife|weapon)
  (am|is|are|was|were) being (attacked|robbed|mugged|held up|beaten up|followed|stalked)
  (am|is|are|be|been|was|were|got|getting) ((being|just|held) )*(raped|assaulted|sexually assaulted|held hostage
    kidnapped|abducted|beaten up|stalked|held (up )?at (gun|knife) ?point)
  (not|isnt|dont feel|am not|never) safe at home|domestic (violence|abuse)|active shooter|there is a shooter
  shots fired
  gun ?shots|armed (robbery|man|men|robber)|(bomb|death) threat|there is a (bomb|gunman)
  (someone|somebody|burglars?|intruders?|they|man|men|he|thief|thieves) .. (breaking in|break in|broke in|broken in
    breaking into|broke into|trying to get in)
`;
const HAZARD_PHRASES = phrasePattern`
  there is ((a|an|some) )?((big|small|huge|electrical) )?(fire|smoke|flames|gas leak|explosion) .. (in|at|inside
    upstairs|downstairs|coming|outside|everywhere|behind|next|from|here|right|now)
  (?!(is|are|was|am|be|been|s|scalp|skin|head|mouth|tongue|throat|legs?|feet|muscles?|lips|body|you|chef|dj|band|team
    menu|playlist) )[a-z]+ ({be} )?(just |actually )?(on fire|caught fire|burning down|in flames|exploded)
  (fire|flames|smoke coming) (in|at|inside|from|out of|coming from|coming out of) (the|your|my|our) (kitchen|building
    back|bathroom|restroom|toilets?|basement|roof|salon|shop|store|gym|studio|restaurant|locker room|changing room
    car|oven|wall|ceiling|vent|dryer|sauna)
  (gas|carbon monoxide) leak|leaking gas|smell(s|ed|ing)? ((of|like|a lot of|strong|strongly|strongly of) )*gas
  carbon monoxide alarm (is )?(going off|beeping|sounding)
  (building|ceiling|roof|wall|scaffolding) ({be} )?(collapsed|collapsing|caving in|caved in)
`;
const HARMLESS_PHRASES = phrasePattern`
  is there ((a|an|any) )?(fire|smoke)( ?place| ?pit)?|do you (have|sell|do|offer|stock|carry|train|treat)
  fire (pit|place|alarm test|drill|extinguisher|sauce|roasted|grill)
  gas (fire|heaters?|grill|bbq|station|card|bottles?|stove|hob|range)|fireplace|fire ?pit
  (domestic (violence|abuse)|active shooter|self defen[cs]e) .. (course|class|training|support|charity|drill|discount)
  (self defen[cs]e)|(chef|dj|band|team|menu|playlist|stylist) .. on fire|smoke (free|house|d|ing|rs)|smoking|bath bomb
  (trainer|instructor|coach|class|workout|sauce|chilli|chili|curry|spice) .. (kill|kills|killing|beating|kicking)|haha
`;

export function isSelfHarm(text: string, { isHealthCare }: Traits): boolean {
  const isMentioned =
    SELF_HARM_PHRASES.test(text) || ((isHealthCare || hasHarmedSelf(text)) && DESPAIR_PHRASES.test(text));
  return isMentioned && !FIGURES_OF_SPEECH_PATTERN.test(text);
}

const COMPLETED_SELF_HARM_PATTERN =
  /\b(?:took|taken|swallowed|downed|necked)\b.{0,40}\b(?:packets?|packs?|bottles?|box|boxes|strips?|pills?|tablets?|meds|panadol|paracetamol|tylenol|ibuprofen|all (?:my|of)|whole|handful)\b|\boverdosed\b|\b(?:cut|slit|slashed) (?:my|both) wrists?\b/i;

/** Self-harm that has already happened is never treated as a figure of speech. */
export const hasHarmedSelf = (text: string): boolean => COMPLETED_SELF_HARM_PATTERN.test(text);

/** Fire, gas, weapons or an attack. */
export function isDanger(text: string): boolean {
  return (VIOLENCE_PHRASES.test(text) || HAZARD_PHRASES.test(text)) && !HARMLESS_PHRASES.test(text);
}
