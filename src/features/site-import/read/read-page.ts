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
import { quoteOf } from './findings.ts';
import { elementsOf, type HtmlElement, parseTree, textOf } from './html-tree.ts';
import { type Outline, outlineOf } from './outline.ts';
import { priceNotes } from './price-notes.ts';
import { schemaNodesOf } from './schema-org.ts';

export type HtmlPage = PageFindings & { title: string; links: { href: string; text: string }[]; hasText: boolean };

const MAX_CHARACTERS_FOR_LANGUAGE = 2_000;

/** `peopleWords` are words of headings above the names of staff. */
export function readHtmlPage(html: string, peopleWords: ReadonlySet<string>): HtmlPage {
  const root = parseTree(html);
  const outline = outlineOf(root);
  const elements = [...elementsOf(root)];
  const title = collapseWhitespace(textOf(elements.find(({ name }) => name === 'title') ?? root)).slice(0, 300);
  const statedLanguage = elements.find(({ name }) => name === 'html')?.attributes.lang?.trim() ?? '';
  const language = statedLanguage || detectPageLanguage(outline);
  const schema = findInSchema(schemaNodesOf(root));
  const outlineFindings = findInOutline(outline, language, peopleWords);
  return {
    findings: [
      ...schema.findings,
      ...metaFindings(elements),
      ...languageFindings(language, statedLanguage ? 'structure' : 'text'),
      ...outlineFindings.findings,
    ],
    notes: [...schema.notes, ...outlineFindings.notes],
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
    notes: [
      ...hours.notes,
      ...closures.notes,
      ...offers.notes,
      ...priceNotes(
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

const languageFindings = (language: string, certainty: Certainty): Finding[] =>
  /^[a-z]{2}(-[a-z]{2})?$/i.test(language)
    ? [{ kind: 'language', value: language, certainty, quote: `lang="${language}"` }]
    : [];

function metaFindings(elements: readonly HtmlElement[]): Finding[] {
  const metaContent = (metaName: string) =>
    elements
      .find(
        ({ name, attributes }) =>
          name === 'meta' &&
          (attributes.name?.toLowerCase() === metaName || attributes.property?.toLowerCase() === metaName),
      )
      ?.attributes.content?.trim();
  const findings: Finding[] = [];
  const siteName = metaContent('og:site_name');
  if (siteName) findings.push({ kind: 'name', value: siteName, certainty: 'structure', quote: quoteOf(siteName) });
  const description = metaContent('description');
  if (description)
    findings.push({
      kind: 'description',
      value: collapseWhitespace(description),
      certainty: 'structure',
      quote: quoteOf(description),
    });
  return findings;
}
