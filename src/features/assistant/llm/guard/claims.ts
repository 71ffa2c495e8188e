// Whether a sentence says that something was done or stands for this customer, and whether a record backs it.
import { claimsDeed } from '../../vouch.ts';
import { deedMargin } from './deed-model.ts';
import type { Facts } from './evidence.ts';
import { isQuestion, wordsOf } from './text.ts';
import type { Values } from './values.ts';

/** The languages in which deeds can be recognised. */
export const JUDGED = new Set(['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'zh', 'ja', 'ar', 'hi']);

/** Rather a sentence too many than one too few; a question, or what is written nearly so, must sound more like a claim. */
const LEAST = 0;
/** In English the rules hear the plain ones. */
const LEAST_OF_ENGLISH = 0.3;
const LEAST_OF_NAMED = 0.2;
const LEAST_OF_QUESTION = 0.3;
const LEAST_OF_WRITTEN = 0.4;
const LEAST_OF_COMPARED = 0.8;
const MOSTLY = 0.6;

const YOURS =
  'sus?|tus?|vuestr[ao]s?|votre|vos|ton|ta|tes|ihre?[nmrs]?|deine?[nmrs]?|seus?|suas?|teus?|tuas?|su[oai]|sue|tuo[i]?|tue|uw|je|jouw|pani|pana|państwa|tw[oó]j[aeą]?|your';
const DONE =
  '(?:reserv|confirm|cancel|anul|agend|marc|regist|envi|inscri|reembols|aplic|añadi|cambia|modific|movid)\\p{L}*(?:ad|id|it)[oa]s?|(?:réserv|confirm|annul|enregistr|envoy|rembours|déplac|modifi|ajout|transmis|valid)\\p{L}*|inscrite?|reserviert|bestätigt|storniert|gebucht|eingetragen|verschoben|erstattet|vermerkt|angemeldet|geboekt|gereserveerd|bevestigd|geannuleerd|verplaatst|terugbetaald|ingeschreven|prenotat[oa]|confermat[oa]|annullat[oa]|spostat[oa]|rimborsat[oa]|iscritt[oa]|zarezerwowan\\p{L}*|potwierdzon\\p{L}*|odwołan\\p{L}*|anulowan\\p{L}*|zapisan\\p{L}*|przełożon\\p{L}*|zwrócon\\p{L}*';
/** "Your … is reserved", where a language says it in that order: the model need not be asked. */
const SURE = new RegExp(
  `(?<!\\p{L})(?:${YOURS})(?!\\p{L})[^.,;?!]{1,50}(?<!\\p{L})(?:está[n]?|queda|quedó|ha sido|est|a été|ist|wurde|foi|fica|ficou|è|è stat[oa]|is|staat|jest|został[ao]?)(?!\\p{L})[^.,;?!]{0,40}(?<!\\p{L})(?:${DONE})(?!\\p{L})`,
  'iu',
);
const NOT_DONE =
  /(?<!\p{L})(?:no|not|ne|pas|nicht|não|non|niet|nie|geen|kein\p{L}*|si|se|wenn|sobald|als|zodra|jeśli|gdy|if|once|quand|cuando|quando|appena|dès|hasta|bis|tot|until|before|avant|antes|prima|bevor|voordat|zanim|dass|que|che|dat|że|kann|puede|peut|pode|può|kan|może)(?!\p{L})/iu;

/** Compared with hours or free times and found true, about something with what the records have of it, or its name alone. */
export type KnownAs = 'compared' | 'record' | 'named' | undefined;

export function soundsDone(sentence: string, facts: readonly Facts[], known: KnownAs, isEnglish: boolean): boolean {
  if (claimsDeed(sentence) || (SURE.test(sentence) && !NOT_DONE.test(sentence) && !isQuestion(sentence))) return true;
  const isTold = known === 'record' || isWritten(sentence, facts);
  const plain = isEnglish ? LEAST_OF_ENGLISH : LEAST;
  const asNamed = known === 'named' ? Math.max(LEAST_OF_NAMED, plain) : plain;
  const asTold = known === 'compared' ? LEAST_OF_COMPARED : isTold ? LEAST_OF_WRITTEN : asNamed;
  const least = isQuestion(sentence) ? Math.max(LEAST_OF_QUESTION, asTold) : asTold;
  return deedMargin(sentence) > least;
}

/** Most of its words stand in one text of the business: it tells of that. */
function isWritten(sentence: string, facts: readonly Facts[]): boolean {
  const words = [...new Set(wordsOf(sentence))];
  if (words.length < 2) return false;
  return facts.some(({ texts }) =>
    texts.some((text) => words.filter((word) => text.words.has(word)).length >= words.length * MOSTLY),
  );
}

const CANCELLED =
  /cancel|storn|annul|abgesagt|absag|anul|cancelad|odwoł|取消|キャンセル|ألغ|إلغاء|रद्द|geannuleerd|afgezegd/iu;
const DELIVERED =
  /deliver|entreg|livr|zugestellt|geliefert|consegn|bezorgd|dostarcz|送达|配達|お届け|توصيل|سلم|डिलीवर/iu;
const REFUNDED =
  /refund|money back|reembols|rembours|erstatt|rimbors|terugbeta|teruggestort|zwrot|zwróc|退款|返金|استرداد|रिफ़ंड|रिफंड|charged|waived|credited|payment/iu;
const CODE = /(?<![\p{L}\p{N}])(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9-]{5,}(?![\p{L}\p{N}])/gu;

/** A record of this conversation has all that the sentence says of it. */
export function isBacked(sentence: string, values: Values, facts: Facts, told: Facts): boolean {
  const covers = (record: Record<string, unknown>) => {
    const { status } = record as { status: string };
    if (CANCELLED.test(sentence) !== /cancel/i.test(status)) return false;
    if (DELIVERED.test(sentence) && status !== 'delivered') return false;
    return !REFUNDED.test(sentence) || /refund|returned/i.test(JSON.stringify(record));
  };
  const codes = sentence.match(CODE) ?? [];
  return (
    facts.deeds.some(covers) &&
    values.times.every(({ minutes }) => minutes.some((at) => facts.times.has(at))) &&
    values.days.every(({ date }) => !date || facts.dates.has(`${date.month}-${date.day}`)) &&
    values.money.every(({ amount }) => facts.amounts.has(amount)) &&
    values.numbers.every(({ value }) => facts.numbers.has(value) || told.numbers.has(value)) &&
    codes.every((code) => facts.all.includes(code.toLowerCase()))
  );
}
