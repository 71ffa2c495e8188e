// Money that is given back or given up: only where the business itself says that it does so.
import { type Facts, FOR_FREE } from './evidence.ts';
import { isQuestion, wordsOf } from './text.ts';
import { type Values, valuesIn } from './values.ts';

/** What may be given, as it is said in twelve languages. */
const GIVEN: Readonly<Record<string, RegExp>> = {
  refund:
    /(?<!\p{L})(?:refund\p{L}*|money back|reimburs\p{L}*|(?:get|have|receive|be given|give you|pay you|paid) (?:the|your|it|that|a|all|half|everything|full|[$€£¥₹]\S+|\d\S*) (?:\S+ ){0,4}back|reembols\p{L}*|devolv\p{L}* (?:\p{L}+ ){0,3}(?:dinero|importe|depósito|dinheiro|valor|\d)|devolución|rembours\p{L}*|\p{L}*erstatt\p{L}*|geld zurück|zurück(?:zahl|gezahl|überw)\p{L}*|rimbors\p{L}*|restitui\p{L}*|terugbeta\p{L}*|teruggestort|geld terug|zwrot pieniędzy|odda\p{L}* (?:\p{L}+ ){0,3}pieni\p{L}*|rend\p{L}* (?:\p{L}+ ){0,3}argent|ridar\p{L}*|zwróc\p{L}*|zwraca\p{L}*|zwrotu)(?!\p{L})|退款|退还|退给|返金|払い戻|استرداد|نرد|سنعيد|रिफ़ंड|रिफंड|पैसे वापस|वापस कर/iu,
  waive:
    /(?<!\p{L})(?:waiv\p{L}*|let you off|(?:won['’]t|not going to|never) (?:be charged|charge|have to pay|cost you)|forget about the (?:fee|charge)|perdona\p{L}*|condona\p{L}*|exim\p{L}+|no (?:le|te|se le|se te) (?:cobra\p{L}*)|sans (?:frais|pénalité)|(?:annul|offr|supprim)\p{L}* (?:les |la |le |vos )?(?:frais|pénalité|supplément)|erlass\p{L}*|erlassen|verzicht\p{L}* auf|(?:berechn|stell)\p{L}*(?: \p{L}+){0,3} nichts?|nicht in rechnung|(?:nicht|nichts) (?:be)?zahlen|ne (?:vous |te )?factur\p{L}*|rien à payer|non (?:le |ti |vi )?addebit\p{L}*|non (?:paga|deve pagare)|no (?:tendrá|tiene|tienes) que pagar|não (?:precisa|tem) de? ?pagar|isent\p{L}*|dispens\p{L}+|não (?:lhe |te |vamos )?cobra\p{L}*|(?:penal[ei]|commissione|costo|mora) (?:\S+ ){0,4}(?:annullat\p{L}*|azzerat\p{L}*|tolt\p{L}*|condonat\p{L}*)|kwijt(?:schelden|gescholden)|brengen we niet in rekening|hoef[t]? (?:\p{L}+ ){0,3}niet te betalen|umorzon\p{L}*|umarza\p{L}*|daruj\p{L}*|nie (?:pobierz|policz|naliczy)\p{L}*)(?!\p{L})|免除|免收|不收(?:您)?(?:费|钱)|免了|いただきません|頂きません|نعفي\p{L}*|إعفاء|معفى|لن (?:نحاسب|تدفع|نخصم)|माफ़|माफ|नहीं लेंगे|नहीं लगेगा/iu,
  credit:
    /(?<!\p{L})(?:credit(?:ed|ing)? (?:it |that |you |the \p{L}+ )?(?:back|to your)|credit (?:it|you|your)|gutschreib\p{L}*|gutgeschrieben|schreib\p{L}*(?: \p{L}+){0,6} gut|gutschrift|abon\p{L}{2,5} (?:en|a|la|el|su|tu)|recrédit\p{L}*|créditer\p{L}*|credit(?:ar|amos|ei|ado|ata|iamo|are)\p{L}*|riaccredit\p{L}*|accredit\p{L}*|tegoed (?:terug|bij)\p{L}*|bijgeschreven|schrijven (?:\p{L}+ ){0,4}bij|przywróc\p{L}*|doliczy\p{L}*)(?!\p{L})|返还|补回|退回|お戻し|戻して|نعيد|إعادة (?:الحصة|الرصيد)|लौटा/iu,
  discount:
    /(?<!\p{L})(?:discount\p{L}*|\d+\s?% off|(?:money|something|[$€£]\s?\d+) off|half price|cheaper for you|descuento\p{L}*|rebaja\p{L}*|mitad de precio|réduction\p{L}*|remise\p{L}*|rabais|moitié prix|rabatt\p{L}*|nachlass|ermäßig\p{L}*|zum halben preis|desconto\p{L}*|metade do preço|scont[oi]\p{L}*|metà prezzo|korting\p{L}*|halve prijs|zniżk\p{L}*|rabat\p{L}*|upust\p{L}*|za pół ceny)(?!\p{L})|折扣|优惠|打[一二三四五六七八九\d]+\.?\d?折|半价|割引|値引|半額|خصم|تخفيض|نصف السعر|छूट|डिस्काउंट|आधे दाम/iu,
};
/** What the texts of a business call the same. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  refund: /refund|money back|return|come back|reimburs|exchange|store credit/iu,
  waive: new RegExp(
    `${FOR_FREE.source}|(?<![\\p{L}-])free(?![\\p{L}-])|waive|not? (?:be )?charge|without (?:a )?(?:fee|charge)|no fee`,
    'iu',
  ),
  credit: /credit|refund|give(?:n)? back|returned/iu,
  discount: /discount|\d\s?%|per ?cent|off|half|cheaper|reduced|concession|save/iu,
};
/** Not given, or not by us to say. */
const DENIES =
  /(?<!\p{L})(?:no|not|never|cannot|can['’]?t|couldn['’]t|won['’]t|isn['’]t|aren['’]t|don['’]t|doesn['’]t|unable|non-?refundable|nunca|sin|tampoco|ne|n['’]|pas|aucune?|nicht|keine?[nrms]?|leider|não|nem|sem|non|nessun\p{L}*|niet|geen|nie|bez|brak)(?!\p{L})|不|没|无|ません|ない|かね|(?:れ|でき)ず|لا|ليس|لم|لن|غير|नहीं|बिना/iu;
/** For once, or to make up for something. */
const FOR_ONCE =
  /(?<!\p{L})(?:exceptions?|exceptionally|just this once|this (?:one )?time|this once|goodwill|(?:as|by way of) (?:an apology|compensation|a favou?r|a gesture)|to make (?:it )?up|for (?:the|your) (?:trouble|wait|inconvenience|delay)|on us|let (?:it|that) (?:go|slide)|excepci[oó]n\p{L}*|(?:por )?esta vez|(?:por|con) (?:las molestias|la espera|el retraso|la demora)|como (?:disculpa|compensación)|para compensar\p{L}*|exception\p{L}*|cette fois|dédommag\p{L}*|pour (?:l['’]attente|le désagrément|compenser|nous excuser)|geste commercial|ausnahm\p{L}*|kulanz\p{L}*|dies(?:es )?mal|als (?:entschädigung|entschuldigung|wiedergutmachung)|für die (?:wartezeit|umstände)|exce[cp]{0,2}[çc]\p{L}*|desta vez|pel[oa] (?:demora|espera|incómodo|transtorno)|como (?:pedido de desculpas|compensação)|eccezion\p{L}*|stavolta|(?:per )?questa volta|per (?:il disturbo|l['’]attesa|scusarci|farci perdonare|l['’]inconveniente)|uitzondering\p{L}*|deze keer|coulance|als (?:excuus|goedmaker\p{L}*|compensatie)|voor het ongemak|wyjątk\p{L}*|tym razem|w ramach (?:przeprosin|rekompensaty)|za (?:kłopot|niedogodności))(?!\p{L})|破例|这次|此次|补偿|表示歉意|为表歉意|今回(?:だけ|に限り|のみ|は)|お詫び(?:として|に)|特別に|استثناء|هذه المرة|تعويض\p{L}*|كاعتذار|अपवाद|इस बार|मुआवज़?ज?े/iu;
/** What is said of money. */
const OF_MONEY =
  /[$€£¥₹%]|(?<!\p{L})(?:pay\p{L}*|charg\p{L}*|fees?|costs?|bill|deposit|return\p{L}*|on us|dessert|drinks?|cobr\p{L}*|pag\p{L}*|cargo|gast\p{L}*|frais|pay\p{L}*|repren\p{L}*|pénalité|berechn\p{L}*|zahl\p{L}*|gebühr\p{L}*|kosten\p{L}*|taxa\p{L}*|multa|spes[ae]|penal\p{L}*|cost[oi]|addebit\p{L}*|betal\p{L}*|kost\p{L}*|rekening|opłat\p{L}*|płac\p{L}*|koszt\p{L}*)(?!\p{L})|费|钱|付|料金|支払|いただき|رسوم|دفع|تدفع|फीस|फ़ीस|शुल्क|भुगतान|पैसे/iu;
const CANNOT =
  /(?<!\p{L})(?:can['’]?t|cannot|unable|couldn['’]t|no (?:puedo|podemos)|ne (?:peux|pouvons)|(?:kann|können)(?= .*(?:nicht|kein))|não (?:posso|podemos)|non (?:posso|possiamo)|(?:kan|kunnen)(?= .*(?:niet|geen))|nie (?:mogę|możemy))(?!\p{L})|无法|不能|できません|かねます|لا (?:نستطيع|يمكن\p{L}*|أستطيع)|नहीं (?:कर|दे) सक/iu;
/** People decide it. */
const PASSED_ON =
  /(?<!\p{L})(?:ask|request\p{L}*|solicitud|solicitar|demande\p{L}*|beantrag\p{L}*|anfrag\p{L}*|pedido de|pedir|richiesta|richiedere|aanvra\p{L}*|zgłosić|wniosek|check with|pass (?:it|this|that|your)|the team (?:will|can|decides)|up to the team|manager|whether|if (?:they|the team))(?!\p{L})|申请|申請|طلب|अनुरोध/iu;

type Promised = { sentence: string; values: Values; records: readonly Facts[]; isEnglish: boolean };

/** What is wrong with what it promises, or undefined. */
export function wrongPromise({ sentence, values, records, isEnglish }: Promised): string | undefined {
  if (isQuestion(sentence) || PASSED_ON.test(sentence)) return undefined;
  const isGiving =
    OF_MONEY.test(sentence) || FOR_FREE.test(sentence) || Object.values(GIVEN).some((each) => each.test(sentence));
  if (
    FOR_ONCE.test(sentence) &&
    isGiving &&
    !CANNOT.test(sentence) &&
    !records.some(({ texts }) => texts.some(({ text }) => FOR_ONCE.test(text)))
  )
    return 'no record says that exceptions are made or that anything is made up for';
  for (const clause of clausesOf(sentence))
    for (const [name, said] of Object.entries(GIVEN)) {
      if (!said.test(clause)) continue;
      // "Nothing is charged" is itself denied: only what stands beside it can deny it.
      if (DENIES.test(clause.replace(new RegExp(said.source, 'giu'), ' '))) continue;
      if (!isGiven(name, { sentence, values, records, isEnglish }))
        return `no record says that there is a ${name} for that`;
    }
  return undefined;
}

const BREAK = /[,;:!–—，；：！、،]\s*|\s(?:but|so|pero|mais|aber|mas|ma|maar|ale)\s/giu;

/** In Japanese what a sentence comes to stands at its end: there each goes on to it. */
function clausesOf(sentence: string): string[] {
  if (!/[ぁ-ん]/.test(sentence)) return sentence.split(BREAK);
  return [0, ...[...sentence.matchAll(BREAK)].map(({ 0: mark, index }) => index + mark.length)].map((at) =>
    sentence.slice(at),
  );
}

/** A text gives it, and none denies it of the same; in other languages what both name is known by its values alone. */
function isGiven(name: string, { sentence, values, records, isEnglish }: Promised): boolean {
  const parts = records.flatMap(({ texts }) => texts.flatMap(({ text }) => text.split(/(?<=[.;!?])\s/)));
  const about = parts.map((part) => ({ part, gives: givenIn(name, part) })).filter(({ gives }) => gives !== undefined);
  const isShared = (part: string) => sharesWord(sentence, part) || sharesValue(values, part);
  const isDenied = about.some(({ part, gives }) => gives === false && (!isEnglish || sharesWord(sentence, part)));
  return about.some(({ part, gives }) => gives && (isShared(part) || !isDenied));
}

const sharesWord = (sentence: string, part: string): boolean => {
  const words = new Set(wordsOf(part));
  return wordsOf(sentence).some((word) => words.has(word) && !COMMON.has(word));
};
/** Words that all such texts have. */
const COMMON = new Set(wordsOf('refund return cancel charge discount credit free waive'));

function sharesValue({ spans, percents, money }: Values, part: string): boolean {
  const written = valuesIn(part);
  return (
    spans.some(({ minutes }) => written.spans.some((each) => each.minutes === minutes)) ||
    percents.some(({ value }) => written.percents.some((each) => each.value === value)) ||
    money.some(({ amount }) => written.money.some((each) => each.amount === amount))
  );
}

/** Whether a text gives or denies it; undefined where it speaks of something else. */
function givenIn(name: string, part: string): boolean | undefined {
  const words = [WRITTEN[name]!, GIVEN[name]!].find((each) => each.test(part));
  if (!words || isQuestion(part)) return undefined;
  return !DENIES.test(part.replace(new RegExp(words.source, 'giu'), ' '));
}
