import { must } from '../../kernel/must.ts';
/** White or black, whichever reads better on the colour: the better of the two always has 4.5:1, as WCAG asks. */
export function textOn(color: string): '#ffffff' | '#000000' {
  const background = luminance(color);
  const onWhite = 1.05 / (background + 0.05);
  const onBlack = (background + 0.05) / 0.05;
  return onWhite >= onBlack ? '#ffffff' : '#000000';
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const digits =
    color.length === 4
      ? [...color.slice(1)].map((digit) => digit + digit)
      : must(color.slice(1).match(/../g), 'a colour');
  const [red, green, blue] = digits.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
