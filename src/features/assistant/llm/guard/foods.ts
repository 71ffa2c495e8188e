// Allergens and diets of the records, as they are named in twelve languages.

export const FOOD_PATTERNS: Readonly<Record<string, RegExp>> = {
  gluten:
    /gluten|glúten|wheat|co?eliac|celíac|celíac|cœliaque|coeliaque|zöliak|celiach|glutin|celiakia|celiakii|coeliakie|麸质|面筋|乳糜泻|グルテン|セリアック|小麦|غلوتين|جلوتين|ग्लूटेन|سيلياك|सीलिएक/iu,
  milk: /(?<!\p{L})(?:milk|dairy|lactose|lácteo\p{L}*|lactosa|leche|lait|laitier\p{L}*|milch\p{L}*|laktose\p{L}*|leite|lactose|laticín\p{L}*|latte|lattosio|latticin\p{L}*|melk|zuivel\p{L}*|lactosevrij|mlek\p{L}*|laktoz\p{L}*|nabiał\p{L}*)(?!\p{L})|牛奶|乳制品|乳糖|乳製品|حليب|ألبان|لاكتوز|दूध|डेयरी|लैक्टोज/iu,
  nuts: /(?<!\p{L})(?:(?:tree )?nuts?|almonds?|walnuts?|hazelnuts?|cashews?|pistachios?|frutos? (?:secos?|de cáscara)|nuez|nueces|almendras?|noix|fruits? à coques?|cajou|amandes?|noisettes?|pécan|\p{L}*nuss|\p{L}*nüsse\p{L}*|nussfrei|schalenfr[uü]cht\p{L}*|mandeln?|nozes|amêndoas?|castanhas?|noci|nocciole|mandorle|frutta (?:a guscio|secca)|anacardi|pistacchi\p{L}*|noten\p{L}*|amandelen|orzech\p{L}*|orzesz\p{L}*|migdał\p{L}*)(?!\p{L})|坚果|杏仁|核桃|ナッツ|クルミ|アーモンド|مكسرات|(?<!\p{L})(?:و|ب)?(?:ال)?(?:لوز|جوز)(?!\p{L})|मेवे|नट्स|अखरोट|बादाम/iu,
  peanut:
    /(?<!\p{L})(?:peanuts?|cacahuetes?|maní|cacahuètes?|arachides?|erdn[uü]ss\p{L}*|amendoi\p{L}*|arachidi|pinda\p{L}*|orzeszk\p{L}* ziemn\p{L}*|fistaszk\p{L}*)(?!\p{L})|花生|落花生|ピーナッツ|فول سوداني|मूँगफली|मूंगफली/iu,
  egg: /(?<!\p{L})(?:eggs?|huevos?|œufs?|oeufs?|ei(?:er|frei)?|ovos?|uov[ao]|eieren|jaj\p{L}*)(?!\p{L})|鸡蛋|卵|(?<!\p{L})(?:و|ب)?(?:ال)?بيض(?!\p{L})|अंडा|अंडे/iu,
  fish: /(?<!\p{L})(?:fish|pescado|poisson|fisch|peixe|pesce|vis|ryb[ayę]?)(?!\p{L})|鱼|魚|سمك|मछली/iu,
  crustaceans:
    /(?<!\p{L})(?:crustacean\p{L}*|shellfish|prawns?|shrimps?|crab|lobster|mariscos?|crustác\p{L}*|crustac\p{L}*|fruits de mer|krebstier\p{L}*|meeresfrüchte\p{L}*|camar\p{L}+|crostacei|schaaldieren|garnalen|skorupiak\p{L}*)(?!\p{L})|甲壳|虾|贝类|甲殻|えび|エビ|قشريات|محار|झींगा/iu,
  molluscs:
    /(?<!\p{L})(?:mollus[ck]s?|mussels?|oysters?|shellfish|moluscos?|mollusques?|weichtier\p{L}*|molluschi|weekdieren|mięczak\p{L}*)(?!\p{L})|软体|軟体/iu,
  // "Soy" is also Spanish for "I am", there at the start of a sentence.
  soy: /(?<!\p{L})(?:soya|(?<!^\W*)soy(?!\s+(?:un|una|el|la|sol[oa]|sólo|de|muy|alérgic|celíac|vega|vege))|soja|soia)(?!\p{L})|大豆|صويا|सोया/iu,
  sesame: /(?<!\p{L})(?:sesame|sésamo|sésame|sesam|gergelim|sesamo|sezam\p{L}*)(?!\p{L})|芝麻|ごま|ゴマ|سمسم|तिल/iu,
  mustard:
    /(?<!\p{L})(?:mustard|mostaza|moutarde|senf|mostarda|senape|mosterd|musztard\p{L}*)(?!\p{L})|芥末|マスタード|خردل|सरसों/iu,
  celery: /(?<!\p{L})(?:celery|apio|céleri|sellerie|aipo|sedano|selderij|seler\p{L}*)(?!\p{L})|芹菜|セロリ|كرفس/iu,
  lupin: /(?<!\p{L})lupin\p{L}*/iu,
  sulphites: /sul(?:ph|f)it|sulfit|solfiti|siarczyn|亚硫酸|亜硫酸/iu,
};
export const DIET_PATTERNS: Readonly<Record<string, RegExp>> = {
  vegan:
    /(?<!\p{L})(?:vegan\p{L}*|végan\p{L}*|végétalien\p{L}*|wegańsk\p{L}*|wegan\p{L}*)(?!\p{L})|纯素|ヴィーガン|ビーガン|نباتي صرف|वीगन/iu,
  vegetarian:
    /(?<!\p{L})(?:vegetarian\p{L}*|vegetariër\p{L}*|vegetarisch\p{L}*|végétarien\p{L}*|vegetariano?a?s?|wegetaria\p{L}*|veggie)(?!\p{L})|素食|ベジタリアン|نباتي|शाकाहारी/iu,
  halal: /(?<!\p{L})halal\p{L}*|清真|ハラール|ハラル|حلال|हलाल/iu,
  kosher: /(?<!\p{L})(?:kosher|koscher|casher|kasher|koszern\p{L}*)|犹太洁食|كوشير/iu,
};
