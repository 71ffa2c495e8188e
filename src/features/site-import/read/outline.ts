// A page as a reader sees it: lines of text, and the boxes that they are in.
import { collapseWhitespace } from '../../knowledge/extract/blocks.ts';
import { type HtmlElement, isElement, textOf, walkElements } from './html-tree.ts';

export type Line = {
  text: string;
  /** Where a differently marked-up part begins: in "<b>Soup</b> <i>$5</i>", before the "$". */
  breaks: readonly number[];
  /** 1 to 6 for headings, 7 for other text that is marked as a title; 0 for everything else. */
  level: number;
  /** Where each part in superscript starts and ends. */
  superscripts: readonly (readonly [start: number, end: number])[];
  /** The elements that the line is in, from the outside in. */
  boxes: readonly number[];
  element: string;
  /** A link or button with nothing else beside it. */
  isLink: boolean;
  /** A mark on an entry, such as "Sold out" or "New". */
  isBadge: boolean;
};

export type Outline = {
  lines: Line[];
  /** What each element looks like, to recognize repeated ones. */
  shapes: ReadonlyMap<number, string>;
  /** Which child of its parent each element is. */
  childIndexes: ReadonlyMap<number, number>;
  /** Each link with the line that it is in, if that is visible. */
  links: { href: string; text: string; line?: number }[];
};

export const TITLE_LEVEL = 7;
const MAX_TITLE_CHARACTERS = 90;
const MAX_LINES = 20_000;

const SKIPPED_ELEMENTS = new Set(
  'script style noscript template svg math head iframe object video audio canvas select textarea datalist s del strike'.split(
    ' ',
  ),
);
const INLINE_ELEMENTS = new Set(
  'a span b strong i em u font small big sup sub abbr time label ins mark code bdi bdo cite q wbr img data meta link input'.split(
    ' ',
  ),
);
const STRUCK_OUT_STYLE_PATTERN = /text-decoration[\w-]*\s*:[^;]*line-through/i;
const STRUCK_OUT_CLASS_PATTERN = /(?:^|[-_])(?:line-?through|strike(?:-?through)?|struck|crossed)(?:$|[-_])/i;
/** How people name the class of an earlier price. */
const EARLIER_PRICE_WORDS = new Set(['old', 'was', 'original', 'previous', 'compare']);
const BOLD_ELEMENTS = new Set(['b', 'strong']);
const BOLD_STYLE_PATTERN = /font-weight\s*:\s*(?:bold|[6-9]00)/i;
/** White space, and the invisible characters that website builders put into empty paragraphs. */
const BLANKS_PATTERN = /[\s\p{Cc}\u200B\u2060\uFEFF]+/gu;
const MIN_TITLE_FONT_SIZE = 4;
/** How people name the classes of elements that hold a title. */
const TITLE_WORDS = new Set(['title', 'heading', 'name', 'question']);
const BADGE_WORDS = new Set(['badge', 'mark', 'flag', 'ribbon', 'sticker', 'label', 'tag', 'status']);
const SCREEN_READER_CLASSES = new Set(['visually-hidden', 'visuallyhidden', 'sr-only', 'screen-reader-text']);

const CLIPPED_STYLE_PATTERN =
  /clip(?:-path)?\s*:\s*(?:rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]|inset\(\s*(?:50|100)%)/i;

const readClasses = ({ attributes }: HtmlElement) => (attributes.class ?? '').split(/\s+/).filter(Boolean);

const splitClassNames = (element: HtmlElement): string[] =>
  readClasses(element)
    .flatMap((name) => name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/))
    .map((word) => word.toLowerCase());

type TextPiece = { text: string; inlineElements: readonly HtmlElement[] };

export function createOutline(root: HtmlElement): Outline {
  const lines: Line[] = [];
  const shapes = new Map<number, string>();
  const childIndexes = new Map<number, number>();
  const links: Outline['links'] = [];
  // Collapsed answers are hidden until their button is clicked.
  const expandableIds = new Set([...walkElements(root)].flatMap(({ attributes }) => attributes['aria-controls'] ?? []));
  let pieces: TextPiece[] = [];

  const isHidden = (element: HtmlElement, parent: HtmlElement): boolean => {
    const { name, attributes } = element;
    if (SKIPPED_ELEMENTS.has(name) || isStruckOut(element) || isForScreenReaders(element)) return true;
    if (name === 'nav') return isOnlyLinks(element);
    if (attributes.id && expandableIds.has(attributes.id)) return false;
    if (attributes.role === 'region') return false;
    if (name === 'table' && isFolded(element, parent)) return false;
    return (
      'hidden' in attributes ||
      (attributes['aria-hidden'] === 'true' && !isOnlyVisual(element, parent)) ||
      /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '')
    );
  };
  const endLine = (path: readonly HtmlElement[]) => {
    const line = createLine(pieces, path);
    if (line && lines.length < MAX_LINES) lines.push(line);
    pieces = [];
  };
  const walk = (element: HtmlElement, path: readonly HtmlElement[], inline: readonly HtmlElement[]) => {
    let childIndex = 0;
    for (const child of element.children) {
      if (!isElement(child)) {
        pieces.push({ text: child, inlineElements: inline });
        continue;
      }
      if (isHidden(child, element)) {
        for (const { name, attributes } of walkElements(child))
          if (name === 'a' && attributes.href) links.push({ href: attributes.href, text: '' });
        if (child.name === 'a' && child.attributes.href) links.push({ href: child.attributes.href, text: '' });
        continue;
      }
      if (INLINE_ELEMENTS.has(child.name)) {
        walk(child, path, [...inline, child]);
        if (child.name === 'a' && child.attributes.href)
          links.push({
            href: child.attributes.href,
            text: collapseWhitespace(textOf(child)),
            line: pieces.some(({ text }) => text.trim()) ? lines.length : lines.length - 1,
          });
        continue;
      }
      endLine(path);
      shapes.set(child.id, [child.name, ...readClasses(child).map(removeNumbers)].join('.'));
      childIndexes.set(child.id, childIndex++);
      const innerPath = [...path, child];
      walk(child, innerPath, inline);
      endLine(innerPath);
    }
  };
  walk(root, [], []);
  endLine([]);
  return { lines, shapes, childIndexes, links };
}

const isForScreenReaders = (element: HtmlElement) =>
  CLIPPED_STYLE_PATTERN.test(element.attributes.style ?? '') ||
  readClasses(element).some((className) => SCREEN_READER_CLASSES.has(className));

/**
 * Whether text that screen readers skip is visible: "€25" beside "25 euros" for them, or a line of its own. But icons are
 * inline without a text for screen readers beside them, and closed menus and dialogs contain other elements.
 */
const isOnlyVisual = (element: HtmlElement, parent: HtmlElement): boolean =>
  !element.children.some(isElement) &&
  (!INLINE_ELEMENTS.has(element.name) ||
    parent.children.some((child) => isElement(child) && isForScreenReaders(child)));

/** Whether a table opens below a shorter one, such as the hours of the week below today's. */
const isFolded = (table: HtmlElement, { children }: HtmlElement): boolean =>
  children.slice(0, children.indexOf(table)).findLast(isElement)?.name === 'table';

const removeNumbers = (name: string) => name.replace(/\d+/g, '');

/** Whether an element is only navigation; some website builders use `nav` for any box that opens. */
function isOnlyLinks(element: HtmlElement): boolean {
  const textOutsideLinks = (node: HtmlElement): string =>
    node.children
      .map((child) => (isElement(child) ? (child.name === 'a' ? '' : textOutsideLinks(child)) : child))
      .join('');
  return !/\p{L}/u.test(textOutsideLinks(element));
}

function createLine(pieces: readonly TextPiece[], path: readonly HtmlElement[]): Line | undefined {
  let text = '';
  const breaks: number[] = [];
  const superscripts: [number, number][] = [];
  let previous: TextPiece | undefined;
  for (const piece of pieces) {
    const addedText = piece.text.replace(BLANKS_PATTERN, ' ');
    if (!addedText) continue;
    const isOtherElement = previous !== undefined && previous.inlineElements.at(-1) !== piece.inlineElements.at(-1);
    // "<span>Mon</span><span>9-5</span>" are two words.
    const needsSpace =
      isOtherElement && previous?.inlineElements.length && piece.inlineElements.length && !/\s$/.test(text);
    if (needsSpace && !addedText.startsWith(' ')) text += ' ';
    const trimmed = text === '' || text.endsWith(' ') ? addedText.trimStart() : addedText;
    if (isOtherElement && trimmed.trim()) breaks.push(text.length + (trimmed.length - trimmed.trimStart().length));
    if (piece.inlineElements.some(({ name }) => name === 'sup') && trimmed.trim())
      superscripts.push([text.length, text.length + trimmed.trimEnd().length]);
    text += trimmed;
    if (trimmed.trim()) previous = piece;
  }
  text = text.trimEnd();
  if (!text) return undefined;
  const element = path.at(-1);
  const filledPieces = pieces.filter((piece) => piece.text.trim());
  return {
    text,
    breaks,
    level: findLevel(text, filledPieces, path),
    superscripts,
    boxes: path.map(({ id }) => id),
    element: element?.name ?? '',
    isLink:
      filledPieces.every(({ inlineElements }) => inlineElements.some(({ name }) => name === 'a')) ||
      element?.name === 'button',
    isBadge: filledPieces.every(({ inlineElements }) => [...path.slice(-1), ...inlineElements].some(isBadge)),
  };
}

function findLevel(text: string, pieces: readonly TextPiece[], path: readonly HtmlElement[]): number {
  const heading = path.map(({ name }) => /^h([1-6])$/.exec(name)?.[1]).find(Boolean);
  if (heading) return Number(heading);
  if (text.length > MAX_TITLE_CHARACTERS) return 0;
  const element = path.at(-1);
  if (element && ['dt', 'summary', 'legend', 'caption', 'button'].includes(element.name)) return TITLE_LEVEL;
  const isMarked = pieces.every(({ inlineElements }) =>
    inlineElements.some((inlineElement) => isBold(inlineElement) || isTitle(inlineElement)),
  );
  return isMarked || (element && isTitle(element)) ? TITLE_LEVEL : 0;
}

const isBold = ({ name, attributes }: HtmlElement) =>
  BOLD_ELEMENTS.has(name) ||
  BOLD_STYLE_PATTERN.test(attributes.style ?? '') ||
  (name === 'font' && Number(attributes.size) >= MIN_TITLE_FONT_SIZE);

const isStruckOut = (element: HtmlElement): boolean => {
  const words = splitClassNames(element);
  return (
    STRUCK_OUT_STYLE_PATTERN.test(element.attributes.style ?? '') ||
    readClasses(element).some((className) => STRUCK_OUT_CLASS_PATTERN.test(className)) ||
    (words.includes('price') && words.some((word) => EARLIER_PRICE_WORDS.has(word)))
  );
};

const isTitle = (element: HtmlElement) => splitClassNames(element).some((word) => TITLE_WORDS.has(word));
const isBadge = (element: HtmlElement) => splitClassNames(element).some((word) => BADGE_WORDS.has(word));
