import { collapseWhitespace } from '../../knowledge/extract/blocks.ts';
import { findClosures } from './closures.ts';
import { findContact } from './find-contact.ts';
import { findHours } from './find-hours.ts';
import { findInSchema } from './find-in-schema.ts';
import { findOffers } from './find-offers.ts';
import { findPeople } from './find-people.ts';
import { findQuestions } from './find-questions.ts';
import type { Finding, PageFindings } from './findings.ts';
import { quoteOf } from './findings.ts';
import { elementsOf, type HtmlElement, parseTree, textOf } from './html-tree.ts';
import { type Outline, outlineOf } from './outline.ts';
import { schemaNodesOf } from './schema-org.ts';

export type HtmlPage = PageFindings & { title: string; links: { href: string; text: string }[]; hasText: boolean };

/** `peopleWords` are words of headings above the names of staff. */
export function readHtmlPage(html: string, peopleWords: ReadonlySet<string>): HtmlPage {
  const root = parseTree(html);
  const outline = outlineOf(root);
  const elements = [...elementsOf(root)];
  const title = collapseWhitespace(textOf(elements.find(({ name }) => name === 'title') ?? root)).slice(0, 300);
  const language = elements.find(({ name }) => name === 'html')?.attributes.lang?.trim() ?? '';
  const schema = findInSchema(schemaNodesOf(root));
  const found = findInOutline(outline, language, peopleWords);
  return {
    findings: [...schema.findings, ...metaFindings(elements, language), ...found.findings],
    notes: [...schema.notes, ...found.notes],
    title: elements.some(({ name }) => name === 'title') ? title : '',
    links: outline.links,
    hasText: outline.lines.some(({ isLink }) => !isLink),
  };
}

export function findInOutline(outline: Outline, language: string, peopleWords: ReadonlySet<string>): PageFindings {
  const offers = findOffers(outline);
  const hours = findHours(outline.lines, language, offers.used);
  const isOffered = new Set(offers.findings.map(({ value }) => value.name));
  const people = findPeople(outline, peopleWords, language);
  return {
    findings: [
      ...findContact(outline, language, people.used),
      ...hours.findings,
      ...findClosures(outline.lines, language),
      ...offers.findings,
      ...people.findings.filter(({ value }) => !isOffered.has(value.name)),
      ...findQuestions(outline),
    ],
    notes: [...hours.notes, ...offers.notes],
  };
}

function metaFindings(elements: readonly HtmlElement[], language: string): Finding[] {
  const meta = (key: string) =>
    elements
      .find(
        ({ name, attributes }) =>
          name === 'meta' && (attributes.name?.toLowerCase() === key || attributes.property?.toLowerCase() === key),
      )
      ?.attributes.content?.trim();
  const found: Finding[] = [];
  const siteName = meta('og:site_name');
  if (siteName) found.push({ kind: 'name', value: siteName, certainty: 'structure', quote: quoteOf(siteName) });
  const description = meta('description');
  if (description)
    found.push({
      kind: 'description',
      value: collapseWhitespace(description),
      certainty: 'structure',
      quote: quoteOf(description),
    });
  if (/^[a-z]{2}(-[a-z]{2})?$/i.test(language))
    found.push({ kind: 'language', value: language, certainty: 'structure', quote: `lang="${language}"` });
  return found;
}
