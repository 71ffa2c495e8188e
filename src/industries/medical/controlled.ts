// Schedules II to V of the US Controlled Substances Act as doctors prescribe them, generic and common brand names, with
// the usual European spellings and brands. Gabapentin is controlled in some places only: a practice there lists it.
const CONTROLLED = `
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

/** What does not show, and could stand inside a name to hide it: marks, formats, fillers and control characters. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;

/** As it is compared: lower-case, without accents and what does not show, blanks and hyphens alike. */
function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(UNSEEN, '').toLowerCase();
  return plain.replace(/[\s\p{Pd}]+/gu, ' ').trim();
}

const LATIN = /\p{Script=Latin}/u;
const ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** The Greek letter of "50 µg" stands for a number. */
const MICRO = /(?<!\p{L})μ(?=(?:g|l|m|mol|kat)(?!\p{L}))/gu;

/** A word of letters that look alike but are of two scripts: nobody writes so who does not want to be misread. */
function hasMixedWord(folded: string): boolean {
  const words = folded.replace(MICRO, 'u').match(/\p{L}+/gu) ?? [];
  return words.some((word) => LATIN.test(word) && ALIKE.test(word));
}

const patternOf = (name: string) =>
  fold(name)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(' ', ' ?');

/**
 * Finds one of the names as a whole word. A digit may touch it ("oxycodone5mg"), and it may be a plural. Of `stems` any
 * letters may follow ("oxycodonehydrochloride").
 */
function finder(names: readonly string[], stems: readonly string[] = []): RegExp {
  const whole = `(?:${names.map(patternOf).join('|')})(?:e?s)?(?!\\p{L})`;
  return new RegExp(`(?<!\\p{L})(?:${[whole, ...stems.map(patternOf)].join('|')})`, 'u');
}

/** Shorter names begin words that are something else: Soma and Somatuline. */
const isStem = (name: string) => /\p{L}{7}$/u.test(name);

const NAMES = CONTROLLED.split(',').map((name) => name.trim());
const controlled = finder(
  NAMES.filter((name) => !isStem(name)),
  NAMES.filter(isStem),
);

export const isControlled = (medication: string): boolean => {
  const folded = fold(medication);
  return controlled.test(folded) || hasMixedWord(folded);
};

/** Whether the practice wants to see the patient first: its document names medications, or all that are `controlled`. */
export function needsVisit(medication: string, rules: readonly string[]): boolean {
  const folded = fold(medication);
  const isMixed = hasMixedWord(folded);
  return rules.some((rule) => {
    const name = fold(rule);
    if (name === 'controlled') return isControlled(medication);
    return name !== '' && (isMixed || finder([name]).test(folded));
  });
}
