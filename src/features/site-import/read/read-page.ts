import { detectLanguage } from '../../../nlu/language.ts';
import { collapseWhitespace } from '../../knowledge/extract/blocks.ts';
import { findClosures } from './closures.ts';
import { findContact } from './find-contact.ts';
import { findHours } from './find-hours.ts';
import { findInSchema } from './find-in-schema.ts';
import { findOffers } from './find-offers.ts';
import { findPeople } from './find-people.ts';
import { findQuestions } from './find-questions.ts';
import type { Certainty, Finding, PageFindings } from './findings.ts';
import { toQuote } from './findings.ts';
import { type HtmlElement, parseTree, textOf, walkElements } from './html-tree.ts';
import { createOutline, type Outline } from './outline.ts';
import { collectSchemaNodes } from './schema-org.ts';
import { findUnclearPrices } from './unclear-prices.ts';

export type HtmlPage = PageFindings & { title: string; links: { href: string; text: string }[]; hasText: boolean };

const MAX_CHARACTERS_FOR_LANGUAGE = 2_000;

/** `peopleWords` are words of headings above the names of staff. */
export function readHtmlPage(html: string, peopleWords: ReadonlySet<string>): HtmlPage {
  const root = parseTree(html);
  const outline = createOutline(root);
  const elements = [...walkElements(root)];
  const title = collapseWhitespace(textOf(elements.find(({ name }) => name === 'title') ?? root)).slice(0, 300);
  const statedLanguage = elements.find(({ name }) => name === 'html')?.attributes.lang?.trim() ?? '';
  const language = statedLanguage || detectPageLanguage(outline);
  const schema = findInSchema(collectSchemaNodes(root));
  const outlineFindings = findInOutline(outline, language, peopleWords);
  return {
    findings: [
      ...schema.findings,
      ...findInMeta(elements),
      ...toLanguageFindings(language, statedLanguage ? 'structure' : 'text'),
      ...outlineFindings.findings,
    ],
    unclearQuotes: [...schema.unclearQuotes, ...outlineFindings.unclearQuotes],
    title: elements.some(({ name }) => name === 'title') ? title : '',
    links: outline.links,
    hasText: outline.lines.some(({ isLink }) => !isLink),
  };
}

export function findInOutline(outline: Outline, language: string, peopleWords: ReadonlySet<string>): PageFindings {
  const offers = findOffers(outline, language);
  const hours = findHours(outline.lines, language, offers.usedLines);
  const closures = findClosures(outline.lines, language);
  const faqs = findQuestions(outline);
  const answers = faqs.map(({ value }) => value.answer);
  const offerNames = new Set(offers.findings.map(({ value }) => value.name));
  const people = findPeople(outline, peopleWords, language);
  return {
    findings: [
      ...findContact(outline, language, people.usedLines),
      ...hours.findings,
      ...closures.findings,
      ...offers.findings,
      ...people.findings.filter(({ value }) => !offerNames.has(value.name)),
      ...faqs,
    ],
    unclearQuotes: [
      ...hours.unclearQuotes,
      ...closures.unclearQuotes,
      ...offers.unclearQuotes,
      ...findUnclearPrices(
        outline,
        (text, index) => offers.usedLines.has(index) || answers.some((answer) => answer.includes(text)),
      ),
    ],
  };
}

/** Old pages do not say which language they are in. */
function detectPageLanguage({ lines }: Outline): string {
  const detected = detectLanguage(
    lines
      .map(({ text }) => text)
      .join(' ')
      .slice(0, MAX_CHARACTERS_FOR_LANGUAGE),
  );
  return detected === 'und' ? '' : detected;
}

const toLanguageFindings = (language: string, certainty: Certainty): Finding[] =>
  /^[a-z]{2}(-[a-z]{2})?$/i.test(language)
    ? [{ kind: 'language', value: language, certainty, quote: `lang="${language}"` }]
    : [];

function findInMeta(elements: readonly HtmlElement[]): Finding[] {
  const readMeta = (metaName: string) =>
    elements
      .find(
        ({ name, attributes }) =>
          name === 'meta' &&
          (attributes.name?.toLowerCase() === metaName || attributes.property?.toLowerCase() === metaName),
      )
      ?.attributes.content?.trim();
  const findings: Finding[] = [];
  const siteName = readMeta('og:site_name');
  if (siteName) findings.push({ kind: 'name', value: siteName, certainty: 'structure', quote: toQuote(siteName) });
  const description = readMeta('description');
  if (description)
    findings.push({
      kind: 'description',
      value: collapseWhitespace(description),
      certainty: 'structure',
      quote: toQuote(description),
    });
  return findings;
}
