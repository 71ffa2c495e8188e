import { phrasePattern } from './phrases.ts';

const SLURS_PATTERN = phrasePattern`
  n+i+g+(g+(e+r+|a+)|ers?)s?|kikes?|spics?|wetbacks?|chinks?|gooks?|pakis?|ragheads?|towelheads?|trannies|f+a+g+s
  faggots? (?!and peas)(?!with)
  cunts?|twats?|whores?|sluts?|motherfuck\w*|cocksuck\w*|wankers?|tossers?|dick ?heads?|ass ?holes?|arse ?holes?
  fuck ?wits?|shit ?heads?|bitch(es)?|bastards?|scumbags?|fuck ?(face|tard)s?|retards?|bellends?|knob ?heads?
`;
const INSULTS_PATTERN = phrasePattern`
  (fuck|screw|f+|fck|fuk|f u c k) (you|off|ya|yourself|your|u|this bot)|fuck(ing)? (idiots?|morons?|losers?|pigs?)
  (hope|wish) you (all )?(die|rot|choke|burn)
  go to hell|drop dead|go die|kill yourself|kys|shut (the (fuck|hell) )?up|stfu|gtfo|piss off|bugger off|sod off
  eat shit|suck (it|my|a)|kiss my (ass|arse)|up yours
  (you|you are|your|you are all|you lot are|you guys are|all of you are|you people are|this bot is|what a|such a
    bunch of|load of|your (staff|team|people|manager|receptionist|boss|owner) (is|are)) ((a|an|all|just|such|so
    really|being|nothing but|absolute|total|complete|utterly|completely|fucking|bloody|stupid|useless|dumb|freaking
    effing|bunch of|pack of|fat|ugly|lying) )*(idiots?|idiotic|morons?|stupid|dumb|dumbass(es)?|imbeciles?|pathetic
    scum|trash|garbage|losers?|liars?|thieves|crooks|criminals|pigs?|clowns?|jerks?|fools?|cretins?|brain ?dead
    worthless|piece of (shit|crap|garbage|trash)|pieces of (shit|crap)|disgrace|ugly|incompetent (fools?
    idiots?))(?! (ai|question|food|menu))
  (stupid|dumb|useless|fucking|shitty|damn|bloody|worthless) (\w+ )?(bot|robot|machine|assistant|chatbot|ai|computer
    idiots?|bitch)
`;
const LEWD_PATTERN = phrasePattern`
  (send|show|see|share) (me )?(some |your |a |ur )*(nudes?|naked (pic\w*|photos?)|tits|boobs|pussy|ass|dick pics?
    bare (breasts|ass))
  (are|r) you (horny|wet|naked|single and)|what are you wearing|talk dirty|sext(ing)?|sex with (you|me|your)
  (want|wanna|going|like) to (fuck|bang|screw|shag) (you|your|her|him|the|that)
  (have|having) sex (with|here|tonight|right now)|blow ?jobs?|hand ?jobs?|happy endings?
  (nice|great|big|love your|hot) (tits|ass|boobs|rack)
  (suck|lick|ride|touch|grab) (my|your|her) (dick|cock|pussy|ass|balls|tits|boobs)
  (masturbat|jerk off|jerking off|wank)\w*|(hot|sexy) (girls|women|chicks|stylists?|trainers?|nurses?|waitress(es)?)
  you are (so )?(sexy|hot|fuckable)|escort service
`;
const THREATS_PATTERN = phrasePattern`
  (i will|i am going to|we will|i shall|ill|i would|gonna|am coming to|coming (over|down|there) to) (\w+ ){0,4}(kill
    hurt|beat|shoot|stab|punch|smash|burn|bomb|blow up|destroy|find|slap|strangle|rape|murder|fuck up|hunt down
    break) (you|your|u|everyone|all of you|that (bitch|guy|man|woman|place)|the (place|shop|store|salon|restaurant
    gym|building|manager|owner|staff)|him|her|every)
  (burn|blow) (your|the|that|this) (place|shop|store|restaurant|salon|building|gym|office|house) (down|up)
  i know where (you|she|he|they) (live|lives)|watch your back|you (will|are going to) (regret|pay for) (this|it)
  you are (all )?(dead|going to die)|i have a gun
  (bring|bringing|with) (a|my) (gun|bat|knife) .. (you|there|over|place|shop)
`;
const NOT_ABUSE_PATTERN = phrasePattern`
  (faggots? and|spotted dick|sons? of (a )?bitch(es)? (sauce|burger)|bitch(in| bread| sauce)|slut(ty)? (vegan
    brownies?)|resting bitch face|bastard (sauce|burger)|(maine|racc?) ?coon|bitches brew)
  (kill|beat|smash|destroy|crush) (that|this|your|the) (workout|class|session|pizza|burger|menu|pr|record|buffet
    competition|price|goal)
  beat (your|the|that) (price|competitor|time|quote)
  (find|see|visit|break) (you|your) (on|place|at|online|website|shop|store|in|in half|down|up)
  (dog|bitch) .. (puppy|puppies|groom\w*|vet|spay)|female dog
`;

export function isAbuse(text: string): boolean {
  if (
    !(SLURS_PATTERN.test(text) || INSULTS_PATTERN.test(text) || LEWD_PATTERN.test(text) || THREATS_PATTERN.test(text))
  )
    return false;
  return !NOT_ABUSE_PATTERN.test(text);
}
