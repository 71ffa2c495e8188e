// How readable a business's color is, by the rules that the widget applies.
import { computeContrast, derivePalette } from '../../../widget/src/color.ts';

type Rgb = Parameters<typeof computeContrast>[0];

/** `on` is the text on the accent color, `text` the accent as text color, `soft` a tint behind it, `ground` the background. */
export type ThemeColors = { accent: string; on: string; text: string; soft: string; ground: string };
type ColorReport = {
  /** The text that the widget puts on the color, and its contrast. */
  textOnColor: 'white' | 'black';
  ratio: number;
  /** The contrast that white text would have. */
  whiteRatio: number;
  /** Whether the color is changed to be readable as text, in the light and in the dark theme. */
  isDarkenedInLight: boolean;
  isLightenedInDark: boolean;
  light: ThemeColors;
  dark: ThemeColors;
};

const BACKGROUNDS = { light: 'rgb(255,255,255)', dark: 'rgb(27,30,39)' };
const parseRgb = (css: string) => css.match(/\d+/g)!.map(Number) as Rgb;

/** White or black, whichever has more contrast, as the service chooses it. */
export function chooseTextColor(color: string): '#ffffff' | '#000000' {
  const accent = parseRgb(derivePalette(color, undefined, 'light').accent);
  return computeContrast(accent, [255, 255, 255]) >= computeContrast(accent, [0, 0, 0]) ? '#ffffff' : '#000000';
}

export function describeColor(color: string): ColorReport {
  const textColor = chooseTextColor(color);
  const light = { ...derivePalette(color, textColor, 'light'), ground: BACKGROUNDS.light };
  const dark = { ...derivePalette(color, textColor, 'dark'), ground: BACKGROUNDS.dark };
  const accent = parseRgb(light.accent);
  return {
    textOnColor: textColor === '#ffffff' ? 'white' : 'black',
    ratio: computeContrast(accent, parseRgb(light.on)),
    whiteRatio: computeContrast(accent, [255, 255, 255]),
    isDarkenedInLight: light.text !== light.accent,
    isLightenedInDark: dark.text !== dark.accent,
    light,
    dark,
  };
}
