import { getSentenceAround } from './normalize.ts';
import { findMatches, phrasePattern } from './phrases.ts';
import { isAftermath, isDenied, isHypothetical, isPast } from './timing.ts';

type EmergencySign = {
  pattern: RegExp;
  /** Words in the same sentence that give the match another meaning. */
  unless?: RegExp;
  /** An event that is over quickly: mentioning its aftermath is no emergency. */
  isEvent?: boolean;
};

const FIGURE_OF_SPEECH_PATTERN = phrasePattern`
  haha\w*|hehe\w*|jk|just kidding|figuratively|metaphorically
`;
const CLOTHES_PATTERN = phrasePattern`
  (shirts?|t shirt|jackets?|dress(es)?|sizes?|sizing|exchange|medium|large|bra|sweater|jumper|hoodie|coat|vest|blazer
    wetsuit|jeans|corset|mask|straps?)
`;
const EXERCISE_PATTERN = phrasePattern`
  (chest|leg|arm|back) (day|press|workout|fly|flys|flies)|bench( press)?|push ?ups|press ups|squats?|deadlifts?|doms
  sore from|burpees|yesterdays? (class|session|workout)
`;
const SEVERE_PATTERN = phrasePattern`
  crushing|(left|one) (arm|side)|jaw|breathe|breathing|sweat(y|ing)|dizzy|faint(ing)?|heart|severe|right now
  collapsed|ambulance
`;

const BREATHING: EmergencySign = {
  pattern: phrasePattern`
    (cant|couldnt|unable to|struggl(es|ing|ed) to|((so|very|really) )?hard to|barely|hardly|difficult to|trying to
      fighting to) ((even|really|properly|barely|hardly) )?(breathe|get ((any|enough) )?air|catch {own} breathe
      swallow or breathe)
    hard(er)? (time )?(for {person} )?(to )?breath(e|ing)
    (isnt|not|stopped|wasnt|arent|no longer|quit|hardly|barely|doesnt seem to be) breathing
    (trouble|difficulty|difficulties|struggling|laboured|labored|shallow|distress|hard time|wheezing and) ((with
      in) )?({own} )?(breathing|breathe|to breathe)
    breathing ({be} )?((very|really|so|all|extremely) )?(stopped|difficult|badly|laboured|labored|hard|harder|funny
      weird|shallow|problems?|difficult(y|ies))
    (short|shortness) of breathe|gasping( for (air|breathe))?|suffocating|asphyxiat\w+
    turn(ed|ing|s) (blue|purple|grey|gray)|lips? {be} .. (blue|bluish|purple)|(blue|bluish) lips
  `,
  unless: phrasePattern`
    breathe (through|out of) {own} nose|breathe in (this|these|those|that|them|it)
    breathing (class(es)?|exercises?|techniques?|work|space)
    (fabric|shoes?|wine|leather|nail beds?|colou?r|dye|hair|sky|dough) .. (breathe|breathing|turn(ed|ing|s) (blue
      purple|gr[ea]y))
    turn(ed|ing|s) .. (blue|purple|gr[ea]y) .. (wash|shampoo|toner|dye)
  `,
};

const CHEST: EmergencySign = {
  pattern: phrasePattern`
    chest (pains?|tightness|tightening|pressure|hurts|hurting|discomfort)
    (pains?|pressure|tight(ness)?|squeezing|heaviness|burning|crushing|aches?|aching|discomfort|stabbing|weight
      elephant) .. (in|on|across|around|to) (({own}|the) )?(\w+ )?chest
    {own} chest .. (hurts?|hurting|tight|tightening|heavy|aching|aches|killing|burning|pounding|squeezing)
    chest .. sitting on (it|me|him|her)|(clutching|grabbing|holding|gripping) .. chest
    (tight|heavy|crushing|aching|painful) chest|crushing .. chest
    heart {be} .. (stopped|stopping|giving out)|heart (stopped|hurts|is hurting)
  `,
  unless: phrasePattern`
    chest (infection|cold|x ?ray|freezer|of drawers|day|press|workout|hair|wax|waxing|strap)
  `,
};

const ALLERGY: EmergencySign = {
  pattern: phrasePattern`
    (throat|airways?|windpipe) .. (clos(es|ing|ed)|swelling|swell(s|ed)? (up|shut)|swollen shut|tight(ening|er)?
      constrict(ed|ing)|blocked)
    {own} tongue .. (swell(ing|s|ed)?|swollen|puff(ing|ed|y))
    (swollen|swelling) (tongue|throat) .. (ate|eating|eaten|nuts?|peanuts?|allerg\w+)
    (ate|eaten|eating|swallowed|stung|sting|bee|wasp|allerg\w+|hives) .. (lips?|face|eyes|mouth|throat
      tongue) .. (swell(ing|s|ed)?|swollen|puff(ing|ed|y)|numb|tingl(y|ing)|itch(y|ing)|clos(ed|ing))
    (lips?|face|mouth) .. (swelling|swelled|swollen|puffing) .. (ate|eating|eaten|sting|stung|allerg\w+|hives|breathe
      nuts?|peanuts?|shellfish)
    (having|going into|in|be|got|getting|has|have|had) ((a|an) )?((really|very|severe|bad|serious|huge|massive|major
      possible|kind of|some kind of|some sort of|full blown) )*(allergic reaction|anaphyla\w+|anaphala\w+)
    (wheezing|hives) .. (allergic|ate|eaten|stung|sting|nuts?|peanuts?|shellfish|prawns?|shrimp)
    (allergic|ate|eaten|stung|sting) .. (wheezing|hives|cant swallow)|stung .. .. allergic
    allergic .. (stung|just ate|accidentally ate)
    (allergic|ate|eaten|food|nuts?|peanuts?) .. .. (lips?|mouth|tongue|throat) .. (tingl(y|ing)|numb|itch(y|ing)
      swell(ing|s)|swollen)
    (just|accidentally) (ate|had|eaten|swallowed) .. allergic to|epi ?pen .. (minutes? ago|min ago|just now)
    used .. epi ?pen
    (anaphyla\w+|anaphala\w+) shock|(used|need|using|needs|where is|find|get) {own} (epi ?pen|epi)
  `,
  unless: phrasePattern`
    (will|would|could|might|can|may|to) (have|get|go into|cause|trigger|give)
    (if|when|whenever|unless|so that|because) (i|he|she|they) (eat|eats|have|has|touch|touches)
    (has|have|is|am|with|are) ((severe|severely|nut|peanut) )?anaphyla\w+ (to|for|towards|from)
    had (a|an) .. reaction .. (yesterday|last|to your)|(goes|go) into anaphyla\w+|allergic reactions|patch test
    (sore|strep|scratchy|dry) throat
    (closing|close) (time|early|late)
    (expired?|new|prescription|refill|replacement|carry|bring|have|keep) .. epi ?pens?(?! , used)|hay fever
    rash and hives for
  `,
  isEvent: true,
};

const COLLAPSE: EmergencySign = {
  pattern: phrasePattern`
    {person} .. (collapsed|not conscious|knocked out)
    (fainted|unconscious|unresponsive|passed out|passing out|blacked out|blacking out|out cold|keeled over)
    (lost|losing|loses|regain\w*) consciousness
    (might|may|could|will|going to|about to|ready to|gonna) (pass out|faint|black out|collapse)|weak pulse
    pulse {be} .. weak
    {person} .. (wont|isnt|cant|not|doesnt|arent) (wake|waking|responding|moving|come round|coming round|come to
      stay awake|stop shaking)( up)?
    (cant|couldnt) (wake|get) {person}( up)?( to wake up)?|(unconscious|unresponsive) {person}|no pulse
    (need|doing|do|give|giving) (him|her|cpr) cpr|doing cpr|heart attack|cardiac arrest
    (have|has|had|having|suffer(ed|ing)|is it|is this|this is|of) ((a|an|another|some kind of
      possibly) )*(mini |minor |major |massive |heat ?)?strokes?
    heat ?stroke
    seizures?|siezures?|seizers?|convuls\w+
    (is|are|am|having|started|was|be|keeps) (having )?(a )?(fits|fitting(?! (rooms?|appointment|session))|a fit)
    asthma attack|choking|choked|(limp|floppy) (baby|and)
    {relative} .. (is|and|gone|went|looks|feels) (\w+ )?(limp|floppy|lifeless|blue)|man down
    (person|someone|somebody|he|she) down .. not (responding|moving)|drowning|drowned|electrocuted
    electric shock|insulin shock|diabetic coma
  `,
  unless: phrasePattern`
    (nearly|almost|practically|about|gave|give|gives|giving|get) .. heart attack
    heart attack .. (price|bill|total|invoice|cost|menu|plate|burger|fries|grill|when i (saw|got|opened|read))
    choking hazards?|choked up
    (dress|suit|bra|shoe|bike|boot|lens|kit|watch|ring|extension|wig|gown|kilt) fittings?
    (website|site|app|page|link|phone|line|button|email|team|staff|owner) .. (responding|respond|collapsed|moving)
    (shipment|order|package|parcel|delivery|tracking|line|queue|tent|stroller|pram|chair|shelf|buggy) .. (moving
      collapsed)
    (pass out|faint|collapse) .. (hungry|hunger|eat|food)|(hungry|starving) .. (pass out|faint)
    (will|would|ll|going to) have a fit|shaking (it|the)
    (nearly|almost) (passed out|fainted|choked|drowned|collapsed)|(first aid|cpr) (class|course|training|certified)
    (swim|swimming|breast|back|butterfly|brush|front|free|four|two|2|4) ?strokes?
  `,
  isEvent: true,
};

const BLOOD: EmergencySign = {
  pattern: phrasePattern`
    (bleeding|bleeds|bled|blood) .. (heavily|badly|a lot|lots|everywhere|profusely|uncontrollably|severely|so much
      wont stop|doesnt stop|not stopping|nonstop|cant stop|too much|to death)
    (wont|cant|doesnt|hasnt|not|didnt|cant get it to|cant make it) stop(ped|ping)? ({own} )?(the )?(bleeding
      the blood)
    bleeding through (a|my|the|two|several)|(severe|heavy|serious|massive|major|uncontrolled|internal) bleeding
    (blood|it) {be} .. (gushing|spurting|pouring|squirting)|(losing|lost) (a lot of|lots of|so much|too much) blood
    (vomit(s|ed|ing)?|throw(ing|s)? up|threw up|cough(s|ed|ing)?( up)?|puk(ed|ing)|spitting|pooping) (\w+ ){0,2}blood
    (cut|sliced|chopped|severed|slit|ripped) .. (finger|fingers|thumb|hand|toe|arm|wrists?|artery|leg) .. (off|open
      bone|badly|really deep|very deep|artery)
    (bone|bones) .. (sticking|poking|coming) (out|through)
    {person} .. (been|was|got|were) (shot|stabbed)(?! (of|down|put|record|in the (photo|pic)))
    (bitten|bit) .. (by )?(a )?(rattle ?snake|snake|viper|cobra)
    (third|3rd) degree burns?|(badly|severely) burn(t|ed)
    burn(t|ed) .. (badly|severely) .. (boiling|oil|acid|face|hands?|arms?)
    (acid|bleach|chemicals?|lye|peroxide|developer|relaxer) .. (in|into) {own} eyes? .. (cant see|blind|blurr(y|ed)
      burning|vision)
    (fell|slipped|fallen|crash\w*|accident) .. (confused|not making sense|unconscious|bleeding|cant move|not moving
      cant feel|neck)
    (hit|banged|bumped|cracked|smashed|fell on|landed on) ({own}|the) head .. (vomit\w*|throwing up|confused|drowsy
      sleepy|dizzy|blood|bleeding|blacked|unconscious|passed out|memory|wont|cant)
  `,
  unless: phrasePattern`
    (dye|ink|colou?rs?|fabric|jeans|wash|washing|paint|rug|print|makeup|lipstick|edge) .. (bleeds?|bleeding|bled)
    (bleeds?|bleeding|bled) .. (dye|ink|fabric|jeans|wash|washing|laundry|towels?|shirt)|gums? bleeds?
  `,
};

const BRAIN: EmergencySign = {
  pattern: phrasePattern`
    (face|mouth|smile|one side|left side|right side|eyelid) .. (droop(s|ing|y|ed)?|dropped|dropping|sagging|fallen
      lopsided)
    (face|mouth|eyelid) (\w+ )?(hanging|hangs)
    (slurring|slurred|slurs)( {own})?( words| speech| speaking)?|speech .. (slurred|garbled)
    (left|right|one|whole) (side|arm|half) .. (numb|weak|paraly[sz]ed|tingling|cant move|dead)
    (numb|weak|paraly[sz]ed) .. (left|right|one|whole) (side|half)
    cant (move|feel|lift) ({own}|one) (\w+ )?(arms?|legs?|side|face|body)
    sudden(ly)? .. (confus(ed|ion)|cant see|blind(ness)?|paraly[sz]ed|numb(ness)?|weak(ness)?|loss of vision
      vision loss|lost (vision|sight))
    (worst|thunderclap) headache( of {own} life| ever)?
    (severe|excruciating|unbearable|agonizing) .. pain .. (vomit\w*|faint\w*|passing out|sweating|cant (stand|move
      walk))
    appendix .. burst|foaming at the mouth|(he|she|they|{relative}) .. not making (any )?sense
    vision .. (went|gone|going) (black|dark|blurry)
    (broke|broken|snapped) {own} (neck|back|spine|skull)
    (sudden|suddenly) .. (severe|terrible|excruciating|blinding|worst) headache
    lost (vision|sight) in
    (stiff neck .. (fever|rash)|(fever|rash) .. stiff neck)
  `,
  unless: phrasePattern`
    (novocaine|lidocaine|anesthetic|anaesthetic|numbing|filling|injection|botox|carpal|years?)
  `,
};

const POISON: EmergencySign = {
  pattern: phrasePattern`
    {person} .. (swallow(ed|s)?|drank|drunk|ingested|ate|eaten|inhaled) .. (bleach|detergent|batter(y|ies)|magnets?
      cleaner|antifreeze|poison|poisonous|pills|tide pod|pods?|chemicals?|hair dye|acetone|polish remover|glue
      mushrooms? from|medicine|medication|tablets)
    overdos(e|ed|es|ing)
    (took|taken|taking|swallowed|had) (way )?(too many|too much|a whole|an entire|the whole|the entire|a bottle
      a bunch|a handful|all (of )?({own}|the|those)) .. (pills?|tablets?|meds|medication|medicine|insulin|bottle
      painkillers?|tylenol|paracetamol|ibuprofen|aspirin|\w+(pam|lam|done|codone|codeine))
    (took|taken|swallowed) ((about|like|around|over|nearly|maybe|at least|more than) )?([2-9]\d|1\d|\d{3,}|fifteen
      twenty|thirty|forty|fifty) .. (pills?|tablets?|capsules?|tylenol|paracetamol|ibuprofen|aspirin)
    (ate|took|taken|swallowed|drank) .. (pills|tablets|capsules|meds|medication|medicine|vitamins|gummies|tylenol
      aspirin) .. (all of (them|it)|(whole|entire) (bottle|box|pack))
    (been|were|was) poisoned|carbon monoxide poisoning
  `,
  unless: phrasePattern`
    overdos(e|ed|es|ing) (on|of) (the )?(sugar|chocolate|caffeine|garlic|carbs|cheese|food|dessert|coffee|cuteness)
    (pills?|medicine|medication|tablets?) .. (left|refill|run out|running out)
  `,
  isEvent: true,
};

const CALL_FOR_HELP: EmergencySign = {
  pattern: phrasePattern`
    (call|calling|called|need|needs|get|send|sending|want) ((me|us|him|her) )?(an |a |the )?(ambulances?|paramedics?
      911|999|112|000)
    (is|have|having|be) ((a|an) )?(real |serious )?(medical|life threatening) emergency
    ({own}|the) waters? (just )?(broke|has broken|have broken)
    (am|is|s|be|gone|going|went) (in|into) ((active|early) )?labou?r(?! (day|weekend|cost|charge))
    baby {be} (coming (right )?now|coming out|crowning)
    baby ((has|is|was) )?(stopped|not|isnt|hasnt been|hasnt) (moving|moved|kicking)
    (pregnant|pregnancy|weeks) .. (bleeding|bled)
    (havent|hasnt|not|cant|didnt|dont) (felt|feel|feeling) .. baby (move|moving|kick|kicking)
    (think|feel like|feels like|scared|afraid|sure) .. (i am|he is|she is|i might be|i will|i might|i could) (dying
      going to die|about to die|die)(?! (for|to|of|laughing|my|over|from (embarrassment|laughter|boredom|hunger)))
    {own} {relative} (is|are|s|might be) (dying|going to die)(?! (for|to|of|laughing|her|his|my|over))
  `,
  unless: phrasePattern`
    (due to|because of|missed|had|family|if there is|in case of|for|do you (treat|handle|see|take)) ((a|an|any|my
      the) )?medical emergenc(y|ies)
    (bill|billing|billed|charged?|invoice|transport) .. ambulance|ambulance (bill|access|parking|cover)
  `,
};

const SIGNS: readonly EmergencySign[] = [BREATHING, CHEST, ALLERGY, COLLAPSE, BLOOD, BRAIN, POISON, CALL_FOR_HELP];

/** Whether the words say that somebody's life or health is in danger now. In doubt, yes. */
export function isMedicalEmergency(text: string): boolean {
  return SIGNS.some((sign) => isPresent(sign, text));
}

function isPresent({ pattern, unless, isEvent }: EmergencySign, text: string): boolean {
  return findMatches(pattern, text).some(([start, end]) => {
    const sentence = getSentenceAround(text, start, end);
    if (unless?.test(sentence) || FIGURE_OF_SPEECH_PATTERN.test(sentence) || isDenied(text, start, end)) return false;
    if ((CLOTHES_PATTERN.test(sentence) || EXERCISE_PATTERN.test(sentence)) && !SEVERE_PATTERN.test(sentence))
      return false;
    return !(isPast(sentence) || isHypothetical(sentence) || (isEvent && isAftermath(sentence)));
  });
}
