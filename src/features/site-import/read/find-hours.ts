import { createBranchFinder } from './branches.ts';
import type { Finding, Period, UnclearQuote, Week } from './findings.ts';
import { toQuote } from './findings.ts';
import { createHoursReader } from './hours.ts';
import type { Line } from './outline.ts';
import { findHeadingsAbove } from './sections.ts';
import {
  collectMonthNames,
  FROM_WORDS,
  HOURS_WORDS,
  hasWord,
  OTHER_HOURS_WORDS,
  RANGE_WORDS,
  SEASON_WORDS,
  splitWords,
  TODAY_WORDS,
} from './words.ts';

type HoursFindings = { findings: Finding<'hours'>[]; unclearQuotes: UnclearQuote[] };

/** Without a heading that says so, lines with days and times are opening hours only if they cover most of the week. */
const MIN_DAYS_WITHOUT_HEADING = 5;
const MAX_HOURS_CHARACTERS = 120;
const MAX_TODAY_CHARACTERS = 60;
const MAX_ASIDE_CHARACTERS = 200;

type Heading = { index: number; text: string };

/** Finds groups of lines that consist of days and times. Those in `offerLines` say when an offer is available. */
export function findHours(lines: readonly Line[], language: string, offerLines: ReadonlySet<number>): HoursFindings {
  const reader = createHoursReader(language);
  const headings = findHeadingsAbove(lines);
  const isSeasonal = createSeasonCheck(language);
  const findBranch = createBranchFinder(lines);
  const findingByHeading = new Map<number, Finding<'hours'>>();
  const hoursFindings: HoursFindings = { findings: [], unclearQuotes: [] };
  let group: string[] = [];
  let unclearLines: string[] = [];
  let heading: Heading | undefined;
  let isOffer = false;
  let lastLineOfGroup = 0;
  const endGroup = () => {
    const value = reader.read(group);
    const days = Object.keys(value).length;
    const hoursHeading = heading && findHoursHeading(heading, headings[heading.index]?.at(-1));
    const isOther = heading !== undefined && hasWord(heading.text, OTHER_HOURS_WORDS);
    const isWeek = !isOther && !isOffer && days >= MIN_DAYS_WITHOUT_HEADING;
    const isOfSeason = [heading, hoursHeading].some((title) => title && isSeasonal(title.text));
    if (isOfSeason) unclearLines.unshift([heading?.text, ...group].join('\n'));
    else if (days > 0 && (hoursHeading || isWeek)) {
      const branch = findBranch(lastLineOfGroup);
      const finding: Finding<'hours'> = {
        kind: 'hours',
        value,
        certainty: 'structure',
        quote: group.join('\n'),
        ...(branch ? { branch } : {}),
      };
      const existing = hoursHeading && findingByHeading.get(hoursHeading.index);
      const merged = existing && addTimes(existing.value, value);
      if (merged) Object.assign(existing, { value: merged, quote: `${existing.quote}\n${finding.quote}` });
      else hoursFindings.findings.push(finding);
      if (hoursHeading && !existing) findingByHeading.set(hoursHeading.index, finding);
    }
    if (hoursHeading || days >= MIN_DAYS_WITHOUT_HEADING)
      hoursFindings.unclearQuotes.push(...unclearLines.map((quote) => ({ about: 'hours' as const, quote })));
    [group, unclearLines] = [[], []];
  };
  const isToday = (index: number) => {
    const text = lines[index]?.text ?? '';
    return text.length <= MAX_TODAY_CHARACTERS && hasWord(text, TODAY_WORDS) && hasWord(text, HOURS_WORDS);
  };
  for (const [index, { text, level }] of lines.entries()) {
    const isOfToday =
      isToday(index) || (isToday(index - 1) && !reader.tokenize(text).some(({ kind }) => kind === 'days'));
    if (isOfToday && !level) continue;
    const kinds = new Set(text.length <= MAX_HOURS_CHARACTERS ? reader.tokenize(text).map(({ kind }) => kind) : []);
    const namesDays = kinds.has('days') || kinds.has('closed');
    const isClear = (namesDays || kinds.has('clock')) && !kinds.has('other');
    if (isClear) {
      if (!group.length && namesDays && hasWord(text, HOURS_WORDS)) heading = { index, text };
      if (!group.length) heading ??= headings[index]?.at(-1);
      group.push(text);
      lastLineOfGroup = index;
      isOffer = offerLines.has(index);
    } else if (namesDays && (group.length || (heading && hasWord(heading.text, HOURS_WORDS))) && !isSentence(text))
      unclearLines.push(joinPending(group, text, reader.tokenize));
    else if (hasPendingDays(group, reader.tokenize)) unclearLines.push(joinPending(group, text, reader.tokenize));
    else if (group.length && !level && isAside(text)) unclearLines.push(text);
    else {
      if (level > 0 || !isLabel(text)) endGroup();
      heading = level > 0 || isLabel(text) ? { index, text } : undefined;
    }
  }
  endGroup();
  return {
    ...hoursFindings,
    findings: hoursFindings.findings.map((finding) => ({ ...finding, quote: toQuote(finding.quote) })),
  };
}

/** The heading that announces opening hours: this one or the outer one, as in "Hours", "Dinner". */
function findHoursHeading(heading: Heading, outerHeading: Heading | undefined): Heading | undefined {
  if (hasWord(heading.text, OTHER_HOURS_WORDS)) return undefined;
  if (hasWord(heading.text, HOURS_WORDS)) return heading;
  return outerHeading && hasWord(outerHeading.text, HOURS_WORDS) && !hasWord(outerHeading.text, OTHER_HOURS_WORDS)
    ? outerHeading
    : undefined;
}

/** Recognizes "Summer hours" and "June 1 – September 30"; but hours "from September 8" are those of every week. */
function createSeasonCheck(language: string): (text: string) => boolean {
  const months = collectMonthNames(language);
  return (text) => {
    const words = splitWords(text);
    const isOpenEnded =
      words.some((word) => FROM_WORDS.has(word)) && !words.some((word) => RANGE_WORDS.has(word)) && !/[-–—]/.test(text);
    return hasWord(text, SEASON_WORDS) || (words.some((word) => months.has(word)) && !isOpenEnded);
  };
}

/** Adds hours such as those of dinner to those of lunch. Undefined if they overlap. */
function addTimes(first: Week, second: Week): Week | undefined {
  const merged: Week = { ...first };
  for (const [day, periods] of Object.entries(second) as [keyof Week, Period[]][]) {
    const existing = first[day];
    if (existing && JSON.stringify(existing) !== JSON.stringify(periods)) {
      const allPeriods = [...existing, ...periods].sort(([a], [b]) => a.localeCompare(b));
      const isApart = allPeriods.every(
        ([, to], index) =>
          index === allPeriods.length - 1 ||
          ((allPeriods[index]?.[0] ?? '') < to && to <= (allPeriods[index + 1]?.[0] ?? '')),
      );
      if (!existing.length || !periods.length || !isApart) return undefined;
      merged[day] = allPeriods;
    } else merged[day] = periods;
  }
  return merged;
}

const TIME_PATTERN = /\d(?::\d\d|\s?[ap]\.?m\b|[.h]\d\d\s?(?:uhr|h|uur)\b|\s?uhr\b)|\b(?:noon|midnight|late)\b/iu;
/** A line that only announces hours: "Open", "Hours:", "Kitchen". */
const isLabel = (text: string) =>
  text.length < 40 && !TIME_PATTERN.test(text) && (hasWord(text, HOURS_WORDS) || hasWord(text, OTHER_HOURS_WORDS));
/** Something else about the times: "Last orders half an hour before closing". */
const isAside = (text: string) =>
  text.length <= MAX_ASIDE_CHARACTERS &&
  !isLabel(text) &&
  (TIME_PATTERN.test(text) || hasWord(text, OTHER_HOURS_WORDS));
const isSentence = (text: string) => /\p{L}\.$/u.test(text) && text.split(' ').length > 8;

type Tokenize = ReturnType<typeof createHoursReader>['tokenize'];

/** Whether the last line names days without saying when, so that the next line must: "Sun", "By appointment". */
const hasPendingDays = (group: readonly string[], tokenize: Tokenize): boolean => {
  const lastKinds = tokenize(group.at(-1) ?? '').map(({ kind }) => kind);
  return lastKinds.includes('days') && !lastKinds.includes('clock') && !lastKinds.includes('closed');
};

/** Takes the days off the group, so that they do not get the times of the next line. */
function joinPending(group: string[], text: string, tokenize: Tokenize): string {
  return hasPendingDays(group, tokenize) ? `${group.pop()} ${text}` : text;
}

/** Merges two weeks. Undefined if they contradict each other. */
export function mergeWeeks(first: Week, second: Week): Week | undefined {
  const isSame = (day: string) => {
    const [a, b] = [first[day as keyof Week], second[day as keyof Week]];
    return !a || !b || JSON.stringify(a) === JSON.stringify(b);
  };
  return Object.keys(first).every(isSame) ? { ...first, ...second } : undefined;
}
