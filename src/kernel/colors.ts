import { must } from './must.ts';

/** `#rgb` or `#rrggbb`. */
export const COLOR_PATTERN = '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$';

/** The contrast that WCAG asks for between text and its background. */
const MIN_TEXT_CONTRAST = 4.5;
const MIX_STEP = 0.05;

type Rgb = [red: number, green: number, blue: number];

/** White or black, whichever has more contrast. The better of the two always reaches the 4.5:1 of WCAG. */
export function chooseTextColor(color: string): '#ffffff' | '#000000' {
  return computeContrast(color, '#ffffff') >= computeContrast(color, '#000000') ? '#ffffff' : '#000000';
}

/** The color itself, or as much darker or lighter as it takes to be readable as text on this background. */
export function makeReadable(background: string, color: string): string {
  const target = chooseTextColor(background);
  for (let share = 0; share < 1; share += MIX_STEP) {
    const mixedColor = mix(color, target, share);
    if (computeContrast(mixedColor, background) >= MIN_TEXT_CONTRAST) return mixedColor;
  }
  return target;
}

/** The first color with a share of the second, from 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const [channels, otherChannels] = [parseRgb(color), parseRgb(other)];
  const mixedChannels = channels.map((channel, index) =>
    Math.round(channel + (must(otherChannels[index], 'a channel') - channel) * share),
  );
  return `#${mixedChannels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** From 1 to 21, as WCAG defines it. */
export function computeContrast(color: string, other: string): number {
  const [lighter, darker] = [computeLuminance(color), computeLuminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function computeLuminance(color: string): number {
  const [red, green, blue] = parseRgb(color).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseRgb(color: string): Rgb {
  const hexPairs =
    color.length === 4
      ? [...color.slice(1)].map((digit) => digit + digit)
      : must(color.slice(1).match(/../g), 'a color');
  return hexPairs.map((pair) => Number.parseInt(pair, 16)) as Rgb;
}
