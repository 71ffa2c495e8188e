// Times of day, as they are said in twelve languages.
import { HOUR_WORDS, isEnglishHour, readHan } from './numerals.ts';
import type { ClockTime } from './text-span.ts';

const HALF_DAY = {
  am: String.raw`a\.?\s?m\b\.?(?!\s+(?:\p{L}{2,7}tag|mittwoch|\d))|in the morning|de la ma[ñn]ana|du matin|morgens|vormittags|(?:uhr )?früh|da manhã|di mattina|del mattino|'s ochtends|'s morgens|rano|صباحا?ً?ا?|ص(?![\p{L}])`,
  pm: String.raw`p\.?\s?m\b\.?|in the (?:afternoon|evening)|at night|tonight|de la (?:tarde|noche)|de l['’]après-midi|du soir|nachmittags|abends|da (?:tarde|noite)|di sera|della sera|del pomeriggio|di pomeriggio|'s middags|'s avonds|wieczorem|po południu|مساءً?ا?|م(?![\p{L}])|ظهرا?ً?ا?|عصرا?ً?ا?|ليلا?ً?ا?`,
};
const AFTER = String.raw`\s*(?:(?<am>${HALF_DAY.am})|(?<pm>${HALF_DAY.pm}))`;
const HOUR_WORD = [...HOUR_WORDS.keys()].sort((a, b) => b.length - a.length).join('|');
const START = String.raw`(?<![\p{L}\p{M}\d.,:])`;
/** What stands before an hour that has nothing after it. */
const BEFORE = String.raw`(?<!up\s)(?:at|until|till|from|by|before|after|around|about|past|to|opens?|closes?|a las|a la|las|hasta las|desde las|à partir de|jusqu['’]à|dès|um|bis|ab|gegen|von|às|até às|até as|das|alle|dalle|fino alle|le|om|tot|vanaf|rond|o|do|od|الساعة|حتى|من|إلى|रात|सुबह|शाम|दोपहर)`;
/** What is put to the hour after it. */
const MORE = String.raw`(?:\s+(?:(?<more>y media|et demie|e mezza|e meia|والنصف)|(?<quarter>y cuarto|et quart|e u[nm] quarto|والربع)|(?<less>menos (?:un |um )?(?:cuarto|quarto)|moins (?:le |un )?quart|meno un quarto|إلا ربع\p{L}*)))?`;
const QUARTER = 'quarter|viertel|kwart|kwadrans';
const ANY_HOUR = String.raw`(?<hour>[01]?\d|2[0-4])`;
const MINUTES = String.raw`(?<minutes>[0-5]\d)`;

const PATTERNS: readonly RegExp[] = [
  // 19:30, 7:30 pm, 20h30, 20.30 Uhr
  String.raw`${START}${ANY_HOUR}[:：]${MINUTES}(?!\d)(?:\s*(?:Uhr|uur|h\b))?(?:${AFTER})?`,
  String.raw`${START}${ANY_HOUR}\s?h(?:\s?${MINUTES}(?!\d)|(?![\p{L}]))(?:${AFTER})?`,
  String.raw`${START}${ANY_HOUR}[.]${MINUTES}(?=\s*(?:Uhr|uur|[ap]\.?m\b))\s*(?:Uhr|uur)?(?:${AFTER})?`,
  // von 8.30 bis 19.00: a range; amounts with their signs were read before it
  String.raw`${START}${ANY_HOUR}[.]${MINUTES}(?=\s?(?:[-–—]|\p{L}{1,4})\s?(?:[01]?\d|2[0-4])[.][0-5]\d(?!\d))`,
  String.raw`(?<=${START}(?:[01]?\d|2[0-4])[.][0-5]\d\s?(?:[-–—]|\p{L}{1,4})\s?)${ANY_HOUR}[.]${MINUTES}(?!\d)`,
  // half past four, quarter to nine, Viertel nach acht, kwart voor negen, twenty past six
  String.raw`${START}(?:a )?(?<part>half|${QUARTER}|five|ten|twenty|twenty-five) (?<side>past|to|vor|voor|nach|over|po)(?<!(?:five|ten|twenty) to) (?:${ANY_HOUR}|(?<word>${HOUR_WORD}))(?![\d\p{L}])(?:${AFTER})?`,
  String.raw`${START}(?<side>za) (?<part>${QUARTER}) (?<word>${HOUR_WORD})(?!\p{L})`,
  // halb acht, half seven
  String.raw`${START}(?<half>halb|half|wpół do)\s+(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))(?![\d\p{L}%]|\s\p{L}+s(?!\p{L}))(?:\s*(?:Uhr|uur))?(?:${AFTER})?`,
  // 8 pm, 8 Uhr, 8 heures du soir, 8 o'clock
  String.raw`${START}(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))\s*(?:(?:o['’]clock|Uhr|uur|heures?(?! (?:à l['’]avance|avant))|horas)(?:\s?${MINUTES}|\s(?<thirty>trente|dreißig))?(?:${AFTER})?|${AFTER})${MORE}`,
  String.raw`(?:上午|早上|清晨|(?<dusk>下午|晚上|晚间|傍晚)|中午|凌晨)?\s?(?:(?<hour>[01]?\d|2[0-4])|(?<han>[一二两三四五六七八九十]+))\s?[点點](?:(?<half>半)|(?<quarter>一刻)|(?<many>[一二三四五]?十[一二三四五六七八九]?)分|${MINUTES}分?|整)?`,
  String.raw`(?:(?<dawn>午前|朝)|(?<dusk>午後|夜|夕方))?の?\s?(?:(?<hour>[01]?\d|2[0-4])|(?<han>[一二三四五六七八九十]+))時(?!間)(?:(?<half>半)|${MINUTES}分)?`,
  String.raw`(?:(?<dawn>सुबह)|(?<dusk>शाम|रात|दोपहर))?\s*(?:के|को)?\s*(?:(?<half>साढ़े)|(?<quarter>सवा)|(?<less>पौने))?\s*(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))\s?(?:[:.]${MINUTES})?\s?बजे`,
  String.raw`الساعة\s+(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))(?:[:.]${MINUTES})?${MORE}(?:\s*${AFTER})?`,
  // until 9, a las ocho, um sieben, from 9 to 5, 9–5 pm
  String.raw`${START}${BEFORE}\s+(?:${ANY_HOUR}|(?<word>${HOUR_WORD})(?!(?<=one)\s\p{Ll}{4}))(?![\d\p{L}:%€$£]|[.,]\d|\s?(?:(?:to|-|–|and|bis|a|à|do|tot)\s?\d+\s?)?(?:€|\$|£|%|(?:working|business) |people|persons|guests|of|or|personen|personas|personnes|min|hour|day|week|month|year|heures? |tag|stunde|jour|d[ií]as?|giorn|ore\b|per |pers|Gäste|leute|osób|godzin|dni|minut|أشخاص|شخص|ضيوف|hombres|each|inch|cm|euro|dollar|z[łl]))${MORE}(?:${AFTER})?`,
  String.raw`(?<=(?:between|zwischen|entre|tra|tussen|między)\s)${ANY_HOUR}(?=\s\p{L}{1,3}\s(?:[01]?\d|2[0-4])(?!\d))`,
  String.raw`${START}${ANY_HOUR}\s?[-–—]\s?(?=(?:[01]?\d|2[0-4])\s?(?:[ap]\.?m\b|Uhr|h\b|uur))`,
].map((pattern) => new RegExp(pattern, 'giu'));

const WORDS: readonly (readonly [RegExp, number])[] = [
  [
    /(?<![\p{L}])(?:noon|midday|mediodía|midi(?! et| ou)|mezzogiorno|meio-dia|zwölf uhr mittags|正午)(?![\p{L}])/giu,
    720,
  ],
  [
    /(?<![\p{L}])(?:midnight|medianoche|minuit|mitternacht|mezzanotte|meia-noite|middernacht|północ[yą]?|午夜|منتصف الليل|आधी रात)(?![\p{L}])/giu,
    0,
  ],
];

export function clockTimesIn(text: string): ClockTime[] {
  const found: ClockTime[] = [];
  const isTaken = (at: number, end: number) => found.some((each) => at < each.at + each.said.length && each.at < end);
  // "16 to 24": what stands before it is no time.
  const isOfCounts = (at: number, said: string) =>
    /^\p{L}/u.test(said) &&
    /(?<![:.\d])\d+\s$/.test(text.slice(0, at)) &&
    !found.some((each) => each.at + each.said.length === at - 1);
  for (const pattern of PATTERNS)
    for (const { 0: said, index: at, groups = {} } of text.matchAll(pattern)) {
      const minutes = minutesOf(groups);
      if (minutes.length > 0 && !isTaken(at, at + said.length) && !isOfCounts(at, said))
        found.push({ at, said, minutes });
    }
  for (const [word, minutes] of WORDS)
    for (const { 0: said, index: at } of text.matchAll(word))
      if (!isTaken(at, at + said.length)) found.push({ at, said, minutes: minutes === 0 ? [0, 1440] : [minutes] });
  return found.sort((a, b) => a.at - b.at);
}

function minutesOf(groups: Record<string, string | undefined>): number[] {
  const { hour, word, han, minutes, many, am, pm, dawn, dusk } = groups;
  const told = hour ?? '';
  const number =
    hour !== undefined ? Number(hour) : word ? HOUR_WORDS.get(word.toLowerCase()) : han ? readHan(han) : undefined;
  if (number === undefined || number > 24) return [];
  const past = Number(minutes ?? 0) + (many ? (readHan(many) ?? 0) : 0) + partOf(groups);
  const at = number * 60 + past;
  const isEvening = pm !== undefined || dusk !== undefined;
  if (isEvening)
    return number < 12 ? [at + 720, ...(dusk && number <= 3 ? [at] : [])] : number === 12 ? [at, 1440] : [at];
  if (am !== undefined || dawn !== undefined) return [number === 12 ? at - 720 : at];
  if (number > 12 || number === 0 || told.startsWith('0')) return [at];
  const both = number === 12 ? [at, at - 720, at + 720] : [at, at + 720];
  // "Half 8" is before eight or after it, by where they come from.
  return groups.half === 'half' && hour ? both.flatMap((each) => [each, each + 60]) : both;
}

/** The minutes after the hour, or before it, that are said in words. */
function partOf({ half, more, quarter, less, thirty, part, side, word }: Record<string, string | undefined>): number {
  if (part) {
    const size = /^h/i.test(part) ? 30 : (HOUR_WORDS.get(part.toLowerCase()) ?? (part.includes('-') ? 25 : 15));
    return /^(?:to|vo|za)/i.test(side!) ? -size : size;
  }
  if (less) return -15;
  if (quarter) return 15;
  if (more || thirty) return 30;
  if (!half) return 0;
  // "Halb acht" and "half acht" are before eight, "half eight" is after it.
  const isBefore = /^(?:halb|wpół)/i.test(half) || (half.toLowerCase() === 'half' && !isEnglishHour(word ?? ''));
  return isBefore ? -30 : 30;
}
