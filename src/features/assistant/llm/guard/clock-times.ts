// Times of day, as they are said in twelve languages.
import { HOUR_WORDS, readHan } from './numerals.ts';
import type { ClockTime } from './said.ts';

const HALF_DAY = {
  am: String.raw`a\.?\s?m\b\.?(?!\s+(?:\p{L}{2,7}tag|mittwoch|\d))|in the morning|de la ma[ñn]ana|du matin|morgens|vormittags|(?:uhr )?früh|da manhã|di mattina|del mattino|'s ochtends|'s morgens|rano|صباحا?ً?ا?|ص(?![\p{L}])`,
  pm: String.raw`p\.?\s?m\b\.?|in the (?:afternoon|evening)|at night|tonight|de la (?:tarde|noche)|de l['’]après-midi|du soir|nachmittags|abends|da (?:tarde|noite)|di sera|della sera|del pomeriggio|di pomeriggio|'s middags|'s avonds|wieczorem|po południu|مساءً?ا?|م(?![\p{L}])|ظهرا?ً?ا?`,
};
const AFTER = String.raw`\s*(?:(?<am>${HALF_DAY.am})|(?<pm>${HALF_DAY.pm}))`;
const HOUR_WORD = [...HOUR_WORDS.keys()].sort((a, b) => b.length - a.length).join('|');
const START = String.raw`(?<![\p{L}\p{M}\d.,:])`;
/** What stands before an hour that has nothing after it. */
const BEFORE = String.raw`(?<!up\s)(?:at|until|till|from|by|before|after|around|about|past|to|opens?|closes?|a las|a la|las|hasta las|desde las|à partir de|jusqu['’]à|dès|um|bis|ab|gegen|von|às|até às|até as|das|alle|dalle|fino alle|le|om|tot|vanaf|rond|o|do|od|الساعة|حتى|من|رات|रात|सुबह|शाम|दोपहर)`;
const ANY_HOUR = String.raw`(?<hour>[01]?\d|2[0-4])`;
const MINUTES = String.raw`(?<minutes>[0-5]\d)`;

const PATTERNS: readonly RegExp[] = [
  // 19:30, 7:30 pm, 20h30, 20.30 Uhr
  String.raw`${START}${ANY_HOUR}[:：]${MINUTES}(?!\d)(?:\s*(?:Uhr|uur|h\b))?(?:${AFTER})?`,
  String.raw`${START}${ANY_HOUR}\s?h(?:\s?${MINUTES}(?!\d)|(?![\p{L}]))(?:${AFTER})?`,
  String.raw`${START}${ANY_HOUR}[.]${MINUTES}(?=\s*(?:Uhr|uur|[ap]\.?m\b))\s*(?:Uhr|uur)?(?:${AFTER})?`,
  // 8 pm, 8 Uhr, 8 heures du soir, 8 o'clock
  String.raw`${START}(?:(?<half>halb|half|wpół do)\s+)?(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))\s*(?:(?:o['’]clock|Uhr|uur|heures?(?! (?:à l['’]avance|avant))|horas)(?:\s?${MINUTES})?\s*(?:${AFTER})?|${AFTER})(?:\s+(?<more>y media|et demie|e mezza|e meia))?`,
  // half past four, quarter to nine, halb acht, las ocho y media
  String.raw`${START}(?<part>half|quarter) (?<side>past|to) (?:${ANY_HOUR}|(?<word>${HOUR_WORD}))(?![\d\p{L}])(?:${AFTER})?`,
  String.raw`${START}(?<half>halb|half|wpół do)\s+(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))(?![\d\p{L}])`,
  String.raw`(?:上午|早上|清晨|(?<dusk>下午|晚上|晚间|傍晚)|中午|凌晨)?\s?(?:(?<hour>[01]?\d|2[0-4])|(?<han>[一二两三四五六七八九十]+))\s?[点點](?:(?<half>半)|${MINUTES}分?|整)?`,
  String.raw`(?:(?<dawn>午前|朝)|(?<dusk>午後|夜|夕方))?の?\s?(?:(?<hour>[01]?\d|2[0-4])|(?<han>[一二三四五六七八九十]+))時(?!間)(?:(?<half>半)|${MINUTES}分)?`,
  String.raw`(?:(?<dawn>सुबह)|(?<dusk>शाम|रात|दोपहर))?\s*(?:के|को)?\s*(?<half>साढ़े\s+)?(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))\s?(?:[:.]${MINUTES})?\s?बजे`,
  String.raw`الساعة\s+(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))(?:[:.]${MINUTES})?(?<more>\s+والنصف)?(?:${AFTER})?`,
  // until 9, a las ocho, um sieben, from 9 to 5, 9–5 pm
  String.raw`${START}${BEFORE}\s+(?:${ANY_HOUR}|(?<word>${HOUR_WORD}))(?![\d\p{L}:%€$£]|[.,]\d|\s?(?:(?:to|-|–|and|bis|a|à|do|tot)\s?\d+\s?)?(?:€|\$|£|%|people|persons|guests|of you|or|personen|personas|personnes|min|hour|day|week|month|year|heures? |tag|stunde|jour|d[ií]as?|giorn|ore\b|per |pers|Gäste|leute|osób|godzin|dni|minut|hombres|each|inch|cm|euro|dollar|z[łl]))(?:\s*(?<more>y media|et demie|e mezza|e meia))?`,
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
  for (const pattern of PATTERNS)
    for (const { 0: said, index: at, groups = {} } of text.matchAll(pattern)) {
      const minutes = minutesOf(groups);
      if (minutes.length > 0 && !isTaken(at, at + said.length)) found.push({ at, said, minutes });
    }
  for (const [word, minutes] of WORDS)
    for (const { 0: said, index: at } of text.matchAll(word))
      if (!isTaken(at, at + said.length)) found.push({ at, said, minutes: minutes === 0 ? [0, 1440] : [minutes] });
  return found.sort((a, b) => a.at - b.at);
}

function minutesOf(groups: Record<string, string | undefined>): number[] {
  const { hour, word, han, minutes, half, more, part, side, am, pm, dawn, dusk } = groups;
  const told = hour ?? '';
  const number =
    hour !== undefined ? Number(hour) : word ? HOUR_WORDS.get(word.toLowerCase()) : han ? readHan(han) : undefined;
  if (number === undefined || number > 24) return [];
  const past = Number(minutes ?? 0) + (more || (half && !/halb|half|wpół/i.test(half)) ? 30 : 0);
  // "Halb acht" is before eight.
  const off =
    half && /halb|half|wpół/i.test(half)
      ? -30
      : part
        ? (part.toLowerCase() === 'half' ? 30 : 15) * (side === 'to' ? -1 : 1)
        : 0;
  const at = number * 60 + past + off;
  const isEvening = pm !== undefined || dusk !== undefined;
  if (isEvening)
    return number < 12 ? [at + 720, ...(dusk && number <= 3 ? [at] : [])] : number === 12 ? [at, 1440] : [at];
  if (am !== undefined || dawn !== undefined) return [number === 12 ? at - 720 : at];
  if (number > 12 || number === 0 || told.startsWith('0')) return [at];
  return number === 12 ? [at, at - 720, at + 720] : [at, at + 720];
}
