// A plain yes or no in other languages than English, where it is the whole message.

type Answers = { yes: string; no: string };

/** Ways to say it, with `|` between them. Signs, spaces and accents at the ends do not matter. */
const ANSWERS: Record<string, Answers> = {
  es: {
    yes: 'sí|si|sí por favor|si por favor|sí gracias|claro|claro que sí|claro que si|por supuesto|de acuerdo|vale|sí vale|perfecto|sí perfecto|si perfecto|correcto|sí correcto|adelante|está bien|esta bien|sí está bien|sí confirmo|confirmo|confirmado|sí quiero|resérvalo|resérvela|sí resérvelo|muy bien|bueno|genial|sí adelante|exacto',
    no: 'no|no gracias|mejor no|para nada|claro que no|no por favor|no no|no es correcto|no lo haga|no está bien',
  },
  fr: {
    yes: "oui|oui s'il vous plaît|oui s'il vous plait|oui svp|oui merci|oui parfait|parfait|oui c'est parfait|c'est parfait|oui bien sûr|bien sûr|oui volontiers|volontiers|d'accord|ok d'accord|oui d'accord|oui c'est bon|c'est bon|c'est ça|oui c'est ça|oui je confirme|je confirme|allez-y|oui allez-y|entendu|très bien|oui très bien|ça marche|ouais|exact|exactement|tout à fait|avec plaisir|oui ça me va|ça me va|oui je veux bien",
    no: "non|non merci|pas du tout|non pas du tout|non pas ça|bien sûr que non|non s'il vous plaît|surtout pas|non non|ce n'est pas ça|non ce n'est pas ça",
  },
  de: {
    yes: 'ja|ja bitte|ja gerne|ja gern|gerne|gern|ja danke|ja passt|passt|ja perfekt|perfekt|ja genau|genau|ja natürlich|natürlich|klar|ja klar|ja stimmt|stimmt|in ordnung|ja in ordnung|einverstanden|ja bestätige ich|ich bestätige|bestätigt|ja sicher|sicher|jawohl|alles klar|ja alles klar|sehr gut|sehr gerne|ja sehr gerne|ja das passt|das passt|jep|auf jeden fall',
    no: 'nein|nein danke|nee|ne|nö|nein bitte nicht|bitte nicht|lieber nicht|nein lieber nicht|auf keinen fall|das stimmt nicht|nein das stimmt nicht|nein das passt nicht|passt nicht',
  },
  pt: {
    yes: 'sim|sim por favor|sim obrigado|sim obrigada|claro|sim claro|claro que sim|com certeza|sim com certeza|está bem|esta bem|tudo bem|sim tudo bem|perfeito|sim perfeito|correto|certo|sim certo|isso|isso mesmo|sim isso mesmo|confirmo|sim confirmo|confirmado|pode ser|sim pode|pode|pode reservar|sim pode reservar|ótimo|sim quero|de acordo|combinado|beleza|exato',
    no: 'não|nao|não obrigado|não obrigada|nao obrigado|nao obrigada|de jeito nenhum|claro que não|não por favor|melhor não|não não|não está certo|não quero',
  },
  it: {
    yes: "sì|si|sì grazie|si grazie|sì per favore|si per favore|sì perfetto|si perfetto|perfetto|certo|sì certo|certamente|va bene|sì va bene|si va bene|d'accordo|sì d'accordo|esatto|sì esatto|confermo|sì confermo|si confermo|confermato|volentieri|sì volentieri|benissimo|certo che sì|proceda|sì proceda|ottimo|giusto",
    no: 'no|no grazie|assolutamente no|certo che no|no per favore|meglio di no|no no|non va bene|non è corretto',
  },
  nl: {
    yes: 'ja|ja graag|graag|ja hoor|ja alstublieft|ja alsjeblieft|ja prima|prima|ja dat klopt|dat klopt|klopt|ja perfect|perfect|ja natuurlijk|natuurlijk|akkoord|ja akkoord|is goed|dat is goed|ja is goed|ja dat is goed|ik bevestig|ja ik bevestig|zeker|ja zeker|jazeker|jawel|helemaal goed|ja doe maar|doe maar|uitstekend|in orde',
    no: 'nee|nee bedankt|nee dank u|nee dank je|nee hoor|liever niet|nee liever niet|zeker niet|nee dat klopt niet|dat klopt niet|niet doen|nee niet doen',
  },
  pl: {
    yes: 'tak|tak proszę|tak prosze|poproszę|tak poproszę|tak dziękuję|tak dziekuje|oczywiście|tak oczywiście|jasne|tak jasne|zgadza się|tak zgadza się|dobrze|tak dobrze|w porządku|tak w porządku|świetnie|tak świetnie|potwierdzam|tak potwierdzam|zgoda|pewnie|pasuje|tak pasuje|dokładnie|chętnie|tak chętnie|idealnie|super|okej',
    no: 'nie|nie dziękuję|nie dziekuje|nie dzięki|raczej nie|absolutnie nie|nie trzeba|nie nie|nie zgadza się|nie pasuje|na pewno nie',
  },
  zh: {
    yes: '是|是的|对|对的|好|好的|好啊|好呀|好吧|可以|可以的|行|行的|没问题|當然|当然|当然可以|嗯|嗯嗯|嗯好|没错|確認|确认|确定|是的谢谢|好的谢谢|好的麻烦你了|好的麻烦您了|是的麻烦了|麻烦了|麻烦您了|请预订|请帮我预订|好的请预订|同意|要|要的|對|沒問題|請確認|可以谢谢|好谢谢',
    no: '不|不是|不对|不要|不用|不用了|不用谢谢|不了|不了谢谢|不行|不可以|不好|算了|没有|不需要|不是的|不對|不必了|先不要',
  },
  ja: {
    yes: 'はい|はいお願いします|はいお願い致します|はいお願いいたします|お願いします|お願い致します|お願いいたします|うん|ええ|はいそうです|そうです|はいそれでお願いします|それでお願いします|大丈夫です|はい大丈夫です|もちろん|もちろんです|いいですよ|はいいいです|いいです|オーケー|オッケー|了解です|了解しました|了解|わかりました|はいわかりました|はい予約してください|予約してください|はいぜひ|ぜひ|ぜひお願いします|間違いありません|はい間違いありません|合っています|はい合っています',
    no: 'いいえ|いえ|いや|いいえ結構です|結構です|いいえ違います|違います|いいえ大丈夫です|やめます|やめておきます|いいえやめておきます|ちがいます|いりません|いいえいりません|不要です',
  },
  ar: {
    yes: 'نعم|نعم من فضلك|نعم من فضلكم|نعم لو سمحت|نعم شكرا|نعم شكراً|أجل|اجل|بالتأكيد|نعم بالتأكيد|طبعا|طبعاً|نعم طبعا|موافق|موافقة|نعم موافق|حسنا|حسناً|تمام|نعم تمام|صحيح|نعم صحيح|أكد|أؤكد|نعم أؤكد|ايوه|أيوه|ايوا|أيوا|أكيد|اكيد|ممتاز|نعم ممتاز|مناسب|نعم مناسب|بكل سرور|إي|نعم احجز|نعم احجزه|احجز|اوكي|أوكي|ماشي|تفضل',
    no: 'لا|لا شكرا|لا شكراً|كلا|لا أريد|لا اريد|ليس صحيحا|ليس صحيحاً|غير صحيح|لا هذا غير صحيح|أبدا|لا لا|لا من فضلك|لا تحجز|لا داعي',
  },
  hi: {
    yes: 'हाँ|हां|जी|जी हाँ|जी हां|हाँ जी|हां जी|हाँ कृपया|हां कृपया|हाँ धन्यवाद|हां धन्यवाद|ठीक है|हाँ ठीक है|हां ठीक है|जी ठीक है|बिल्कुल|हाँ बिल्कुल|हां बिल्कुल|जी बिल्कुल|ज़रूर|जरूर|हाँ ज़रूर|हां जरूर|सही है|हाँ सही है|हां सही है|हाँ कर दीजिए|हां कर दीजिए|कर दीजिए|हाँ बुक कर दीजिए|हां बुक कर दीजिए|बुक कर दीजिए|हाँ बुक करें|पक्का|मंज़ूर है|haan|haan ji|ji haan|theek hai|haan theek hai|bilkul',
    no: 'नहीं|जी नहीं|नहीं धन्यवाद|नहीं शुक्रिया|मत कीजिए|नहीं नहीं|नहीं चाहिए|रहने दीजिए|नहीं रहने दीजिए|बिल्कुल नहीं|गलत है|नहीं गलत है|nahi|nahin|ji nahi|nahi ji|nahi dhanyavaad',
  },
};

/** English reads these itself; they are no others there. */
const known = new Map<string, 'yes' | 'no'>(
  Object.values(ANSWERS).flatMap((answers) =>
    (['no', 'yes'] as const).flatMap((act) => answers[act].split('|').map((said) => [plain(said), act] as const)),
  ),
);

/** Undefined where the message says anything more. */
export function plainAnswer(text: string): 'yes' | 'no' | undefined {
  return text.length <= LONGEST ? known.get(plain(text)) : undefined;
}

const LONGEST = 60;

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) /gu, '')
    .trim();
}
