// Parses untrusted files in a worker thread that can be terminated at any moment, so that a hostile file only stops its
// own thread. All work that grows with the input belongs here.
import { parentPort } from 'node:worker_threads';
import { must } from '../../../kernel/must.ts';
import { cutIntoPassages, type Passage } from '../passages.ts';
import { checkRobots, type RobotsQuery, type RobotsVerdict } from '../robots.ts';
import { findLinksInside, type Site } from '../site.ts';
import { type ParsedDocument, UnreadableError } from './blocks.ts';
import { decodeText } from './decode.ts';
import { parseDocx } from './docx.ts';
import { parseHtml } from './html.ts';
import type { WorkerReport } from './limited-worker.ts';
import { parseMarkdown } from './markdown.ts';
import type { Media } from './media.ts';
import { parsePdf } from './pdf.ts';

/** `page` is the URL of a web page and its site, needed to resolve links and keep those inside the site. */
export type ExtractRequest = { media: Media; bytes: Uint8Array; charset?: string; page?: { url: string; site: Site } };
export type ExtractedDocument = { title?: string; passages: Passage[]; links: string[] };
export type WorkerRequest = { document: ExtractRequest } | { robots: RobotsQuery };
export type WorkerResponse = { extracted: ExtractedDocument } | { verdict: RobotsVerdict };

const port = must(parentPort, 'a worker thread');
const send = (message: WorkerResponse | WorkerReport) => port.postMessage(message);

async function parseDocument(request: ExtractRequest): Promise<ParsedDocument> {
  if (request.media === 'pdf')
    return parsePdf(request.bytes, (pagesRead, pagesFound) => send({ pagesRead, pagesFound }));
  if (request.media === 'docx') return parseDocx(request.bytes);
  return request.media === 'html' ? parseHtml(decodeText(request)) : parseMarkdown(decodeText(request));
}

async function extractDocument(request: ExtractRequest): Promise<ExtractedDocument> {
  const { page } = request;
  const { title, blocks, links = [], baseUrl = '', noIndex } = await parseDocument(request);
  return {
    ...(title ? { title } : {}),
    passages: noIndex ? [] : cutIntoPassages(blocks),
    links: page ? findLinksInside(page.site, URL.parse(baseUrl, page.url)?.href ?? page.url, links) : [],
  };
}

/** Never rejects, because errors are sent. */
async function answer(request: WorkerRequest) {
  try {
    send(
      'robots' in request
        ? { verdict: checkRobots(request.robots) }
        : { extracted: await extractDocument(request.document) },
    );
  } catch (error) {
    send({ unreadable: error instanceof UnreadableError ? error.message : null });
  }
}

port.on('message', (request: WorkerRequest) => void answer(request));
