type Rgb = [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** WCAG AA for text. */
const MIN_TEXT_CONTRAST = 4.5;
/** Slightly more, because shades are rounded. */
const MIN_SHADE_CONTRAST = 4.6;

function parseColor(text: string): Rgb | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1];
  if (!hex) return undefined;
  const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g)!;
  return pairs.map((pair) => Number.parseInt(pair, 16)) as Rgb;
}

const computeLuminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((channel) =>
    channel <= 10 ? channel / 3294 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG contrast ratio, from 1 to 21. */
export function computeContrast(first: Rgb, second: Rgb): number {
  const [dark, bright] = [computeLuminance(first), computeLuminance(second)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

const blend = (from: Rgb, to: Rgb, amount: number) =>
  from.map((value, i) => Math.round(value + (to[i]! - value) * amount)) as Rgb;
const toCss = (rgb: Rgb) => `rgb(${rgb})`;

/** The nearest shade with enough contrast on all backgrounds. */
function findReadableShade(color: Rgb, target: Rgb, backgrounds: Rgb[]): Rgb {
  for (let amount = 0; amount < 1; amount += 0.05) {
    const shade = blend(color, target, amount);
    if (backgrounds.every((background) => computeContrast(shade, background) >= MIN_SHADE_CONTRAST)) return shade;
  }
  return target;
}

/** Each is a CSS custom property of the widget; `on` is the color of text on the accent. */
export type Palette = { accent: string; on: string; text: string; soft: string };

/** Derives colors with enough contrast from the business's color. */
export function derivePalette(color: string, textColor: string | undefined, theme: 'light' | 'dark'): Palette {
  const accent = parseColor(color) ?? parseColor('#2f5bea')!;
  const requestedTextColor = textColor && parseColor(textColor);
  const onAccent =
    requestedTextColor && computeContrast(requestedTextColor, accent) >= MIN_TEXT_CONTRAST
      ? requestedTextColor
      : computeContrast(WHITE, accent) >= MIN_TEXT_CONTRAST
        ? WHITE
        : BLACK;
  const isDark = theme === 'dark';
  const background: Rgb = isDark ? [27, 30, 39] : WHITE;
  const soft = blend(background, accent, isDark ? 0.18 : 0.08);
  const text = findReadableShade(accent, isDark ? WHITE : BLACK, [background, soft]);
  return { accent: toCss(accent), on: toCss(onAccent), text: toCss(text), soft: toCss(soft) };
}
