// Checks each sentence that a language model writes against the evidence, and drops the unsupported ones. The embedded
// assistant's replies, and the final text of both, are checked by output-guard.ts.
import { detectLanguage, guessLanguage } from '../../../../nlu/language.ts';
import { findUnsuitableItems } from '../../needs.ts';
import { hasUnknownContact, withoutContacts } from '../../unknown-contacts.ts';
import { findUnsafeFoodClaim, warnsAboutAll } from './allergens.ts';
import { findMatchingWordLists } from './claim-features.ts';
import { scoreClaims } from './claim-model.ts';
import { CHECKED_LANGUAGES, type EvidenceMatch, isBackedByRecord, isCompletionClaim } from './claims.ts';
import { findMisattributedContact } from './contacts.ts';
import { type EntryMention, findEntryMentions } from './entry-mentions.ts';
import { extractFacts, FREE_OF_CHARGE_PATTERN, type GuardInput, readDocumentFacts } from './evidence.ts';
import { findHealthAdvice } from './health.ts';
import { findWrongHours, groupDaysAndTimes, mentionsOpeningHours } from './hours.ts';
import type { DropReason, Evidence, ParsedSentence } from './parsed-sentence.ts';
import { findWrongPrice } from './prices.ts';
import { findUnsupportedPromise } from './promises.ts';
import { extractContentWords, isQuestion, normalizeText, withoutInterjection } from './text-analysis.ts';
import { findUnsupportedValue, findWrongTime, offersBookableTimes, reportsAvailability } from './unsupported-values.ts';
import { extractValues } from './values.ts';
import { computeWeekday } from './weekday-times.ts';

type CheckResult = { ok: true } | { ok: false; reason: DropReason; detail: string };
export type SentenceGuard = {
  check(sentence: string): Promise<CheckResult>;
  supportsLanguage(language: string): boolean;
};

const PASSED: CheckResult = { ok: true };
const createRejection = (reason: DropReason, detail: string): CheckResult => ({ ok: false, reason, detail });

export function createSentenceGuard(input: GuardInput): SentenceGuard {
  const readEvidence = createEvidenceReader(input);
  let focus: readonly EntryMention[] = [];
  const earlierValues = { amounts: [] as number[], percents: [] as number[] };
  let textSoFar = '';
  return {
    supportsLanguage: (language) => CHECKED_LANGUAGES.has(language),
    async check(text) {
      const sentence = text.trim();
      if (!sentence) return PASSED;
      const evidence = readEvidence();
      if (focus.length === 0)
        focus = findEntryMentions(findLatestMessage(input.conversationData), evidence.trustedFacts);
      const mentions = findEntryMentions(sentence, evidence.trustedFacts);
      const withoutContactDetails = withoutContacts(sentence, input.business);
      // A dish or service name makes no claim: "Gluten-free brownie" only names the dish.
      const sentenceWithoutNames = withoutNames(withoutContactDetails, mentions);
      textSoFar = `${textSoFar} ${sentence}`;
      const isEnglishSentence = isEnglish([sentence, textSoFar, findLatestMessage(input.conversationData)]);
      const embedding = isEnglishSentence ? await input.encode?.(sentenceWithoutNames) : undefined;
      const parsed = {
        sentence,
        sentenceWithoutNames,
        isEnglish: isEnglishSentence,
        values: extractValues(withoutContactDetails),
        claimScores: scoreClaims(sentenceWithoutNames, embedding),
        hasEmbedding: embedding !== undefined,
        subjects: findMatchingWordLists(sentenceWithoutNames),
        mentions,
        focus,
        evidence,
        earlierValues,
      };
      const result = checkSentence(parsed);
      if (mentions.length > 0) focus = mentions;
      if (result.ok) {
        earlierValues.amounts.push(...parsed.values.money.map(({ amount }) => amount));
        earlierValues.percents.push(...parsed.values.percents.map(({ value }) => value));
      }
      return result;
    },
  };
}

function checkSentence(parsed: ParsedSentence): CheckResult {
  const { sentence, evidence } = parsed;
  const { input } = evidence;
  if (
    hasUnknownContact(sentence, {
      business: input.business,
      knowledgeIndex: input.knowledgeIndex,
      otherSources: [...input.conversationData, input.toolResults],
    })
  )
    return createRejection('contact', 'an address, number or link that is in no record, or a question for card data');
  const contactProblem = findMisattributedContact(parsed);
  if (contactProblem) return createRejection('contact', contactProblem);
  // Repeating a tool result or a passage word for word is always allowed.
  const normalizedForms = [sentence, withoutInterjection(sentence)].map(normalizeText);
  const isRepeated = normalizedForms.some(
    (form) => form && evidence.trustedFacts.some(({ normalizedSentences }) => normalizedSentences.has(form)),
  );
  const unsuitableTitles = findUnsuitableItems(sentence, input.suitability).map(({ source }) => source.title);
  // An offer that does not suit the customer may only be mentioned as a warning, or with what its record says.
  if (unsuitableTitles.length > 0 && !(isRepeated && !parsed.isEnglish) && !warnsAboutAll(parsed, unsuitableTitles))
    return createRejection('unfit', `${unsuitableTitles[0]} does not suit what the customer has told`);
  if (isRepeated) return PASSED;
  return (
    findFoodOrHealthRejection(parsed) ??
    findCompletionClaimRejection(parsed) ??
    findPromiseRejection(parsed) ??
    findPriceRejection(parsed) ??
    findTimeRejection(parsed) ??
    PASSED
  );
}

/** The first text with a certain language decides; otherwise the likeliest language of the first two. */
const isEnglish = (texts: readonly string[]): boolean =>
  [...texts.map(detectLanguage), ...texts.slice(0, 2).map(guessLanguage)].find((language) => language !== 'und') ===
  'en';

function findCompletionClaimRejection(parsed: ParsedSentence): CheckResult | undefined {
  const { sentence, claimScores, evidence } = parsed;
  const withoutContactDetails = withoutContacts(sentence, evidence.input.business);
  if (
    !isCompletionClaim(
      withoutContactDetails,
      claimScores.deed,
      evidence.trustedFacts,
      matchEvidence(parsed),
      parsed.isEnglish,
    ) ||
    isBackedByRecord(parsed, findLatestMessage(evidence.input.conversationData))
  )
    return undefined;
  return createRejection(
    'deed',
    'nothing was booked, changed, sent or paid, and no record says so; nothing is done before the customer confirms',
  );
}

function findPromiseRejection(parsed: ParsedSentence): CheckResult | undefined {
  const problem = findUnsupportedPromise(parsed);
  return problem ? createRejection('price', problem) : undefined;
}

/**
 * How well the evidence explains the sentence: true opening hours, a record's price or time, or an available time that
 * a tool found.
 */
function matchEvidence(parsed: ParsedSentence): EvidenceMatch {
  const { values, mentions } = parsed;
  if (isAboutOpeningHours(parsed) && values.days.length > 0)
    return findWrongHours(parsed) === undefined ? 'compared' : undefined;
  if (reportsAvailability(parsed)) return 'compared';
  if (
    hasEntryValues(parsed) ||
    areTimesAvailable(parsed) ||
    isTimeInRecords(parsed) ||
    isDurationInRecords(parsed) ||
    isOnSomeTimetable(parsed)
  )
    return 'record';
  return mentions.length > 0 ? 'named' : undefined;
}

/** It states amounts, durations or times, and all of them belong to entries that it mentions. */
const hasEntryValues = ({ values: { money, spans, times }, mentions }: ParsedSentence): boolean =>
  money.length + spans.length + times.length > 0 &&
  money.every(({ amount }) => mentions.some(({ entry }) => entry.amounts.includes(amount))) &&
  spans.every(({ minutes }) => mentions.some(({ entry }) => entry.durations.has(minutes))) &&
  times.every(({ minutes }) => mentions.some(({ entry }) => minutes.some((minute) => entry.times.has(minute))));

/** A tool has found all of these times to be available, and nothing is booked yet. */
const areTimesAvailable = ({ values: { times }, evidence: { toolFacts } }: ParsedSentence): boolean =>
  times.length > 0 &&
  toolFacts.completedActions.length === 0 &&
  times.every(({ minutes }) =>
    minutes.some((minute) => toolFacts.times.has(minute) && !toolFacts.unavailableTimes.has(minute)),
  );

/** About opening hours, explicitly or by naming days with an end time: "we see patients until six on Friday". */
const isAboutOpeningHours = (parsed: ParsedSentence): boolean => {
  const { sentence, values, mentions } = parsed;
  if (mentionsOpeningHours(sentence)) return true;
  if (mentions.length > 0 || values.days.length === 0 || values.times.length === 0 || reportsAvailability(parsed))
    return false;
  const { conversationFacts, toolFacts } = parsed.evidence;
  // Times that a tool found are availability, not opening hours: "any time from nine to four".
  if (values.times.every(({ minutes }) => minutes.some((minute) => toolFacts.times.has(minute)))) return false;
  const isMentioned = (minute: number) => conversationFacts.times.has(minute) || toolFacts.times.has(minute);
  return groupDaysAndTimes(sentence, values).some(({ times }) =>
    times.some(({ isEnd, minutes }) => isEnd && (times.length > 1 || !minutes.some(isMentioned))),
  );
};

function findFoodOrHealthRejection(parsed: ParsedSentence): CheckResult | undefined {
  const { mentions, focus } = parsed;
  const entries = (mentions.length > 0 ? mentions : focus).map(({ entry }) => entry);
  const foodProblem = findUnsafeFoodClaim(parsed, entries);
  if (foodProblem) return createRejection('allergen', foodProblem);
  const healthProblem = findHealthAdvice(parsed);
  return healthProblem ? createRejection('health', healthProblem) : undefined;
}

function findPriceRejection(parsed: ParsedSentence): CheckResult | undefined {
  const { sentence, sentenceWithoutNames, values, mentions, focus, evidence, earlierValues, isEnglish } = parsed;
  const isQuestionWithoutPrice = isQuestion(sentence) && values.money.length === 0;
  const words = extractContentWords(sentence);
  const isFreeInRecords = () =>
    evidence.trustedFacts.some(({ texts }) =>
      texts.some((text) => text.saysFreeOfCharge && (!isEnglish || words.some((word) => text.words.has(word)))),
    );
  if (FREE_OF_CHARGE_PATTERN.test(sentence) && !isQuestionWithoutPrice && !isFreeInRecords())
    return createRejection('price', 'that something is free is in no record');
  const [firstAmount] = values.money;
  if (!firstAmount) return undefined;
  const problem = findWrongPrice({
    values,
    mentions: findMentionsForAmount(mentions, focus, firstAmount.start),
    sentence,
    sentenceWithoutNames,
    facts: evidence.trustedFacts,
    counts: new Set([...evidence.conversationFacts.numbers, ...evidence.toolFacts.numbers]),
    earlierAmounts: earlierValues.amounts,
    earlierPercents: earlierValues.percents,
    customerAmounts: evidence.conversationFacts.amounts,
    isEnglish,
  });
  return problem ? createRejection('price', problem) : undefined;
}

/**
 * The entries an amount may refer to: those mentioned here, plus the focus where the amount comes before any full name.
 */
const findMentionsForAmount = (
  mentions: readonly EntryMention[],
  focus: readonly EntryMention[],
  amountStart: number,
): EntryMention[] => {
  const firstFullName = mentions.find(({ isFullName }) => isFullName);
  if (firstFullName && firstFullName.start < amountStart) return [...mentions];
  const mentionsOnlyInFocus = focus.filter(({ entry }) => !mentions.some((mention) => mention.entry === entry));
  return [...mentionsOnlyInFocus.map((mention) => ({ ...mention, start: -1 })), ...mentions];
};

function findTimeRejection(parsed: ParsedSentence): CheckResult | undefined {
  const { sentence, values, mentions } = parsed;
  if (isAboutOpeningHours(parsed) && !isQuestion(sentence) && !mentions.some(({ entry }) => entry.times.size > 0)) {
    const problem = findWrongHours(parsed);
    if (problem && !isTimeInRecords(parsed) && !isOnSomeTimetable(parsed)) return createRejection('time', problem);
    if (!problem && values.days.length > 0 && !offersBookableTimes(parsed)) return undefined;
  }
  const wrongTime = findWrongTime(parsed);
  if (wrongTime) return createRejection(wrongTime.reason, wrongTime.detail);
  const unsupportedValue = findUnsupportedValue(parsed);
  return unsupportedValue && createRejection(unsupportedValue.reason, unsupportedValue.detail);
}

/** One text of the business has these times on these days, for example of its kitchen or a class. */
const isTimeInRecords = ({ sentence, values, evidence, isEnglish }: ParsedSentence): boolean =>
  values.times.length > 0 &&
  (!mentionsOpeningHours(sentence) || values.days.every(({ weekday }) => weekday !== undefined)) &&
  evidence.trustedFacts.some(({ texts }) =>
    texts.some(
      (text) =>
        (!mentionsOpeningHours(sentence) || isEnglish || mentionsOpeningHours(text.text)) &&
        values.times.every(({ minutes }) => minutes.some((minute) => text.times.has(minute))) &&
        values.days.every((day) => text.weekdays.size === 0 || text.weekdays.has(computeWeekday({ evidence }, day))),
    ),
  );

/** One text has all of these durations and percentages; the sentence probably translates it. */
const isDurationInRecords = ({ values: { spans, percents, money }, evidence }: ParsedSentence): boolean =>
  spans.length + percents.length > 0 &&
  money.length === 0 &&
  evidence.trustedFacts.some(({ texts }) =>
    texts.some(
      (text) =>
        spans.every(({ minutes }) => text.durations.has(minutes)) &&
        percents.every(({ value }) => text.percents.includes(value)),
    ),
  );

/** Somebody works, or a class takes place, at these times; its name may be translated and so not recognised. */
const isOnSomeTimetable = ({ sentence, values, evidence }: ParsedSentence): boolean =>
  values.times.length > 0 &&
  evidence.trustedFacts.some(({ entries }) =>
    entries.some(({ weeklyTimes, durations }) =>
      groupDaysAndTimes(sentence, values).every(({ days, times }) =>
        days.every(({ weekday }) =>
          times.every(({ minutes, isEnd }) =>
            // The end time of a class is its start plus its duration.
            [0, ...(isEnd ? durations : [])].some((duration) =>
              minutes.some((minute) => weeklyTimes.has(`${weekday}-${minute - duration}`)),
            ),
          ),
        ),
      ),
    ),
  );

/** Removes full names only; a single word that stands for a name stays. */
const withoutNames = (text: string, mentions: readonly EntryMention[]): string =>
  mentions.reduce(
    (remaining, { entry: { name } }) => remaining.replaceAll(new RegExp(RegExp.escape(name), 'giu'), ' '),
    text,
  );

const findLatestMessage = (conversationData: readonly unknown[]): string =>
  (conversationData.find((item) => typeof item === 'string') as string) ?? '';

/** Tool results grow while the model writes: their facts are extracted again only when there are more. */
function createEvidenceReader(input: GuardInput): () => Evidence {
  const documentFacts = readDocumentFacts(input.business);
  const passages =
    input.knowledgeIndex?.passages.map(({ text, heading, source: { title } }) => ({ heading, title, text })) ?? [];
  const passageFacts = extractFacts(passages, input.business);
  let extractedResultCount = -1;
  let evidence: Evidence | undefined;
  return () => {
    if (!evidence || extractedResultCount !== input.toolResults.length) {
      extractedResultCount = input.toolResults.length;
      const toolFacts = extractFacts([{ results: input.toolResults }], input.business);
      const conversationFacts = extractFacts([...input.conversationData], input.business);
      evidence = {
        input,
        documentFacts,
        passageFacts,
        toolFacts,
        conversationFacts,
        trustedFacts: [documentFacts, passageFacts, toolFacts],
      };
    }
    return evidence;
  };
}
