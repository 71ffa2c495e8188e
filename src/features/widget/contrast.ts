import { must } from '../../kernel/must.ts';
/** White or black, whichever has more contrast. The better of the two always reaches the 4.5:1 of WCAG. */
export function textColorOn(color: string): '#ffffff' | '#000000' {
  const background = luminance(color);
  const contrastWithWhite = 1.05 / (background + 0.05);
  const contrastWithBlack = (background + 0.05) / 0.05;
  return contrastWithWhite >= contrastWithBlack ? '#ffffff' : '#000000';
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const hexPairs =
    color.length === 4
      ? [...color.slice(1)].map((digit) => digit + digit)
      : must(color.slice(1).match(/../g), 'a colour');
  const [red, green, blue] = hexPairs.map((pair) => {
    const channel = Number.parseInt(pair, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
