// Sentences about what is safe to eat: they repeat a record, or they are not said.
import type { Entry } from './evidence.ts';
import { isQuestion } from './text.ts';

/** Each food of the records, as it is named in twelve languages. */
const FOODS: Readonly<Record<string, RegExp>> = {
  gluten:
    /gluten|glúten|wheat|co?eliac|celíac|celíac|cœliaque|coeliaque|zöliak|celiach|glutin|celiakia|celiakii|coeliakie|麸质|面筋|乳糜泻|グルテン|セリアック|小麦|غلوتين|جلوتين|ग्लूटेन|سيلياك|सीलिएक/iu,
  milk: /(?<!\p{L})(?:milk|dairy|lactose|lácteo\p{L}*|lactosa|leche|lait|laitier\p{L}*|milch\p{L}*|laktose\p{L}*|leite|lactose|laticín\p{L}*|latte|lattosio|latticin\p{L}*|melk|zuivel\p{L}*|lactosevrij|mlek\p{L}*|laktoz\p{L}*|nabiał\p{L}*)(?!\p{L})|牛奶|乳制品|乳糖|乳製品|حليب|ألبان|لاكتوز|दूध|डेयरी|लैक्टोज/iu,
  nuts: /(?<!\p{L})(?:(?:tree )?nuts?|almonds?|walnuts?|hazelnuts?|cashews?|pistachios?|frutos? (?:secos?|de cáscara)|nuez|nueces|almendras?|noix|fruits? à coques?|cajou|amandes?|noisettes?|pécan|\p{L}*nuss|\p{L}*nüsse\p{L}*|nussfrei|schalenfr[uü]cht\p{L}*|mandeln?|nozes|amêndoas?|castanhas?|noci|nocciole|mandorle|frutta (?:a guscio|secca)|anacardi|pistacchi\p{L}*|noten\p{L}*|amandelen|orzech\p{L}*|orzesz\p{L}*|migdał\p{L}*)(?!\p{L})|坚果|杏仁|核桃|ナッツ|クルミ|アーモンド|مكسرات|(?<!\p{L})(?:و|ب)?(?:ال)?(?:لوز|جوز)(?!\p{L})|मेवे|नट्स|अखरोट|बादाम/iu,
  peanut:
    /(?<!\p{L})(?:peanuts?|cacahuetes?|maní|cacahuètes?|arachides?|erdn[uü]ss\p{L}*|amendoi\p{L}*|arachidi|pinda\p{L}*|orzeszk\p{L}* ziemn\p{L}*|fistaszk\p{L}*)(?!\p{L})|花生|落花生|ピーナッツ|فول سوداني|मूँगफली|मूंगफली/iu,
  egg: /(?<!\p{L})(?:eggs?|huevos?|œufs?|oeufs?|ei(?:er|frei)?|ovos?|uov[ao]|eieren|jaj\p{L}*)(?!\p{L})|鸡蛋|卵|بيض|अंडा|अंडे/iu,
  fish: /(?<!\p{L})(?:fish|pescado|poisson|fisch|peixe|pesce|vis|ryb[ayę]?)(?!\p{L})|鱼|魚|سمك|मछली/iu,
  crustaceans:
    /(?<!\p{L})(?:crustacean\p{L}*|shellfish|prawns?|shrimps?|crab|lobster|mariscos?|crustác\p{L}*|crustac\p{L}*|fruits de mer|krebstier\p{L}*|meeresfrüchte\p{L}*|camar\p{L}+|crostacei|schaaldieren|garnalen|skorupiak\p{L}*)(?!\p{L})|甲壳|虾|贝类|甲殻|えび|エビ|قشريات|محار|झींगा/iu,
  molluscs:
    /(?<!\p{L})(?:mollus[ck]s?|mussels?|oysters?|shellfish|moluscos?|mollusques?|weichtier\p{L}*|molluschi|weekdieren|mięczak\p{L}*)(?!\p{L})|软体|軟体/iu,
  // "Soy" is also Spanish for I am: there it begins what is said.
  soy: /(?<!\p{L})(?:soya|(?<!^\W*)soy(?!\s+(?:un|una|el|la|sol[oa]|sólo|de|muy|alérgic|celíac|vega|vege))|soja|soia)(?!\p{L})|大豆|صويا|सोया/iu,
  sesame: /(?<!\p{L})(?:sesame|sésamo|sésame|sesam|gergelim|sesamo|sezam\p{L}*)(?!\p{L})|芝麻|ごま|ゴマ|سمسم|तिल/iu,
  mustard:
    /(?<!\p{L})(?:mustard|mostaza|moutarde|senf|mostarda|senape|mosterd|musztard\p{L}*)(?!\p{L})|芥末|マスタード|خردل|सरसों/iu,
  celery: /(?<!\p{L})(?:celery|apio|céleri|sellerie|aipo|sedano|selderij|seler\p{L}*)(?!\p{L})|芹菜|セロリ|كرفس/iu,
  lupin: /(?<!\p{L})lupin\p{L}*/iu,
  sulphites: /sul(?:ph|f)it|sulfit|solfiti|siarczyn|亚硫酸|亜硫酸/iu,
};
const DIETS: Readonly<Record<string, RegExp>> = {
  vegan:
    /(?<!\p{L})(?:vegan\p{L}*|végan\p{L}*|végétalien\p{L}*|wegańsk\p{L}*|wegan\p{L}*)(?!\p{L})|纯素|ヴィーガン|ビーガン|نباتي صرف|वीगन/iu,
  vegetarian:
    /(?<!\p{L})(?:vegetarian\p{L}*|vegetariër\p{L}*|vegetarisch\p{L}*|végétarien\p{L}*|vegetariano?a?s?|wegetaria\p{L}*|veggie)(?!\p{L})|素食|ベジタリアン|نباتي|शाकाहारी/iu,
  halal: /(?<!\p{L})halal\p{L}*|清真|ハラール|ハラル|حلال|हलाल/iu,
  kosher: /(?<!\p{L})(?:kosher|koscher|casher|kasher|koszern\p{L}*)|犹太洁食|كوشير/iu,
};
const ALLERGY =
  /allerg|alerg|alérg|intoleran|intoléran|unverträglich|nietoleranc|过敏|不耐|アレルギー|アレルゲン|حساسي|एलर्जी|anaphyla/iu;
/** It says that something can be eaten, or is not in it. */
const ASSURES =
  /(?<!\p{L})(?:safe|suitable|fine|free|without|no|none|not|never|doesn['’]?t|isn['’]?t|don['’]?t|zero|okay|ok|apto|apta|seguro|segura|sin|puede|sûre?|sans|convient|sicher|geeignet|ohne|frei|kein\p{L}*|unbedenklich|seguro|sem|adequad\p{L}*|sicuro|senza|adatto|adatta|veilig|zonder|geschikt|geen|bezpieczn\p{L}*|bez|odpowiedni\p{L}*)(?!\p{L})|-free|frei(?!\p{L})|vrij(?!\p{L})/iu;
const SAFE =
  /(?<!\p{L})(?:safe|safely|suitable|fine|free|okay|ok|no problem|without (?:any )?(?:problem|worr\p{L}*|risk)|can (?:eat|have|enjoy|order)|apt[oa]s?|segur[oa]s?|puede[sn]? (?:comer|tomar|pedir)|sin problema\p{L}*|sûre?|sans (?:danger|risque|problème|crainte)|convient|conviennent|sicher|geeignet|unbedenklich|bedenkenlos|problemlos|adequad\p{L}*|sem (?:problemas?|risco)|sicur[oaie]|adatt[oaie]|senza problemi|veilig|geschikt|zonder problemen|bezpieczn\p{L}*|odpowiedni\p{L}*|bez obaw)(?!\p{L})|-free|安全|安心|放心|没问题|大丈夫|お召し上がり|آمن\p{L}*|مناسب\p{L}*|सुरक्षित|ठीक|खा सकते/iu;
const CONTAINS_ABROAD =
  /(?<!\p{L})(?:contiene[n]?|lleva[n]?|contient|contiennent|enthält|enthalten|contém|contêm|contengono|bevat(?:ten)?|zawiera\p{L}*|nicht|não|pas|non|nie|niet)(?!\p{L})|含|不|没有|无|入って|使って|ません|يحتو\p{L}*|خال\p{L}*|لا|بدون|नहीं|मुक्त|सुरक्षित|ठीक|安全|安心|آمن/iu;
const WARNS =
  /(?<!\p{L})(?:(?<!(?:no|not|never|n['’]t|doesn['’]?t)\s(?:\p{L}+\s)?)(?:contains?|made with)|not (?:be )?(?:suitable|safe|recommended|ok|okay|fine|recorded|free)|(?:isn|aren)['’]t (?:suitable|safe|recommended|fine|recorded|free|gluten|dairy|nut|vegan|vegetarian)|avoid|may contain|unsuitable|unsafe)(?!\p{L})/iu;
/** It is not known: what follows is what is not known. */
const UNKNOWN =
  /(?<!\p{L})(?:(?:can['’]?t|cannot|couldn['’]t|don['’]t|do not|not able to|unable to) (?:tell|say|know|promise|guarantee|confirm|vouch|be sure|rule)|(?:no|not any|any|without an?) (?:allergen|allergy|ingredient|dietary)s? (?:record|information|info|details?|data|list)|(?:isn['’]t|is not|not|nothing(?: is)?) (?:sure|recorded|noted|listed|known)|no (?:puedo|podemos) (?:decir|confirmar|garantizar|asegurar)|no (?:tengo|tenemos) (?:información|datos)|ne (?:peux|pouvons|sais|savons)|n['’](?:ai|avons) (?:pas|aucune) (?:d['’])?information|(?:kann|können|weiß|wissen)(?: \p{L}+){0,5} nicht|keine (?:angaben?|informationen?)|não (?:posso|podemos|sei|tenho|temos)|non (?:posso|possiamo|so|ho|abbiamo)|(?:kan|kunnen|weet|weten)(?: \p{L}+){0,5} niet|geen (?:gegevens|informatie)|nie (?:mogę|możemy|wiem|mam|mamy)|nie ma (?:informacji|danych))(?!\p{L})[^.!;]*|(?:无法|不能)(?:保证|确认|确定|告诉)[^。]*|没有[^。，]*(?:记录|信息)[^。]*|[^。]*(?:わかりません|分かりかねます|確認できません|お答えできません|記録がありません|情報がありません)|لا (?:أستطيع|يمكنني|نستطيع|أعرف|تتوفر)[^.]*|[^।]*(?:पता नहीं|नहीं बता सक|जानकारी नहीं|पुष्टि नहीं)[^।]*/iu;
/** Nothing is asserted: it sends to people, asks for what they need, or says that it does not know. */
const REFERS =
  /(?<!\p{L})(?:please (?:ask|tell|check|let|mention|inform|speak)|(?:ask|tell|check with|let) (?:the|our|your) (?:staff|team|server|kitchen|waiter)|let us know|(?:don['’]t|do not|doesn['’]t|can['’]?t|cannot|not) (?:have|know|say|promise|guarantee|confirm|be sure|sure|recorded|rule)|no record|nothing is recorded|not recorded|pregunt[ea]|consult[ea]|avis[ea]|demandez|prévenez|fragen sie|sagen sie|bitte|pergunte|avise|informe|chieda|avvisi|chiedi|vraag|laat|proszę|prosimy|zapytaj)(?!\p{L})|请|无法保证|お知らせ|お尋ね|ご確認|スタッフに|يرجى|اسأل|कृपया|बताएँ|पूछ/iu;

/** "I have no": what is left of it once what is not known is taken out. */
const BEFORE_UNKNOWN = /^\W*(?:sorry|i['’]m sorry|i['’]m afraid|no|we|i|there['’]?s?)\W.{0,12}$/iu;

const namedIn = (sentence: string, table: Readonly<Record<string, RegExp>>): string[] =>
  Object.keys(table).filter((name) => table[name]!.test(sentence));

const APART = /;|(?<!\p{L})(?:but|while|whereas|however|though)(?!\p{L})/iu;
const NOT_FOR_THEM =
  /(?<!\p{L})(?:avoid|skip|leave (?:it|that|this) out|not (?:an option|for (?:you|him|her|them)|right for)|(?:isn|wouldn)['’]t (?:an option|for (?:you|him|her|them)|right|work)|(?:can['’]?t|cannot|shouldn['’]t) (?:have|eat|order)|rule[sd]? (?:it )?out|steer clear)(?!\p{L})/iu;

/** Wherever one of these names stands, it is said in English that it is not for them, or what is in it. */
export const warnsOf = (sentence: string, names: readonly string[]): boolean =>
  sentence
    .split(APART)
    .filter((part) => names.some((name) => part.toLowerCase().includes(name.toLowerCase())))
    .every((part) => WARNS.test(part) || NOT_FOR_THEM.test(part));

/** What is wrong with a sentence that repeats nothing; `named` are the dishes that it names. */
export function unsafeFood(sentence: string, named: readonly Entry[], isEnglish: boolean): string | undefined {
  if (UNKNOWN.test(sentence) && !ASSURES.test(sentence.replace(UNKNOWN, ' ').replace(BEFORE_UNKNOWN, ' ')))
    return undefined;
  const foods = namedIn(withoutNames(sentence, named), FOODS);
  const diets = namedIn(withoutNames(sentence, named), DIETS);
  const isAbout = ALLERGY.test(sentence) || foods.length > 0 || diets.length > 0;
  if (!isAbout || isQuestion(sentence) || (REFERS.test(sentence) && !ASSURES.test(sentence.replace(REFERS, ''))))
    return undefined;
  const records = named.filter(({ record }) => 'allergens' in record || 'contains' in record || 'diets' in record);
  // An allergy is noted or passed on, and nothing is said of what can be eaten.
  if (foods.length + diets.length === 0 && !SAFE.test(sentence)) return undefined;
  const hasClaim = ALLERGY.test(sentence) || diets.length > 0 || ASSURES.test(sentence) || WARNS.test(sentence);
  // "We serve fish and chips": a food on a menu is no statement about what is in a dish.
  if (!hasClaim && !CONTAINS_ABROAD.test(sentence)) return undefined;
  if (isEnglish && records.length > 0 && records.every((entry) => agrees(sentence, entry, foods, diets)))
    return undefined;
  return 'what is safe to eat may only be said in the words of a record; say it so, or refer to the team';
}

/** In English it is read what is said of a dish, and compared with its record in name and sense. */
function agrees(sentence: string, { record }: Entry, foods: readonly string[], diets: readonly string[]): boolean {
  const allergens = (record.allergens ?? record) as { contains?: string[] | null; mayContain?: string[] | null };
  const contains = allergens.contains ?? undefined;
  const may = allergens.mayContain ?? [];
  const labels = (record.diets as string[] | undefined) ?? [];
  const isWarning = WARNS.test(sentence);
  const isAssuring = !isWarning && ASSURES.test(sentence);
  if (diets.some((diet) => labels.includes(diet) === /(?<!\p{L})not(?!\p{L})|n['’]t/iu.test(sentence))) return false;
  if (foods.length === 0) return diets.length > 0;
  if (contains === undefined) return false;
  if (isWarning)
    return (
      foods.some((food) => contains.includes(food) || may.includes(food)) && saysWhole(sentence, foods, contains, may)
    );
  return isAssuring && foods.every((food) => !contains.includes(food) && !may.includes(food));
}

/** What is said to be in it is in it: "contains fish and milk" where both are recorded. */
function saysWhole(
  sentence: string,
  foods: readonly string[],
  contains: readonly string[],
  may: readonly string[],
): boolean {
  const shellfish = /shellfish/i.test(sentence);
  return foods.every(
    (food) =>
      contains.includes(food) || may.includes(food) || (shellfish && (food === 'molluscs' || food === 'crustaceans')),
  );
}

const withoutNames = (sentence: string, named: readonly Entry[]): string =>
  named.reduce((rest, { name }) => rest.replaceAll(new RegExp(RegExp.escape(name), 'giu'), ' '), sentence);
