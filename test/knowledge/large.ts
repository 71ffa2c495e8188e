// Documents whose length is what matters.
import { makePdf } from './files.ts';
import { htmlOf, openWebsite, type Website } from './website.ts';

const WORDS =
  'guest room tour boat pier morning ticket child adult price free season winter summer garden lake path guide lunch table towel locker key lift stairs car bus train card cash refund voucher group school weekend holiday music film book map dog bicycle rain coat shoe boot hat tent fire wood kitchen bed'.split(
    ' ',
  );

let said = 0;
const word = () => WORDS[(++said * said + 7 * said) % WORDS.length]!;
/** No two alike. */
const sentence = () =>
  `At ${++said} the ${word()} for each ${word()} is kept by the ${word()} near the ${word()} and the ${word()}.`;
const paragraph = (sentences: number) => Array.from({ length: sentences }, sentence);

/** A PDF of so many pages, as it is uploaded. */
export function largePdf(pages: number): { file: { name: string; base64: string } } {
  const all = Array.from({ length: pages }, (_, at) => ({ heading: `Chapter ${at}`, lines: paragraph(20) }));
  return { file: { name: 'book.pdf', base64: makePdf(all).toString('base64') } };
}

/** So many pages of three parts each, every one of them linked to by one other. */
export function openLargeWebsite(pages: number): Promise<Website> {
  const bodies = Array.from({ length: pages }, (_, at) =>
    [1, 2, 3].map((part) => `<h2>Part ${part} of ${at}</h2><p>${paragraph(4).join(' ')}</p>`).join(''),
  );
  return openWebsite((path) => {
    const at = path === '/' ? 0 : Number(path.slice(1));
    const children = [1, 2, 3, 4, 5, 6].map((child) => 6 * at + child).filter((child) => child < pages);
    const links = children.map((child) => `/${child}`);
    return bodies[at] === undefined ? undefined : htmlOf(`Page ${at}`, bodies[at], links);
  });
}
