// Times of day in twelve languages.
import { HOUR_WORDS, isEnglishNumberWord, parseHanNumber } from './numerals.ts';
import type { ClockTime } from './text-span.ts';

const HALF_DAY_PATTERNS = {
  am: String.raw`a\.?\s?m\b\.?(?!\s+(?:\p{L}{2,7}tag|mittwoch|\d))|in the morning|de la ma[ñn]ana|du matin|morgens|vormittags|(?:uhr )?früh|da manhã|di mattina|del mattino|'s ochtends|'s morgens|rano|صباحا?ً?ا?|ص(?![\p{L}])`,
  pm: String.raw`p\.?\s?m\b\.?|in the (?:afternoon|evening)|at night|tonight|de la (?:tarde|noche)|de l['’]après-midi|du soir|nachmittags|abends|da (?:tarde|noite)|di sera|della sera|del pomeriggio|di pomeriggio|'s middags|'s avonds|wieczorem|po południu|مساءً?ا?|م(?![\p{L}])|ظهرا?ً?ا?|عصرا?ً?ا?|ليلا?ً?ا?`,
};
const AM_PM_SUFFIX_PATTERN = String.raw`\s*(?:(?<am>${HALF_DAY_PATTERNS.am})|(?<pm>${HALF_DAY_PATTERNS.pm}))`;
const HOUR_WORD_PATTERN = [...HOUR_WORDS.keys()].sort((a, b) => b.length - a.length).join('|');
const TIME_START_PATTERN = String.raw`(?<![\p{L}\p{M}\d.,:])`;
/** Words before a bare hour. */
const BARE_HOUR_LEAD_IN_PATTERN = String.raw`(?<!up\s)(?:at|until|till|from|by|before|after|around|about|past|to|opens?|closes?|a las|a la|las|hasta las|desde las|à partir de|jusqu['’]à|dès|um|bis|ab|gegen|von|às|até às|até as|das|alle|dalle|fino alle|le|om|tot|vanaf|rond|o|do|od|الساعة|حتى|من|إلى|रात|सुबह|शाम|दोपहर)`;
/** Quarters and halves after the hour, or subtracted from it. */
const QUARTER_SUFFIX_PATTERN = String.raw`(?:\s+(?:(?<more>y media|et demie|e mezza|e meia|والنصف)|(?<quarter>y cuarto|et quart|e u[nm] quarto|والربع)|(?<less>menos (?:un |um )?(?:cuarto|quarto)|moins (?:le |un )?quart|meno un quarto|إلا ربع\p{L}*)))?`;
const QUARTER_PATTERN = 'quarter|viertel|kwart|kwadrans';
const HOUR_PATTERN = String.raw`(?<hour>[01]?\d|2[0-4])`;
const MINUTES_PATTERN = String.raw`(?<minutes>[0-5]\d)`;

const CLOCK_TIME_PATTERNS: readonly RegExp[] = [
  // 19:30, 7:30 pm, 20h30, 20.30 Uhr
  String.raw`${TIME_START_PATTERN}${HOUR_PATTERN}[:：]${MINUTES_PATTERN}(?!\d)(?:\s*(?:Uhr|uur|h\b))?(?:${AM_PM_SUFFIX_PATTERN})?`,
  String.raw`${TIME_START_PATTERN}${HOUR_PATTERN}\s?h(?:\s?${MINUTES_PATTERN}(?!\d)|(?![\p{L}]))(?:${AM_PM_SUFFIX_PATTERN})?`,
  String.raw`${TIME_START_PATTERN}${HOUR_PATTERN}[.]${MINUTES_PATTERN}(?=\s*(?:Uhr|uur|[ap]\.?m\b))\s*(?:Uhr|uur)?(?:${AM_PM_SUFFIX_PATTERN})?`,
  // von 8.30 bis 19.00: a range; amounts with currency signs are already blanked out
  String.raw`${TIME_START_PATTERN}${HOUR_PATTERN}[.]${MINUTES_PATTERN}(?=\s?(?:[-–—]|\p{L}{1,4})\s?(?:[01]?\d|2[0-4])[.][0-5]\d(?!\d))`,
  String.raw`(?<=${TIME_START_PATTERN}(?:[01]?\d|2[0-4])[.][0-5]\d\s?(?:[-–—]|\p{L}{1,4})\s?)${HOUR_PATTERN}[.]${MINUTES_PATTERN}(?!\d)`,
  // half past four, quarter to nine, Viertel nach acht, kwart voor negen, twenty past six
  String.raw`${TIME_START_PATTERN}(?:a )?(?<part>half|${QUARTER_PATTERN}|five|ten|twenty|twenty-five) (?<side>past|to|vor|voor|nach|over|po)(?<!(?:five|ten|twenty) to) (?:${HOUR_PATTERN}|(?<word>${HOUR_WORD_PATTERN}))(?![\d\p{L}])(?:${AM_PM_SUFFIX_PATTERN})?`,
  String.raw`${TIME_START_PATTERN}(?<side>za) (?<part>${QUARTER_PATTERN}) (?<word>${HOUR_WORD_PATTERN})(?!\p{L})`,
  // halb acht, half seven
  String.raw`${TIME_START_PATTERN}(?<half>halb|half|wpół do)\s+(?:${HOUR_PATTERN}|(?<word>${HOUR_WORD_PATTERN}))(?![\d\p{L}%]|\s\p{L}+s(?!\p{L}))(?:\s*(?:Uhr|uur))?(?:${AM_PM_SUFFIX_PATTERN})?`,
  // 8 pm, 8 Uhr, 8 heures du soir, 8 o'clock
  String.raw`${TIME_START_PATTERN}(?:${HOUR_PATTERN}|(?<word>${HOUR_WORD_PATTERN}))\s*(?:(?:o['’]clock|Uhr|uur|heures?(?! (?:à l['’]avance|avant))|horas)(?:\s?${MINUTES_PATTERN}|\s(?<thirty>trente|dreißig))?(?:${AM_PM_SUFFIX_PATTERN})?|${AM_PM_SUFFIX_PATTERN})${QUARTER_SUFFIX_PATTERN}`,
  String.raw`(?:上午|早上|清晨|(?<dusk>下午|晚上|晚间|傍晚)|中午|凌晨)?\s?(?:(?<hour>[01]?\d|2[0-4])|(?<han>[一二两三四五六七八九十]+))\s?[点點](?:(?<half>半)|(?<quarter>一刻)|(?<many>[一二三四五]?十[一二三四五六七八九]?)分|${MINUTES_PATTERN}分?|整)?`,
  String.raw`(?:(?<dawn>午前|朝)|(?<dusk>午後|夜|夕方))?の?\s?(?:(?<hour>[01]?\d|2[0-4])|(?<han>[一二三四五六七八九十]+))時(?!間)(?:(?<half>半)|${MINUTES_PATTERN}分)?`,
  String.raw`(?:(?<dawn>सुबह)|(?<dusk>शाम|रात|दोपहर))?\s*(?:के|को)?\s*(?:(?<half>साढ़े)|(?<quarter>सवा)|(?<less>पौने))?\s*(?:${HOUR_PATTERN}|(?<word>${HOUR_WORD_PATTERN}))\s?(?:[:.]${MINUTES_PATTERN})?\s?बजे`,
  String.raw`الساعة\s+(?:${HOUR_PATTERN}|(?<word>${HOUR_WORD_PATTERN}))(?:[:.]${MINUTES_PATTERN})?${QUARTER_SUFFIX_PATTERN}(?:\s*${AM_PM_SUFFIX_PATTERN})?`,
  // until 9, a las ocho, um sieben, from 9 to 5, 9–5 pm
  String.raw`${TIME_START_PATTERN}${BARE_HOUR_LEAD_IN_PATTERN}\s+(?:${HOUR_PATTERN}|(?<word>${HOUR_WORD_PATTERN})(?!(?<=one)\s\p{Ll}{4}))(?![\d\p{L}:%€$£]|[.,]\d|\s?(?:(?:to|-|–|and|bis|a|à|do|tot)\s?\d+\s?)?(?:€|\$|£|%|(?:working|business) |people|persons|guests|of|or|personen|personas|personnes|min|hour|day|week|month|year|heures? |tag|stunde|jour|d[ií]as?|giorn|ore\b|per |pers|Gäste|leute|osób|godzin|dni|minut|أشخاص|شخص|ضيوف|hombres|each|inch|cm|euro|dollar|z[łl]))${QUARTER_SUFFIX_PATTERN}(?:${AM_PM_SUFFIX_PATTERN})?`,
  String.raw`(?<=(?:between|zwischen|entre|tra|tussen|między)\s)${HOUR_PATTERN}(?=\s\p{L}{1,3}\s(?:[01]?\d|2[0-4])(?!\d))`,
  String.raw`${TIME_START_PATTERN}${HOUR_PATTERN}\s?[-–—]\s?(?=(?:[01]?\d|2[0-4])\s?(?:[ap]\.?m\b|Uhr|h\b|uur))`,
].map((pattern) => new RegExp(pattern, 'giu'));

const NOON_AND_MIDNIGHT: readonly (readonly [RegExp, number])[] = [
  [
    /(?<![\p{L}])(?:noon|midday|mediodía|midi(?! et| ou)|mezzogiorno|meio-dia|zwölf uhr mittags|正午)(?![\p{L}])/giu,
    720,
  ],
  [
    /(?<![\p{L}])(?:midnight|medianoche|minuit|mitternacht|mezzanotte|meia-noite|middernacht|północ[yą]?|午夜|منتصف الليل|आधी रात)(?![\p{L}])/giu,
    0,
  ],
];

export function extractClockTimes(text: string): ClockTime[] {
  const times: ClockTime[] = [];
  const overlapsMatch = (start: number, end: number) =>
    times.some((time) => start < time.start + time.matchedText.length && time.start < end);
  // A bare hour after a number belongs to a range of counts: "16 to 24".
  const isInCountRange = (start: number, matchedText: string) =>
    /^\p{L}/u.test(matchedText) &&
    /(?<![:.\d])\d+\s$/.test(text.slice(0, start)) &&
    !times.some((time) => time.start + time.matchedText.length === start - 1);
  for (const pattern of CLOCK_TIME_PATTERNS)
    for (const { 0: matchedText, index: start, groups = {} } of text.matchAll(pattern)) {
      const minutes = parseMinutesFromGroups(groups);
      if (
        minutes.length > 0 &&
        !overlapsMatch(start, start + matchedText.length) &&
        !isInCountRange(start, matchedText)
      )
        times.push({ start, matchedText, minutes });
    }
  for (const [pattern, minutes] of NOON_AND_MIDNIGHT)
    for (const { 0: matchedText, index: start } of text.matchAll(pattern))
      if (!overlapsMatch(start, start + matchedText.length))
        times.push({ start, matchedText, minutes: minutes === 0 ? [0, 1440] : [minutes] });
  return times.sort((a, b) => a.start - b.start);
}

function parseMinutesFromGroups(groups: Record<string, string | undefined>): number[] {
  const { hour, word, han, minutes, many, am, pm, dawn, dusk } = groups;
  const digits = hour ?? '';
  const number =
    hour !== undefined
      ? Number(hour)
      : word
        ? HOUR_WORDS.get(word.toLowerCase())
        : han
          ? parseHanNumber(han)
          : undefined;
  if (number === undefined || number > 24) return [];
  const minutesPastHour = Number(minutes ?? 0) + (many ? (parseHanNumber(many) ?? 0) : 0) + parseMinutesInWords(groups);
  const minute = number * 60 + minutesPastHour;
  const isEvening = pm !== undefined || dusk !== undefined;
  if (isEvening)
    return number < 12
      ? [minute + 720, ...(dusk && number <= 3 ? [minute] : [])]
      : number === 12
        ? [minute, 1440]
        : [minute];
  if (am !== undefined || dawn !== undefined) return [number === 12 ? minute - 720 : minute];
  if (number > 12 || number === 0 || digits.startsWith('0')) return [minute];
  const bothHalves = number === 12 ? [minute, minute - 720, minute + 720] : [minute, minute + 720];
  // "Half 8" means 7:30 or 8:30, depending on the speaker's language.
  return groups.half === 'half' && hour ? bothHalves.flatMap((option) => [option, option + 60]) : bothHalves;
}

/** Minutes after or before the hour that are given in words. */
function parseMinutesInWords({
  half,
  more,
  quarter,
  less,
  thirty,
  part,
  side = '',
  word,
}: Record<string, string | undefined>): number {
  if (part) {
    const size = /^h/i.test(part) ? 30 : (HOUR_WORDS.get(part.toLowerCase()) ?? (part.includes('-') ? 25 : 15));
    return /^(?:to|vo|za)/i.test(side) ? -size : size;
  }
  if (less) return -15;
  if (quarter) return 15;
  if (more || thirty) return 30;
  if (!half) return 0;
  // German "halb acht" and Dutch "half acht" mean 7:30, English "half eight" means 8:30.
  const isBefore = /^(?:halb|wpół)/i.test(half) || (half.toLowerCase() === 'half' && !isEnglishNumberWord(word ?? ''));
  return isBefore ? -30 : 30;
}
