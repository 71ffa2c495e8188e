// Sentences about what is good for a body: doses, diagnoses and what is safe are for people who know, or for a record.
import type { Known } from './about.ts';
import type { Entry } from './evidence.ts';
import { isQuestion } from './text.ts';

// Chinese, Japanese and Thai set no space before a number.
const DOSE =
  /(?<![\p{Script=Latin}\d.,])\d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|ml|milligrams?|miligramos?|miligramas?|milligrammes?|milligramm[io]?|tablets?|pills?|capsules?|puffs?|drops|tabletten?|comprimidos?|comprimés?|compress[ae]|pastillas?|pillole?|kapseln?|cápsulas?|gélules?|gocce|gotas|gouttes|tropfen|druppels|tablet(?:ki|ek)|krople|毫克|片|粒|滴|錠|ミリグラム|カプセル|滴|ملغ\p{L}*|حب(?:ة|ات)|أقراص|قرص|मिलीग्राम|गोली|गोलियाँ|गोलियां|बूँद\p{L}*)(?![\p{Script=Latin}])/iu;

const MEDICINE =
  /(?<!\p{L})(?:ib[ui]profen\p{L}*|ibuprofène|paracetamol\p{L}*|paracétamol|acetaminophen|aspirin\p{L}*|antibi[oó]ti\p{L}*|antybiotyk\p{L}*|naproxen|amoxicil\p{L}*|penicil\p{L}*|statins?|insulin\p{L}*|metformin\p{L}*|warfarin\p{L}*|blood thinners?|anticoagul\p{L}*|codein\p{L}*|cortiso\p{L}*|tablets?|pills?|comprimés?|pastillas?|compresse|pillol[ae]|tablett\p{L}*|pillen?|comprimidos?|tabletk\p{L}*|tabletek|painkillers?|analg[eé]si\p{L}*|antidouleur|schmerzmittel\p{L}*|pijnstiller\p{L}*|doses?|dosage|dosis|medications?|medicines?|medicament\p{L}*|médicament\p{L}*|medikament\p{L}*|medicij?n\p{L}*|farmac[oi]|remédios?|lek(?:i|ów|u|arstw\p{L}*)|przeciwbólow\p{L}*)(?!\p{L})|药|布洛芬|阿司匹林|抗生素|薬|ロキソニン|イブプロフェン|アスピリン|抗生物質|鎮痛|دواء|أدوية|حبوب|حبتين|حبة|أقراص|مسكن|مضاد حيوي|باراسيتامول|[إا]يبوبروفين|أسبرين|दवा|गोली|गोलियाँ|गोलियां|इबुप्रोफेन|पैरासिटामोल|एंटीबायोटिक/iu;
const PREGNANCY =
  /(?<!\p{L})(?:pregnan\p{L}*|prenatal|trimesters?|unborn|babies|baby|breast-?feed\p{L}*|embaraz\p{L}*|beb[éê]s?|lactancia|enceinte\p{L}*|grossesses?|bébés?|allait\p{L}*|schwanger\p{L}*|ungeboren\p{L}*|stillen\p{L}*|gr[áa]vid\p{L}*|gestant\p{L}*|gravidanz\p{L}*|incint[ae]|bambin[oi] in grembo|neonat\p{L}*|zwanger\p{L}*|borstvoeding|ciąż\p{L}*|ciężarn\p{L}*|karmi\p{L}*)(?!\p{L})|孕|胎|宝宝|哺乳|妊娠|妊婦|赤ちゃん|授乳|حامل|الحمل|حملك|الجنين|الرضاعة|गर्भ|शिशु|स्तनपान/iu;
const CONDITION =
  /(?<!\p{L})(?:diagnos\p{L}*|tumou?rs?|infect\p{L}*|inflam\p{L}*|abscess\p{L}*|herni\p{L}*|ernia|slipped dis[ck]|bandscheib\p{L}*|fractur\p{L}*|sprain\p{L}*|arthrit\p{L}*|artrit\p{L}*|asthma|asma|asthme|diabet\p{L}*|diabèt\p{L}*|blood pressure|tensión|hypertens\p{L}*|hipertens\p{L}*|ipertens\p{L}*|bluthochdruck|nadciśnieni\p{L}*|heart (?:condition|disease|problem)s?|cardíac\p{L}*|cardiaqu\p{L}*|herz\p{L}*|migr(?:ai|a|ä|e)n\p{L}*|epilep\p{L}*|injur\p{L}*|lesi[oó]n\p{L}*|bless(?:ure|ures|é|ée)|verletz\p{L}*|infortuni\p{L}*|lesão|lesões|blessures?|kontuzj\p{L}*|surger\p{L}*|cirug[ií]a\p{L}*|chirurgie|operati\p{L}*|operacj\p{L}*|side effects?|contagious|symptom\p{L}*|s[ií]ntom\p{L}*|symptôm\p{L}*|back pain|dolor de espalda|mal de dos|rückenschmerz\p{L}*|mal di schiena|rugpijn|infekt\p{L}*|infezion\p{L}*|infe[cç]\p{L}*|entzünd\p{L}*|ontsteking\p{L}*|zapaleni\p{L}*|ascess\p{L}*|abszess\p{L}*|eczema|ekzem\p{L}*|psoria\p{L}*|flu|gripp?e|grypa|influenza|virus|viral\p{L}*|viros\p{L}*|wirus\p{L}*|(?:common |just a )cold|stomach bug|bug|indigest\p{L}*|gastro\p{L}*|resfriado|catarro|rhume|erkältung\p{L}*|magen\p{L}*|constipação|raffreddor\p{L}*|verkoud\p{L}*|przeziębi\p{L}*|knee|rodilla|genou|knie\p{L}*|joelho|ginocchio|kolan\p{L}*)(?!\p{L})|诊断|感染|感冒|流感|肠胃|膝盖|发炎|炎|疝|骨折|受伤|手术|高血压|糖尿病|心脏|腰痛|椎间盘|症状|診断|風邪|胃腸|膝|腰|ヘルニア|怪我|けが|手術|高血圧|心臓|تشخيص|نزلة|زكام|الركبة|التهاب|عدوى|إصابة|انزلاق|ضغط الدم|السكري|عملية جراحية|القلب|निदान|वायरल|सर्दी|ज़ुकाम|जुकाम|घुटन|संक्रमण|सूजन|चोट|हर्निया|स्लिप डिस्क|मधुमेह|रक्तचाप|सर्जरी|ऑपरेशन/iu;

/** That it does good, or no harm. */
const ASSURES =
  /(?<!\p{L})(?:safe|safely|harmless|fine|no (?:risk|danger|problem)|risk-free|without (?:any )?(?:risk|worry)|nothing serious|nothing to worry|don['’]t need|no need|it(?:['’]s| is) (?:just|only|probably|likely)|probably|(?:will|would|it) (?:heals?|cures?|fix)|heals?|cures?|cured|double|stop taking|segur[oa]s?|sin (?:riesgo|peligro|problemas?)|sans (?:danger|risque|problème|crainte)|sûre?|guéri\p{L}*|unbedenklich|bedenkenlos|problemlos|sicher|ungefährlich|harmlos|heil(?:t|en)|sem (?:risco|perigo|problemas?)|cura[rn]?|sicur[oaie]|senza (?:rischi\p{L}*|pericol\p{L}*|problemi)|guari\p{L}*|innocu[oa]|veilig|zonder (?:risico|gevaar|problemen)|ongevaarlijk|genee\p{L}*|bezpieczn\p{L}*|bez (?:ryzyka|obaw|przeszkód)|nieszkodliw\p{L}*|wylecz\p{L}*|helps?|good for|perfectly|ayuda\p{L}*|aide(?:ra|nt)?|hilft|helfen|ajuda\p{L}*|aiuta\p{L}*|helpt|pomaga|pomoże|va (?:bene|benissimo)|nessun problema|kein problem|geen probleem|ningún problema|no hay problema|no pasa nada|aucun problème|pas de (?:problème|souci)|nenhum problema|żad\p{L}+ problem\p{L}*|spokojnie|tranquil\p{L}*)(?!\p{L})|安全|没(?:有)?(?:任何)?问题|有帮助|に効|良くなり|放心|不会(?:影响|伤)|无害|治好|治愈|安心|問題(?:ありません|ない)|大丈夫|治り|治まり|آمن\p{L}*|بأمان|لا (?:خطر|ضرر|يضر|يؤثر)|يشفي|सुरक्षित|कोई (?:खतरा|ख़तरा|नुकसान|नुक़सान)|ठीक हो/iu;
/** That a medicine be taken or left. */
const TAKES =
  /(?<!\p{L})(?:(?:you (?:can|could|may|should)|just|simply|please|try) (?:safely |also )?(?:take|use|stop|skip|double)|take(?! (?:\p{L}+ ){0,2}(?:\d|hours?|days?|a day|about|around|care|your time|place|up to|one|two|three))|stop taking|you have|tom[ea]|tomar(?:lo|la)?|puede[s]? (?:tomar|dejar)|deje|dejar|prenez|prendre|arrêter|arrêtez|nehmen|einnehmen|nimm|absetzen|prend[ai]|prendere|smett\p{L}+|sospend\p{L}+|neem|nemen|innemen|stoppen|można|brać|przyjmować|zażyj|zażywać|weź|odstawić|parar)(?!\p{L})|服用|可以吃|吃|停药|飲ん|飲め|服用|やめて|تناول|خذ|خذي|توقف|लें|लीजिए|ले सकते|बंद कर/iu;
/** That what hurts is this or that. */
const GUESSES =
  /(?<!\p{L})(?:sounds like|looks like|it['’]s|it is|that['’]s|that is|you (?:probably |likely )?have|parece|suena a|se trata|tiene usted|c['’]est|il s['’]agit|on dirait|vous avez|klingt nach|das ist|es ist|sie haben|parece|trata-se|você tem|sembra|si tratta|è (?:un|una|probabilmente|solo)|klinkt als|het is|dat is|u heeft|to (?:jest|pewnie|prawdopodobnie|tylko)|brzmi jak|wygląda na)(?!\p{L})|听起来|应该|可能是|只是|这是|您得了|それは|と思われ|でしょう|يبدو|هذا|هذه|لديك|लगता है|शायद|यह/iu;
const NOT_SERIOUS =
  /(?<!\p{L})(?:nothing serious|nothing to worry about|nada (?:de )?grave|no hay (?:nada )?de qué preocuparse|rien d['’]inquiétant|kein grund zur sorge|niente di cui preoccuparsi|nada com que se preocupar|niets om (?:je|u) zorgen|nie ma powodu do (?:obaw|niepokoju)|rien de grave|nichts ernstes|niente di grave|niets ernstigs|nic poważnego)(?!\p{L})|没什么大碍|大したことはあり|ليس خطيرا|没什么可担心|चिंता की (?:कोई )?बात नहीं|कुछ गंभीर नहीं/iu;

/** That nobody need look at it. */
const NO_DOCTOR =
  /(?<!\p{L})(?:(?:don['’]t|do not|no) need (?:to see |to come|an? )?(?:\p{L}+ )?(?:doctor|dentist|gp|antibiotic\p{L}*|treatment)|no (?:hace falta|necesita)(?: \p{L}+){0,3} (?:médico|doctor|antibiótico\p{L}*)|pas besoin (?:de |d['’])(?:\p{L}+ )?(?:médecin|docteur|dentiste|consulter|antibiotiques?)|brauch\p{L}*(?: \p{L}+){0,2} kein\p{L}* (?:arzt|zahnarzt|antibiotik\p{L}*)|não precisa (?:de |ir ao )?(?:médico|antibiótico\p{L}*)|non (?:serve|occorre|c['’]è bisogno)(?: \p{L}+){0,3} (?:medico|antibiotic\p{L}*)|geen (?:arts|dokter|antibiotica)|(?:antybiotyk\p{L}*|lekarz\p{L}*) nie (?:jest|są) potrzebn\p{L}*|nie (?:trzeba|potrzeba|potrzebuje)(?: \p{L}+){0,2} (?:lekarz\p{L}*|antybiotyk\p{L}*))(?!\p{L})|不(?:用|需要|必)(?:看医生|就医|吃药)|受診(?:は|の)必要|لا (?:حاجة|داعي)[^.]*(?:طبيب|مضاد)|(?:डॉक्टर|दवा) की ज़?ज?रूरत नहीं/iu;

/** It sends to those who know. */
const SENDS =
  /(?<!\p{L})(?:ask|call|speak|talk|see|contact|check|discuss|consult\p{L}*|book|advice|advise|hable|pregunte|consulte|llame|demandez|parlez|appelez|fragen|sprechen|rufen|besprechen|fale|pergunte|ligue|chieda|parli|chiami|vraag|bel|overleg|bespreek|zapytać|zapytaj|skonsult\p{L}*|zadzwoń|proszę)(?!\p{L})[^.]*(?:doctor|dentist|nurse|pharmacist|practice|team|midwife|physio|gp|us|emergency|911|999|112|médic[oa]|dentista|farmac\p{L}+|equipo|médecin|dentiste|pharmacien|équipe|arzt|ärztin|apothek\p{L}+|praxis|team|medico|equipe|farmacista|arts|tandarts|apotheker|praktijk|lekarz\p{L}*|dentyst\p{L}*|farmaceut\p{L}*|nam)|咨询|请(?:问|联系|询问)|医生(?:确认|建议)|ご相談|お尋ね|ご確認|استشر|استشير|يرجى|اسأل|सलाह|पूछ|संपर्क/iu;
/** It says what it may not say, or that something is not so good. */
const REFUSES =
  /(?<!\p{L})(?:can['’]?t|cannot|not able to|unable to|(?:not|isn['’]t|aren['’]t) (?:safe|suitable|recommended|advis\p{L}*)|no (?:puedo|podemos|es segur\p{L}*|se recomienda)|ne (?:peux|pouvons|convient)|(?:kann|können|darf|dürfen|nicht geeignet|nicht zu empfehlen)(?= .*nicht)|não (?:posso|podemos|é segur\p{L}*)|non (?:posso|possiamo|è sicur\p{L}*|è adatt\p{L}*)|(?:kan|kunnen|mag|mogen)(?= .*niet)|niet (?:veilig|geschikt)|nie (?:mogę|możemy|jest (?:bezpieczn|wskazan|odpowiedni)\p{L}*))(?!\p{L})|无法|不能|不适合|できません|できかね|いたしかね|لا (?:أستطيع|يمكن)|ليس|नहीं (?:बता|दे|कह) सक/iu;

const NOT_SAID = 'doses, diagnoses and what is safe for somebody are for people who know to say; refer to them';

/** What is wrong with a sentence that repeats nothing. */
export function unsafeHealth(sentence: string, named: readonly Entry[], known: Known): string | undefined {
  const { isHealth } = known.given;
  const isMedicine = MEDICINE.test(sentence);
  if (DOSE.test(sentence) && (isHealth || isMedicine)) return NOT_SAID;
  if (isQuestion(sentence)) return undefined;
  if (isHealth && (NOT_SERIOUS.test(sentence) || NO_DOCTOR.test(sentence))) return NOT_SAID;
  if (SENDS.test(sentence) || REFUSES.test(sentence)) return undefined;
  if (isMedicine && TAKES.test(sentence)) return NOT_SAID;
  if (isHealth && CONDITION.test(sentence) && GUESSES.test(sentence))
    return isWritten(CONDITION, named, known) ? undefined : NOT_SAID;
  for (const concept of [MEDICINE, PREGNANCY, CONDITION])
    if (concept.test(sentence) && ASSURES.test(sentence) && !isWritten(concept, named, known)) return NOT_SAID;
  return undefined;
}

const SUITS = new RegExp(`${ASSURES.source}|suitable|suits|welcome|ideal|designed for|for (?:all|every)`, 'iu');

/** The business itself says of what is named that it is good for that; of anything, where nothing is named. */
function isWritten(concept: RegExp, named: readonly Entry[], { records }: Known): boolean {
  const ownText = named.map(({ record }) => JSON.stringify(record));
  const texts = named.length > 0 ? ownText : records.flatMap((facts) => facts.texts.map(({ text }) => text));
  return texts.some((text) => !isQuestion(text) && concept.test(text) && SUITS.test(text) && !REFUSES.test(text));
}
