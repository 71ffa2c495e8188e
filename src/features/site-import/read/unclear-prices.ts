import { findPrices, findPricesInWords } from './amounts.ts';
import type { UnclearQuote } from './findings.ts';
import type { Line, Outline } from './outline.ts';

const MAX_LINE_CHARACTERS = 200;
const QUOTATION_PATTERN = /^["“”„«»‘']/u;
const OPINION_CLASS_PATTERN = /blockquote|figcaption|testimonial|review|quote/i;

/** Prices in sentences, such as that of a set menu. It is unclear what they are for, so the owner should see them. */
export function findUnclearPrices(
  { lines, shapes }: Outline,
  isRead: (text: string, index: number) => boolean,
): UnclearQuote[] {
  const isOpinion = ({ text, boxes }: Line) =>
    QUOTATION_PATTERN.test(text) || boxes.some((box) => OPINION_CLASS_PATTERN.test(shapes.get(box) ?? ''));
  return lines.flatMap((line, index): UnclearQuote[] => {
    const { text } = line;
    if (text.length > MAX_LINE_CHARACTERS || isRead(text, index) || isOpinion(line)) return [];
    const prices = [...findPrices(text).filter(({ hasCurrency }) => hasCurrency), ...findPricesInWords(text)];
    return prices.length ? [{ about: 'offer', quote: text }] : [];
  });
}
