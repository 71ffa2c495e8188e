import { normalizeApostrophes } from './extracted-entity.ts';
import { oneOf } from './patterns.ts';
import { plainAnswer } from './plain-answers.ts';

/** What a customer does by saying something, whatever the conversation is about. */
export type DialogueAct = 'yes' | 'no' | 'stop' | 'restart' | 'continue' | 'any' | 'wait' | 'thanks';

const CARRY_ON = oneOf`
  carry on|continue|go on(?! \w)|keep going|proceed|get back(?! to (me|us)\b)|move on|finish|resume
  pick (it |this )?up(?= (from|where))
`;
/** What a conversation was about, where it says no more of it than that. */
const MATTER = oneOf`
  ((with|to|from|about|regarding|as for) )?((my|the|our|that|this) )?(booking|reservation|appointment|order|table)
  (with |to |from )(it|that|this)|((from|to) )?where (we|i) (were|was|left off|stopped)( at)?
  (with |to )?what (we|i) (were|was) (doing|saying|talking about)
`;
const FINE = oneOf`
  fine|good|great|perfect|lovely|ok(ay)?|right|correct|wonderful|amazing|brilliant|like a plan|ideal|nice|fab(ulous)?
  fantastic|awesome|excellent|cool|super|alright
`;
const SHALL_WE = oneOf`(can|could|shall) we|let'?s|let me|i('d| would) like to|i want to`;
/** What may follow words that must not go on: "cancel that please", but not "cancel that booking". */
const THEN = oneOf`please|pls|plz|thanks|thank|and|i|now|then|for me`;
const ASKING = oneOf`asking|checking|curious|looking|browsing|wondering|enquiring|inquiring`;
const ASKED_FOR = oneOf`((the|about|for|at|out) )*(prices?|costs?|options|availability|info(rmation)?|around|now|that)`;
const I_WILL = oneOf`
  (i('ll| will| need to| have to| want to|'d like to|'ve got to| might| should)|let me|need to|have to|will)( just)?
`;
const MOMENT = oneOf`sec|second|minute|min|moment|mo`;
const LOOK = oneOf`looks?|sounds?|works?|seems?`;
/** Where a thought ends, so that "just checking" tells all, and "just checking if you are open" asks something. */
const DONE = String.raw`(?=\W*(?:$|[.,!;]|(?:${THEN}|but|so|do|don'?t|no|not)\b))`;
const LATER = oneOf`yet|now|right now|just now|for now|today|at the moment|any ?more|this time`;
const BOOK = oneOf`book|reserve|order|schedule|confirm|change|cancel|move|send|do`;

/** "Stick us down for that one". */
const PUT_ME = oneOf`(put|stick|pop|pencil|sign|slot|squeeze|get|add) (me|us) (in|down|up|on)|add (me|us)`;
const INTO_IT = oneOf`((for|in|into|on|to) )?(it|that|this)( (one|class|slot|time))?`;

/** In this order: what is more special comes before the plain yes and no that it may begin with. */
const ACTS: Readonly<Record<DialogueAct, string>> = {
  restart: oneOf`
    (${SHALL_WE} )?start(ing)? (all )?(over|again|afresh|from scratch)
    (${SHALL_WE} )?(begin again|restart|reset|go back to the (start|beginning)|do it (all )?(over|again))
    from the (beginning|start|top)( again)?
  `,
  stop: oneOf`
    never ?mind( (that|then|about it))?|nvm|forget (about )?(it|that)|(scrap|scratch|bin|ditch|nix) (it|that)|drop it|quit|abort
    leave it( (there|then|for now|at that))?|let'?s (leave it|not( (do|bother)( with)?( it| that| this)?)?)
    cancel (that|it|this|the whole thing|everything)(?! (?!${THEN}\b)\w)
    stop( it| that| there)?(?! (by|in|over|at|off)\b)
    (i('ve| have)? )?changed my mind
    i (do not|don'?t) want (it|that|this|anything|to (book|reserve|do|continue|go on)( (it|this|anything))?)( ${LATER})?
    (please )?(don'?t|do not) ${BOOK} anything( ${LATER})?|(don'?t|do not) (book|reserve)( ${LATER})?${DONE}
    don'?t (bother|worry( about (it|that))?)|no longer( needed)?|not ${LATER}(?! (?!${THEN}\b)\w)
    (i('m| am| was) )?(just|only|simply) ${ASKING}( ${ASKED_FOR})*${DONE}|(just )?out of (curiosity|interest)${DONE}
    (i('ll| will) )?(leave it|pass|come back later|call( you)? (later|instead)|try (another time|elsewhere))${DONE}
    ${I_WILL} (think( (about|on|over) (it|that|this)| it over| first)?|have a think( about (it|that))?)${DONE}
    ${I_WILL} (sleep on (it|that)|get back to you|come back to you|let you know|be in touch)( ${LATER}| later| soon)*
    ((${SHALL_WE}|i'?ll|i'?d rather|please) )*hold off( on (it|that|this|booking( (it|that))?))?( ${LATER})?
    (maybe )?(another|some other|next) time|(maybe|perhaps) later|later,? maybe
  `,
  any: oneOf`
    (i have )?no (real |particular |strong )?preferences?|(no ?one|nobody) in particular|first available|no matter
    any ?(one|body)('s| is| will| would)?( be)?( (fine|good|ok|okay|great|available|free|do|works?))?
    any(thing)?( (of them|time|day))?('s| is| will be| would be)? (fine|good|ok|okay|great|works?)|any(thing|time)?
    (i )?(do not|don'?t) (really )?(care|mind) (who|which|what|where|when)( (it is|one|it'?s with|does it))?
    (i )?(do not|don'?t) (really )?(care|mind|have a preference)( (at all|either way|about (that|it|who)))?
    (it )?(does not|doesn'?t) (really )?matter( (who|which|when|to me|at all))?|(it )?makes no difference
    who ?ever('s| is| you have)?( (free|available|there|first))*|(whichever|whatever)( (is|one|you|works?)[\w' ]*)?
    either( one| way| of them| time)?( (is|works|would be|will)( (fine|good|ok|okay|great|do|for me))?)?
    (it'?s )?up to you|you (choose|decide|pick)|surprise me|i'?m (easy|flexible|not (fussy|picky))
  `,
  wait: oneOf`
    (please )?(hold on|hang on|wait|bear with me|hold up)( (on )?(a|one|just a|for a) ${MOMENT})?
    (just |give me )?(a|one|1) ${MOMENT}(?! (?!${THEN}\b)\w)|brb|i need to (check|ask)[\w' ]*
    let me (just |quickly )?(check|see|look|ask|find)( (my|the|with|that|it|about)[\w' ]*)?
  `,
  continue: oneOf`
    ((${SHALL_WE}|please|we can|now) )*${CARRY_ON}( ${MATTER}| (with|to|from)( (my|the|our|that|this))?)?
    ((${SHALL_WE}|going|go|and|now) )*back (${MATTER}|to( (my|the|our|that|this))?(?! (you|me|us|back)\b))
    where were we|as i was saying|anyways?(,? (so )?${MATTER})?
  `,
  yes: oneOf`
    (that|this|it)('s| is| was)? (all )?(${FINE}|it|the one)|thats ${FINE}
    (that |it |this |all )?${LOOK} ${FINE}|(that |it |this )?works( for me| well| great)?
    (that|it|this)('?d| would|'ll| will) (be (just )?${FINE}|do( nicely)?|work( for me| well| great)?)|all ${FINE}
    y(es+(sir)?|eah+|ep+|up+|ea|a|h|as|e|eh)?|aye|ja|yebo|uh-?huh|mhm+|s[ií]|sure( thing)?
    (definitely|certainly|absolutely|of course)(?! not)
    correct|right|exactly|indeed|affirmative|agreed|deal|confirmed
    (i )?confirm(?! (?!${THEN}\b)\w)|ok(ay|ey|ie|i)?|k+|alright
    (fine|good|great|perfect|excellent|brilliant|wonderful|fantastic|amazing|awesome|lovely|cool|super)
    (please )?(go ahead|proceed)( and (${BOOK}|make)( (it|that|this|the (booking|reservation|appointment)))?)?
    (please )?(do (it|that)|go (for it|on then|on)|(book|reserve|confirm) it)
    (please )?(order|take|send|make|move|change) it(?! \w)
    please do|book (that|me|us)( in)?(?! (?!${THEN}\b)\w)|let'?s (do|book|go with|go for) (it|that|this)
    (let'?s go|count me in)(?! (?!${THEN}\b)\w)
    (please )?${PUT_ME}( ${INTO_IT})?(?! (?!${THEN}\b)\w)
    (i|we|it) (do|am|is|are|will|would)(?=\W*($|please|thank))|i('d| would) (like|love) (that|it|to)(?=\W*$)
    why not|by all means|i'?ll take (it|that)|that one|with pleasure|no (problem|worries)|(i'm )?happy with that
    👍|👌|✅|🙏|😊|💯|✔️?
  `,
  no: oneOf`
    (no|nope|nah)[\s,.!]+that(('?s)| is) (it|all)
    no way|n(o+|ope|oppe|opes|ah+|aw|a|op)?|not (that|this) one|not (really|quite|right|correct|that|at all)
    i don'?t think so|negative|👎|❌
    (absolutely|definitely|of course|certainly) not|i (do not|don'?t)|i'?m not|we don'?t|it'?s not|isn'?t|neither
    (please )?(don'?t|do not)( (book|do|cancel|change|send|order|reserve|confirm|move) (it|that|this|anything)( yet)?)?
    that('?s| is) (not (right|correct|it|what i (said|meant|want(ed)?))|wrong|incorrect)|incorrect
    ((that|it)('?s| is) )?(the )?wrong( (day|date|time|week|month|one|place|person|name|number|service|thing|way))?
    none( of (them|those|these))?|no need|nothing( else)?|that'?s (all|it)|i'?m (good|done|all set|all good)
  `,
  thanks: oneOf`
    thank(s|you|s? you| u)?( (so|very) much| a (lot|million|bunch)| again| for [\w' ]+)?|thx|ty(sm)?|cheers|ta
    many thanks|much appreciated|(i )?appreciate (it|that)|(good)?bye|see (you|ya)( (then|soon|later|there))?
    have a (good|great|nice|lovely) (day|one|evening|night|weekend|afternoon)
  `,
};

/** What may stand before an act without changing it. */
const BEFORE = oneOf`
  oh|ah|hmm+|hm|um+|uh|ugh+|a+rgh+|er|well|hey|hi|hello|so|and|actually|sorry|ok(ay)?|right|alright|great|cool|perfect|fine|oops
  you know what|i think|i guess|in that case|then|just|please
`;
const END = String.raw`(?=$|[\s,.!?;:…)]|-(?!\w)|[^\p{L}\p{N}'-])`;
const READERS = Object.entries(ACTS).map(([act, words]) => ({
  act: act as DialogueAct,
  pattern: new RegExp(String.raw`^[\s"'(]*(?:${BEFORE}[\s,.!…-]+)*${words}${END}`, 'iu'),
}));

const POLITE_WORDS = oneOf`
  please|pls|plz|thank(s| you| u)?( (so|very) much| a lot| again)?|thx|ty|cheers|sir|ma'am|madam|mate|love|dear|man
  then|now|very much|lol|haha+
`;
const POLITE = new RegExp(
  String.raw`^(?:[\s,.!…;:)-]|\u{FE0F}|\p{Emoji_Modifier}|\p{Extended_Pictographic}|${POLITE_WORDS}(?![\p{L}\d'-]))+`,
  'iu',
);

/** So many acts in a row are looked at. */
const MOST_ACTS = 6;

/**
 * The act that a message begins with, and what is left of it after politeness. Of acts in a row the last one counts
 * ("ok great, let's carry on"), but a clear yes or no stays one ("yes, cancel it"), thanks change nothing, and a no
 * says once more what a stop said before.
 */
export function findDialogueAct(text: string): { act: DialogueAct; rest: string } | undefined {
  const plain = plainAnswer(text);
  if (plain) return { act: plain, rest: '' };
  let rest = normalizeApostrophes(text).trim();
  let act: DialogueAct | undefined;
  let clear = false;
  for (let turn = 0; turn < MOST_ACTS && rest; turn++) {
    const next = actAt(rest);
    if (!next || (clear && isOpposite(act, next.act))) break;
    const cancelled = act === 'yes' && clear && next.act === 'stop' && /^\W*(?:cancel|stop)/i.test(next.said);
    const again = act === 'stop' && next.act === 'no';
    if (!act || !(cancelled || again || next.act === 'thanks' || next.act === 'yes')) act = next.act;
    clear ||= /^\W*(?:y(?:es|ea|ep|up)|no|sure)/i.test(next.said);
    rest = next.rest;
  }
  return act && { act, rest };
}

const isOpposite = (act: DialogueAct | undefined, next: DialogueAct) =>
  (act === 'yes' && next === 'no') || (act === 'no' && (next === 'yes' || next === 'continue'));

function actAt(text: string): { act: DialogueAct; said: string; rest: string } | undefined {
  for (const { act, pattern } of READERS) {
    const said = text.match(pattern)?.[0];
    if (said === undefined) continue;
    const rest = text.slice(said.length);
    if (!isOther(act, said, rest)) return { act, said, rest: rest.replace(POLITE, '').trim() };
  }
  return undefined;
}

/** Words that go on otherwise when another word follows: "right now", "good evening", "any soup?", "stop by". */
const GO_ON: Partial<Record<DialogueAct, RegExp>> = {
  any: /(?:^|\s)(?:any ?(?:thing|time|one|body)?|either|whatever|whichever)$/i,
  yes: /(?:^|\s)(?:good|great|fine|cool|super|right|perfect|lovely|correct|excellent|awesome|amazing|y[aeh]?|ja|k|si)$/i,
  no: /(?:^|\s)(?:no|nothing|na?|not that|(?:i |we )?do(?:n'?t| not)|(?:i'?m|it'?s) not|none|neither|isn'?t|wrong)$/i,
  stop: /(?:^|\s)(?:(?:another|next) time|quit)$/i,
  thanks: /(?:^|\s)ta$/i,
};
/** What may follow them all the same. */
const NEW_THOUGHT = new RegExp(
  `^${oneOf`
    (i|i'm|i'd|i'll|i've|we|we're|it|it's|its|that|that's|thats|this|you|they|he|she|there|my|me|the|his|her)
    (thanks?|thank|make|just|please|sorry|actually|but|and|so|can|could|let'?s|change|book|only|how|what|do|is|am|go|put|stick|pop|sign|add)
    (yes|no|nope|ok|okay|sure|ta|ty|cheers)
    (then|not|wait|to|for|at|on|in|with|want|need|don'?t|maybe|instead|rather|wrong|never)
    (forget|leave|tomorrow|today|tonight|next)
    (mon|tues?|wednes|thurs?|fri|satur|sun)(day)?
  `}$`,
  'i',
);

function isOther(act: DialogueAct, said: string, rest: string): boolean {
  if (!GO_ON[act]?.test(said.trim())) return false;
  const next = rest.match(/^\s+([\p{L}']+)/u)?.[1];
  if (next === undefined) return act === 'any' && rest.trim().startsWith('?');
  // "don't" and the like deny what follows, and "any" asks for it; neither answers.
  return act === 'any' || /(?:n'?t|not|none)$/i.test(said.trim()) || !NEW_THOUGHT.test(next);
}
