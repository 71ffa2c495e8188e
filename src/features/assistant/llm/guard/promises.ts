// Money that is given back or given up: only where the business itself says that it does so.
import { type Facts, FOR_FREE } from './evidence.ts';
import { isQuestion } from './text.ts';

/** What may be given, as it is said in twelve languages. */
const GIVEN: Readonly<Record<string, RegExp>> = {
  refund:
    /(?<!\p{L})(?:refund\p{L}*|money back|reimburs\p{L}*|(?:get|have|receive|be given|give you|pay you|paid) (?:the|your|it|that|a|all|half|everything|full|[$€£¥₹]\S+|\d\S*) (?:\S+ ){0,4}back|reembols\p{L}*|devolv\p{L}* (?:\p{L}+ ){0,3}(?:dinero|importe|depósito|dinheiro|valor|\d)|devolución|rembours\p{L}*|\p{L}*erstatt\p{L}*|geld zurück|zurück(?:zahl|gezahl|überw)\p{L}*|rimbors\p{L}*|restitui\p{L}*|terugbeta\p{L}*|teruggestort|geld terug|zwrot pieniędzy|zwróc\p{L}*|zwraca\p{L}*|zwrotu)(?!\p{L})|退款|退还|退给|返金|払い戻|استرداد|نرد|سنعيد|रिफ़ंड|रिफंड|पैसे वापस|वापस कर/iu,
  waive:
    /(?<!\p{L})(?:waiv\p{L}*|let you off|(?:won['’]t|not going to|never) (?:be charged|charge|have to pay|cost you)|forget about the (?:fee|charge)|perdona\p{L}*|condona\p{L}*|exim\p{L}+|no (?:le|te|se le|se te) (?:cobra\p{L}*)|sans (?:frais|pénalité)|(?:annul|offr|supprim)\p{L}* (?:les |la |le |vos )?(?:frais|pénalité|supplément)|erlass\p{L}*|erlassen|verzicht\p{L}* auf|berechnen (?:ihnen|dir)(?: \p{L}+)? nichts|isent\p{L}*|dispens\p{L}+|não (?:lhe |te |vamos )?cobra\p{L}*|(?:penal[ei]|commissione|costo|mora) (?:\S+ ){0,4}(?:annullat\p{L}*|azzerat\p{L}*|tolt\p{L}*|condonat\p{L}*)|kwijt(?:schelden|gescholden)|brengen we niet in rekening|hoef[t]? (?:\p{L}+ ){0,3}niet te betalen|umorzon\p{L}*|umarza\p{L}*|daruj\p{L}*|nie (?:pobierz|policz|naliczy)\p{L}*)(?!\p{L})|免除|免收|不收(?:您)?(?:费|钱)|免了|いただきません|頂きません|نعفي\p{L}*|إعفاء|معفى|لن (?:نحاسب|تدفع|نخصم)|माफ़|माफ|नहीं लेंगे|नहीं लगेगा/iu,
  credit:
    /(?<!\p{L})(?:credit(?:ed|ing)? (?:it |that |you |the \p{L}+ )?(?:back|to your)|credit (?:it|you|your)|gutschreib\p{L}*|gutgeschrieben|schreib\p{L}*(?: \p{L}+){0,6} gut|gutschrift|abon\p{L}{2,5} (?:en|a|la|el|su|tu)|recrédit\p{L}*|créditer\p{L}*|credit(?:ar|amos|ei|ado|ata|iamo|are)\p{L}*|riaccredit\p{L}*|accredit\p{L}*|tegoed (?:terug|bij)\p{L}*|bijgeschreven|schrijven (?:\p{L}+ ){0,4}bij|przywróc\p{L}*|doliczy\p{L}*)(?!\p{L})|返还|补回|退回|お戻し|戻して|نعيد|إعادة (?:الحصة|الرصيد)|लौटा/iu,
  discount:
    /(?<!\p{L})(?:discount\p{L}*|\d+\s?% off|(?:money|something|[$€£]\s?\d+) off|half price|cheaper for you|descuento\p{L}*|rebaja\p{L}*|mitad de precio|réduction\p{L}*|remise\p{L}*|rabais|moitié prix|rabatt\p{L}*|nachlass|ermäßig\p{L}*|zum halben preis|desconto\p{L}*|metade do preço|scont[oi]\p{L}*|metà prezzo|korting\p{L}*|halve prijs|zniżk\p{L}*|rabat\p{L}*|upust\p{L}*|za pół ceny)(?!\p{L})|折扣|优惠|打[一二三四五六七八九\d]+\.?\d?折|半价|割引|値引|半額|خصم|تخفيض|نصف السعر|छूट|डिस्काउंट|आधे दाम/iu,
  exception:
    /(?<!\p{L})(?:(?:make|made|making) an exception|as an exception|just this once|this one time|as a (?:goodwill|favou?r|gesture)|goodwill|hac(?:emos|er|er[ée]|eremos) una excepción|como excepción|por esta vez|une exception|à titre exceptionnel|pour cette fois|geste commercial|machen (?:wir )?(?:\p{L}+ )?eine ausnahme|eine ausnahme|ausnahmsweise|aus kulanz|kulanz\p{L}*|uma exce[cp]?ção|por esta vez|desta vez|un['’]eccezione|per questa volta|eccezionalmente|een uitzondering|voor deze keer|uit coulance|wyjątek|wyjątkowo|tym razem)(?!\p{L})|破例|这次就|下不为例|今回(?:だけ|に限り|のみ)|特別に|استثناء|هذه المرة|अपवाद|इस बार/iu,
};
/** What the texts of a business call the same. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  refund: /refund|money back|return|come back|reimburs|exchange|store credit/iu,
  waive: new RegExp(`${FOR_FREE.source}|(?<![\\p{L}-])free(?![\\p{L}-])|waive|not? (?:be )?charge|without (?:a )?(?:fee|charge)|no fee`, 'iu'),
  credit: /credit|refund|give(?:n)? back|returned/iu,
  discount: /discount|\d\s?%|per ?cent|off|half|cheaper|reduced|concession|save/iu,
  exception: /exception/iu,
};
/** Not given, or not by us to say. */
const DENIES =
  /(?<!\p{L})(?:no|not|never|cannot|can['’]?t|couldn['’]t|won['’]t|isn['’]t|aren['’]t|don['’]t|doesn['’]t|unable|non-?refundable|nunca|sin|tampoco|ne|n['’]|pas|aucune?|nicht|keine?[nrms]?|leider|não|nem|sem|non|nessun\p{L}*|niet|geen|nie|bez|brak)(?!\p{L})|不|没|无|ません|ない|できかね|لا|ليس|لم|لن|غير|नहीं|बिना/iu;
/** People decide it. */
const PASSED_ON =
  /(?<!\p{L})(?:ask|check with|pass (?:it|this|that|your)|the team (?:will|can|decides)|up to the team|manager|whether|if (?:they|the team))(?!\p{L})/iu;

/** What is wrong with what it promises, or undefined. */
export function wrongPromise(sentence: string, records: readonly Facts[]): string | undefined {
  if (isQuestion(sentence)) return undefined;
  for (const clause of clausesOf(sentence))
    for (const [name, said] of Object.entries(GIVEN)) {
      if (!said.test(clause) || PASSED_ON.test(clause)) continue;
      // "Nothing is charged" is itself denied: only what stands beside it can deny it.
      if (DENIES.test(clause.replace(new RegExp(said.source, 'giu'), ' '))) continue;
      if (!isWritten(name, records)) return `no record says that there is a ${name} here`;
    }
  return undefined;
}

const BREAK = /[,;:!–—，；：！、،]\s*|\s(?:but|so|pero|mais|aber|mas|ma|maar|ale)\s/giu;

/** In Japanese what a sentence comes to stands at its end: there each goes on to it. */
function clausesOf(sentence: string): string[] {
  if (!/[ぁ-ん]/.test(sentence)) return sentence.split(BREAK);
  return [0, ...[...sentence.matchAll(BREAK)].map(({ 0: mark, index }) => index + mark.length)].map((at) => sentence.slice(at));
}

const isWritten = (name: string, records: readonly Facts[]): boolean =>
  records.some(({ texts }) =>
    texts.some(({ text }) => text.split(/(?<=[.;!?])\s/).some((part) => isGiven(name, part))),
  );

function isGiven(name: string, part: string): boolean {
  const words = [WRITTEN[name]!, GIVEN[name]!].find((each) => each.test(part));
  return words !== undefined && !DENIES.test(part.replace(new RegExp(words.source, 'giu'), ' '));
}
