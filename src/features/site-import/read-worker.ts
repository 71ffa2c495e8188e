// Reads untrusted pages in a worker thread that can be terminated at any moment.
import { parentPort } from 'node:worker_threads';
import { must } from '../../kernel/must.ts';
import { UnreadableError } from '../knowledge/extract/blocks.ts';
import { decodeText } from '../knowledge/extract/decode.ts';
import type { WorkerReport } from '../knowledge/extract/limited-worker.ts';
import { readPdfLines } from '../knowledge/extract/pdf.ts';
import { checkRobots, type RobotsQuery, type RobotsVerdict } from '../knowledge/robots.ts';
import { findLinksInside, type Site } from '../knowledge/site.ts';
import type { PageFindings } from './read/findings.ts';
import { readHtmlPage } from './read/read-page.ts';
import { findInPdf } from './read/read-pdf.ts';

type HtmlRequest = { bytes: Uint8Array; charset?: string; url: string; site: Site };
export type ReadRequest = ({ html: HtmlRequest } | { pdf: Uint8Array } | { robots: RobotsQuery }) & {
  /** Words of headings above the names of staff. */
  peopleWords: readonly string[];
};
export type PageLink = { url: string; text: string };
export type ReadResponse =
  | { page: PageFindings & { title: string; links: PageLink[]; hasText: boolean } }
  | { verdict: RobotsVerdict };

/** A page with more than this repeats itself. */
const MAX_FINDINGS = 2_000;

const port = must(parentPort, 'a worker thread');
const send = (message: ReadResponse | WorkerReport) => port.postMessage(message);

async function handleRequest(request: ReadRequest): Promise<ReadResponse> {
  const peopleWords = new Set(request.peopleWords);
  if ('robots' in request) return { verdict: checkRobots(request.robots) };
  if ('pdf' in request) {
    const lines = await readPdfLines(request.pdf, (pagesRead, pagesFound) => send({ pagesRead, pagesFound }));
    return { page: { ...limitFindings(findInPdf(lines, peopleWords)), title: '', links: [], hasText: true } };
  }
  const { url, site } = request.html;
  const page = readHtmlPage(decodeText({ media: 'html', ...request.html }), peopleWords);
  const links = page.links.flatMap(({ href, text }) =>
    findLinksInside(site, url, [href]).map((linkUrl) => ({ url: linkUrl, text })),
  );
  return { page: { ...limitFindings(page), title: page.title, links, hasText: page.hasText } };
}

const limitFindings = ({ findings, unclearQuotes }: PageFindings): PageFindings => ({
  findings: findings.slice(0, MAX_FINDINGS),
  unclearQuotes: unclearQuotes.slice(0, MAX_FINDINGS),
});

/** Never rejects, because errors are sent. */
async function answer(request: ReadRequest) {
  try {
    send(await handleRequest(request));
  } catch (error) {
    send({ unreadable: error instanceof UnreadableError ? error.message : null });
  }
}

port.on('message', (request: ReadRequest) => void answer(request));
