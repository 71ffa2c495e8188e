// Generic and brand names of Schedules II to V of the US Controlled Substances Act, with common European spellings and
// brands. Gabapentin is controlled only in some places; practices there add it to their own list.
const CONTROLLED_MEDICATIONS = `
  alfentanil, buprenorphine, butorphanol, codeine, codein, codeinphosphat, co-codamol, dihydrocodeine, fentanyl, hydrocodone, hydromorphone,
  levorphanol, meperidine, pethidine, methadone, morphine, morphin, nalbuphine, opium, oxycodone, oxycodon, oxymorphone,
  pentazocine, remifentanil, sufentanil, tapentadol, tilidine, tilidin, tramadol, diphenoxylate, difenoxin, eluxadoline,
  abstral, actiq, apadaz, arymo, avinza, belbuca, bunavail, buprenex, butrans, cheratussin, conzip, demerol, dilaudid,
  dolophine, duragesic, embeda, endocet, endodan, exalgo, fentora, hycodan, hysingla, ibudone, kadian, lomotil, lorcet,
  lortab, methadose, morphabond, motofen, ms contin, norco, nucynta, opana, oramorph, oxaydo, oxecta, oxycontin, oxynorm,
  palexia, percocet, percodan, primlev, reprexain, roxanol, roxicet, roxicodone, roxybond, sevredol, stadol, suboxone,
  sublocade, subutex, subsys, targin, targiniq, tramal, tussigon, tussionex, tylenol #3, tylenol #4, tylenol no. 3,
  tylenol no. 4, tylox, ultracet, ultram, valoron, viberzi, vicodin, vicoprofen, xartemis, xodol, xtampza, zohydro, zubsolv,
  amphetamine, amfetamine, amphetamin, armodafinil, benzphetamine, dexamfetamine, dexamphetamine, dexmethylphenidate,
  dextroamphetamine, diethylpropion, lisdexamfetamine, methamphetamine, methylphenidate, methylphenidat, modafinil,
  phendimetrazine, phentermine, pitolisant, serdexmethylphenidate, solriamfetol,
  adderall, adipex, adzenys, aptensio, azstarys, bontril, concerta, cotempla, daytrana, desoxyn, dexedrine, dyanavel,
  elvanse, equasym, evekeo, focalin, jornay, lomaira, medikinet, metadate, methylin, mydayis, nuvigil, provigil, qsymia,
  quillichew, quillivant, relexxii, ritalin, sunosi, suprenza, tenuate, vyvanse, xelstrym, zenzedi,
  alprazolam, bromazepam, chlordiazepoxide, clobazam, clonazepam, clorazepate, diazepam, estazolam, flunitrazepam,
  flurazepam, lorazepam, lormetazepam, midazolam, nitrazepam, oxazepam, quazepam, remimazolam, temazepam, triazolam,
  ativan, doral, halcion, klonopin, lectopam, lexotan, lexotanil, librax, librium, limbitrol, loreev, mogadon, niravam, onfi,
  prosom, restoril, rivotril, rohypnol, serax, sympazan, tafil, tavor, tranxene, valium, versed, xanax,
  eszopiclone, zaleplon, zolpidem, zopiclone, suvorexant, lemborexant, daridorexant,
  ambien, belsomra, dayvigo, edluar, imovane, intermezzo, lunesta, quviviq, sonata, stilnox, zimovane, zolpimist,
  amobarbital, butabarbital, butalbital, pentobarbital, phenobarbital, phenobarbitone, primidone, secobarbital,
  carisoprodol, meprobamate, chloral hydrate, ketamine, esketamine, sodium oxybate, gamma hydroxybutyrate, dronabinol,
  nabilone, nabiximols, medical cannabis, medical marijuana,
  amytal, ascomp, butisol, fioricet, fiorinal, luminal, nembutal, seconal, soma, vanadom, ketalar, spravato, lumryz, xyrem,
  xywav, cesamet, marinol, sativex, syndros,
  brivaracetam, cenobamate, ezogabine, lacosamide, pregabalin, perampanel, ganaxolone, lasmiditan, zuranolone,
  briviact, fycompa, lyrica, motpoly, potiga, reyvow, vimpat, xcopri, ztalmy, zurzuvae,
  fluoxymesterone, methyltestosterone, nandrolone, oxandrolone, oxymetholone, stanozolol, testosterone, human growth hormone,
  anadrol, androderm, androgel, aveed, axiron, depo-testosterone, fortesta, jatenzo, kyzatrex, nebido, oxandrin, striant,
  testim, testopel, tlando, vogelxo, winstrol, xyosted
`;

/** Marks, format, filler and control characters that could be inserted into a name to hide it. */
const INVISIBLE_CHARACTERS_PATTERN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;

/** Normalizes for comparison: lower case, no accents or invisible characters, hyphens and blanks treated alike. */
function normalizeMedication(text: string): string {
  const visibleText = text.normalize('NFKD').replace(INVISIBLE_CHARACTERS_PATTERN, '').toLowerCase();
  return visibleText.replace(/[\s\p{Pd}]+/gu, ' ').trim();
}

const LATIN_PATTERN = /\p{Script=Latin}/u;
const LOOKALIKE_SCRIPTS_PATTERN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** The Greek letter in units such as "50 µg" is legitimate. */
const MICRO_PATTERN = /(?<!\p{L})μ(?=(?:g|l|m|mol|kat)(?!\p{L}))/gu;

/** A word that mixes lookalike letters of two scripts is an attempt to evade the check. */
function hasMixedScriptWord(normalized: string): boolean {
  const words = normalized.replace(MICRO_PATTERN, 'u').match(/\p{L}+/gu) ?? [];
  return words.some((word) => LATIN_PATTERN.test(word) && LOOKALIKE_SCRIPTS_PATTERN.test(word));
}

const escapeMedicationName = (name: string) =>
  normalizeMedication(name)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(' ', ' ?');

/**
 * Matches one of the names as a whole word, also in the plural or next to a digit ("oxycodone5mg"). `stems` may be
 * followed by any letters ("oxycodonehydrochloride").
 */
function createNamePattern(names: readonly string[], stems: readonly string[] = []): RegExp {
  const wholeNames = `(?:${names.map(escapeMedicationName).join('|')})(?:e?s)?(?!\\p{L})`;
  return new RegExp(`(?<!\\p{L})(?:${[wholeNames, ...stems.map(escapeMedicationName)].join('|')})`, 'u');
}

/** Shorter names can be the start of an unrelated word: Soma and Somatuline. */
const isStem = (name: string) => /\p{L}{7}$/u.test(name);

const CONTROLLED_NAMES = CONTROLLED_MEDICATIONS.split(',').map((name) => name.trim());
const CONTROLLED_PATTERN = createNamePattern(
  CONTROLLED_NAMES.filter((name) => !isStem(name)),
  CONTROLLED_NAMES.filter(isStem),
);

export const isControlled = (medication: string): boolean => {
  const normalized = normalizeMedication(medication);
  return CONTROLLED_PATTERN.test(normalized) || hasMixedScriptWord(normalized);
};

/** Whether the practice requires a visit first. `rules` lists medications, or `controlled` for all controlled ones. */
export function needsVisit(medication: string, rules: readonly string[]): boolean {
  const normalized = normalizeMedication(medication);
  const hasMixedScripts = hasMixedScriptWord(normalized);
  return rules.some((rule) => {
    const name = normalizeMedication(rule);
    if (name === 'controlled') return isControlled(medication);
    return name !== '' && (hasMixedScripts || createNamePattern([name]).test(normalized));
  });
}
