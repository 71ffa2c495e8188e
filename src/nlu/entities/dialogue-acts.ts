import { normalizeApostrophes } from './apostrophes.ts';
import { oneOf } from './patterns.ts';
import { findBareYesOrNo } from './plain-answers.ts';

/**
 * What a message does in the dialogue, whatever the topic. `any`: the customer has no preference; `continue`: back to the
 * interrupted booking; `wait`: the customer needs a moment.
 */
export type DialogueAct = 'yes' | 'no' | 'stop' | 'restart' | 'continue' | 'any' | 'wait' | 'thanks';

const CONTINUE_VERB_PATTERN = oneOf`
  carry on|continue|go on(?! \w)|keep going|proceed|get back(?! to (me|us)\b)|move on|finish|resume
  pick (it |this )?up(?= (from|where))
`;
/** References to the subject of the conversation that add nothing new. */
const CONVERSATION_SUBJECT_PATTERN = oneOf`
  ((with|to|from|about|regarding|as for) )?((my|the|our|that|this) )?(booking|reservation|appointment|order|table)
  (with |to |from )(it|that|this)|((from|to) )?where (we|i) (were|was|left off|stopped)( at)?
  (with |to )?what (we|i) (were|was) (doing|saying|talking about)
`;
const APPROVAL_PATTERN = oneOf`
  fine|good|great|perfect|lovely|ok(ay)?|right|correct|wonderful|amazing|brilliant|like a plan|ideal|nice|fab(ulous)?
  fantastic|awesome|excellent|cool|super|alright
`;
const SUGGESTION_PATTERN = oneOf`(can|could|shall) we|let'?s|let me|i('d| would) like to|i want to`;
/** Words that may follow a complete phrase: "cancel that please", but not "cancel that booking". */
const CLOSING_WORD_PATTERN = oneOf`please|pls|plz|thanks|thank|and|i|now|then|for me`;
const ENQUIRING_PATTERN = oneOf`asking|checking|curious|looking|browsing|wondering|enquiring|inquiring`;
const ENQUIRED_SUBJECT_PATTERN = oneOf`((the|about|for|at|out) )*(prices?|costs?|options|availability|info(rmation)?|around|now|that)`;
const INTENTION_PATTERN = oneOf`
  (i('ll| will| need to| have to| want to|'d like to|'ve got to| might| should)|let me|need to|have to|will)( just)?
`;
const SHORT_TIME_PATTERN = oneOf`sec|second|minute|min|moment|mo`;
const SEEMS_PATTERN = oneOf`looks?|sounds?|works?|seems?`;
/** The end of a thought: "just checking" is complete, "just checking if you are open" is a question. */
const END_OF_THOUGHT_PATTERN = String.raw`(?=\W*(?:$|[.,!;]|(?:${CLOSING_WORD_PATTERN}|but|so|do|don'?t|no|not)\b))`;
const TIME_ADVERB_PATTERN = oneOf`yet|now|right now|just now|for now|today|at the moment|any ?more|this time`;
const BOOKING_VERB_PATTERN = oneOf`book|reserve|order|schedule|confirm|change|cancel|move|send|do`;

/** "stick us down for that one" */
const ENROL_VERB_PATTERN = oneOf`(put|stick|pop|pencil|sign|slot|squeeze|get|add) (me|us) (in|down|up|on)|add (me|us)`;
const THE_OFFER_PATTERN = oneOf`((for|in|into|on|to) )?(it|that|this)( (one|class|slot|time))?`;

/** In this order, because specific acts may start with a plain yes or no. */
const ACT_PHRASES: Readonly<Record<DialogueAct, string>> = {
  restart: oneOf`
    (${SUGGESTION_PATTERN} )?start(ing)? (all )?(over|again|afresh|from scratch)
    (${SUGGESTION_PATTERN} )?(begin again|restart|reset|go back to the (start|beginning)|do it (all )?(over|again))
    from the (beginning|start|top)( again)?
  `,
  stop: oneOf`
    never ?mind( (that|then|about it))?|nvm|forget (about )?(it|that)|(scrap|scratch|bin|ditch|nix) (it|that)|drop it|quit|abort
    leave it( (there|then|for now|at that))?|let'?s (leave it|not( (do|bother)( with)?( it| that| this)?)?)
    cancel (that|it|this|the whole thing|everything)(?! (?!${CLOSING_WORD_PATTERN}\b)\w)
    stop( it| that| there)?(?! (by|in|over|at|off)\b)
    (i('ve| have)? )?changed my mind
    i (do not|don'?t) want (it|that|this|anything|to (book|reserve|do|continue|go on)( (it|this|anything))?)( ${TIME_ADVERB_PATTERN})?
    (please )?(don'?t|do not) ${BOOKING_VERB_PATTERN} anything( ${TIME_ADVERB_PATTERN})?|(don'?t|do not) (book|reserve)( ${TIME_ADVERB_PATTERN})?${END_OF_THOUGHT_PATTERN}
    don'?t (bother|worry( about (it|that))?)|no longer( needed)?|not ${TIME_ADVERB_PATTERN}(?! (?!${CLOSING_WORD_PATTERN}\b)\w)
    (i('m| am| was) )?(just|only|simply) ${ENQUIRING_PATTERN}( ${ENQUIRED_SUBJECT_PATTERN})*${END_OF_THOUGHT_PATTERN}|(just )?out of (curiosity|interest)${END_OF_THOUGHT_PATTERN}
    (i('ll| will) )?(leave it|pass|come back later|call( you)? (later|instead)|try (another time|elsewhere))${END_OF_THOUGHT_PATTERN}
    ${INTENTION_PATTERN} (think( (about|on|over) (it|that|this)| it over| first)?|have a think( about (it|that))?)${END_OF_THOUGHT_PATTERN}
    ${INTENTION_PATTERN} (sleep on (it|that)|get back to you|come back to you|let you know|be in touch)( ${TIME_ADVERB_PATTERN}| later| soon)*
    ((${SUGGESTION_PATTERN}|i'?ll|i'?d rather|please) )*hold off( on (it|that|this|booking( (it|that))?))?( ${TIME_ADVERB_PATTERN})?
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
    (please )?(hold on|hang on|wait|bear with me|hold up)( (on )?(a|one|just a|for a) ${SHORT_TIME_PATTERN})?
    (just |give me )?(a|one|1) ${SHORT_TIME_PATTERN}(?! (?!${CLOSING_WORD_PATTERN}\b)\w)|brb|i need to (check|ask)[\w' ]*
    let me (just |quickly )?(check|see|look|ask|find)( (my|the|with|that|it|about)[\w' ]*)?
  `,
  continue: oneOf`
    ((${SUGGESTION_PATTERN}|please|we can|now) )*${CONTINUE_VERB_PATTERN}( ${CONVERSATION_SUBJECT_PATTERN}| (with|to|from)( (my|the|our|that|this))?)?
    ((${SUGGESTION_PATTERN}|going|go|and|now) )*back (${CONVERSATION_SUBJECT_PATTERN}|to( (my|the|our|that|this))?(?! (you|me|us|back)\b))
    where were we|as i was saying|anyways?(,? (so )?${CONVERSATION_SUBJECT_PATTERN})?
  `,
  yes: oneOf`
    (that|this|it)('s| is| was)? (all )?(${APPROVAL_PATTERN}|it|the one)|thats ${APPROVAL_PATTERN}
    (that |it |this |all )?${SEEMS_PATTERN} ${APPROVAL_PATTERN}|(that |it |this )?works( for me| well| great)?
    (that|it|this)('?d| would|'ll| will) (be (just )?${APPROVAL_PATTERN}|do( nicely)?|work( for me| well| great)?)|all ${APPROVAL_PATTERN}
    y(es+(sir)?|eah+|ep+|up+|ea|a|h|as|e|eh)?|aye|ja|yebo|uh-?huh|mhm+|s[ií]|sure( thing)?
    (definitely|certainly|absolutely|of course)(?! not)
    correct|right|exactly|indeed|affirmative|agreed|deal|confirmed
    (i )?confirm(?! (?!${CLOSING_WORD_PATTERN}\b)\w)|ok(ay|ey|ie|i)?|k+|alright
    (fine|good|great|perfect|excellent|brilliant|wonderful|fantastic|amazing|awesome|lovely|cool|super)
    (please )?(go ahead|proceed)( and (${BOOKING_VERB_PATTERN}|make)( (it|that|this|the (booking|reservation|appointment)))?)?
    (please )?(do (it|that)|go (for it|on then|on)|(book|reserve|confirm) it)
    (please )?(order|take|send|make|move|change) it(?! \w)
    please do|book (that|me|us)( in)?(?! (?!${CLOSING_WORD_PATTERN}\b)\w)|let'?s (do|book|go with|go for) (it|that|this)
    (let'?s go|count me in)(?! (?!${CLOSING_WORD_PATTERN}\b)\w)
    (please )?${ENROL_VERB_PATTERN}( ${THE_OFFER_PATTERN})?(?! (?!${CLOSING_WORD_PATTERN}\b)\w)
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

/** Words that may come before an act without changing it. */
const LEADING_WORD_PATTERN = oneOf`
  oh|ah|hmm+|hm|um+|uh|ugh+|a+rgh+|er|well|hey|hi|hello|so|and|actually|sorry|ok(ay)?|right|alright|great|cool|perfect|fine|oops
  you know what|i think|i guess|in that case|then|just|please
`;
const WORD_END_PATTERN = String.raw`(?=$|[\s,.!?;:…)]|-(?!\w)|[^\p{L}\p{N}'-])`;
const ACT_PATTERNS = Object.entries(ACT_PHRASES).map(([act, words]) => ({
  act: act as DialogueAct,
  pattern: new RegExp(String.raw`^[\s"'(]*(?:${LEADING_WORD_PATTERN}[\s,.!…-]+)*${words}${WORD_END_PATTERN}`, 'iu'),
}));

const POLITE_WORD_PATTERN = oneOf`
  please|pls|plz|thank(s| you| u)?( (so|very) much| a lot| again)?|thx|ty|cheers|sir|ma'am|madam|mate|love|dear|man
  then|now|very much|lol|haha+
`;
const LEADING_POLITENESS_PATTERN = new RegExp(
  String.raw`^(?:[\s,.!…;:)-]|\u{FE0F}|\p{Emoji_Modifier}|\p{Extended_Pictographic}|${POLITE_WORD_PATTERN}(?![\p{L}\d'-]))+`,
  'iu',
);

const MAX_ACTS = 6;

/**
 * The act at the start of a message, and the rest of the message without polite words. Of consecutive acts the last one
 * counts ("ok great, let's carry on"), with exceptions: a clear yes wins over a following "cancel it", a later yes or thanks
 * changes nothing, a no after a stop only repeats it, and the opposite of a clear yes or no stays in the rest.
 */
export function findDialogueAct(text: string): { act: DialogueAct; rest: string } | undefined {
  const bareAnswer = findBareYesOrNo(text);
  if (bareAnswer) return { act: bareAnswer, rest: '' };
  let rest = normalizeApostrophes(text).trim();
  let act: DialogueAct | undefined;
  let hasClearAnswer = false;
  for (let step = 0; step < MAX_ACTS && rest; step++) {
    const nextAct = matchAct(rest);
    if (!nextAct || (hasClearAnswer && isOpposite(act, nextAct.act))) break;
    const isConfirmedCancellation =
      act === 'yes' && hasClearAnswer && nextAct.act === 'stop' && /^\W*(?:cancel|stop)/i.test(nextAct.text);
    const isRepeatedRefusal = act === 'stop' && nextAct.act === 'no';
    if (!act || !(isConfirmedCancellation || isRepeatedRefusal || nextAct.act === 'thanks' || nextAct.act === 'yes'))
      act = nextAct.act;
    hasClearAnswer ||= /^\W*(?:y(?:es|ea|ep|up)|no|sure)/i.test(nextAct.text);
    rest = nextAct.rest;
  }
  return act && { act, rest };
}

const isOpposite = (act: DialogueAct | undefined, nextAct: DialogueAct) =>
  (act === 'yes' && nextAct === 'no') || (act === 'no' && (nextAct === 'yes' || nextAct === 'continue'));

function matchAct(text: string): { act: DialogueAct; text: string; rest: string } | undefined {
  for (const { act, pattern } of ACT_PATTERNS) {
    const matchedText = text.match(pattern)?.[0];
    if (matchedText === undefined) continue;
    const rest = text.slice(matchedText.length);
    if (!hasOtherMeaning(act, matchedText, rest))
      return { act, text: matchedText, rest: rest.replace(LEADING_POLITENESS_PATTERN, '').trim() };
  }
  return undefined;
}

/** Words with another meaning when a word follows: "right now", "good evening", "any soup?", "stop by". */
const AMBIGUOUS_ENDING_PATTERNS: Partial<Record<DialogueAct, RegExp>> = {
  any: /(?:^|\s)(?:any ?(?:thing|time|one|body)?|either|whatever|whichever)$/i,
  yes: /(?:^|\s)(?:good|great|fine|cool|super|right|perfect|lovely|correct|excellent|awesome|amazing|y[aeh]?|ja|k|si)$/i,
  no: /(?:^|\s)(?:no|nothing|na?|not that|(?:i |we )?do(?:n'?t| not)|(?:i'?m|it'?s) not|none|neither|isn'?t|wrong)$/i,
  stop: /(?:^|\s)(?:(?:another|next) time|quit)$/i,
  thanks: /(?:^|\s)ta$/i,
};
/** Words that start a new thought, so the act before them stands. */
const NEW_THOUGHT_PATTERN = new RegExp(
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

function hasOtherMeaning(act: DialogueAct, matchedText: string, rest: string): boolean {
  if (!AMBIGUOUS_ENDING_PATTERNS[act]?.test(matchedText.trim())) return false;
  const nextWord = rest.match(/^\s+([\p{L}']+)/u)?.[1];
  if (nextWord === undefined) return act === 'any' && rest.trim().startsWith('?');
  // "don't" negates the next words and "any" asks about them; neither is an answer.
  return act === 'any' || /(?:n'?t|not|none)$/i.test(matchedText.trim()) || !NEW_THOUGHT_PATTERN.test(nextWord);
}
