import { findPrices, findPricesInWords } from './amounts.ts';
import type { Note } from './findings.ts';
import type { Line, Outline } from './outline.ts';

const MAX_CHARACTERS = 200;
const QUOTATION_PATTERN = /^["“”„«»‘']/u;
const OPINION_PATTERN = /blockquote|figcaption|testimonial|review|quote/i;

/** Prices in sentences, such as that of a set menu. It is unclear what they are for, so the owner should see them. */
export function priceNotes({ lines, shapes }: Outline, isRead: (text: string, index: number) => boolean): Note[] {
  const isOpinion = ({ text, boxes }: Line) =>
    QUOTATION_PATTERN.test(text) || boxes.some((box) => OPINION_PATTERN.test(shapes.get(box) ?? ''));
  return lines.flatMap((line, index): Note[] => {
    const { text } = line;
    if (text.length > MAX_CHARACTERS || isRead(text, index) || isOpinion(line)) return [];
    const prices = [...findPrices(text).filter(({ hasCurrency }) => hasCurrency), ...findPricesInWords(text)];
    return prices.length ? [{ about: 'offer', quote: text }] : [];
  });
}
