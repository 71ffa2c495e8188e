type Rgb = [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

function parse(text: string): Rgb | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1];
  if (!hex) return undefined;
  const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g)!;
  return pairs.map((pair) => Number.parseInt(pair, 16)) as Rgb;
}

const light = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** As WCAG counts it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

const mix = (from: Rgb, to: Rgb, part: number) =>
  from.map((value, i) => Math.round(value + (to[i]! - value) * part)) as Rgb;
const css = (rgb: Rgb) => `rgb(${rgb})`;

/** The nearest shade that can be read on every ground: a business's yellow stays yellow where it is not text. */
function readable(colour: Rgb, towards: Rgb, grounds: Rgb[]): Rgb {
  for (let part = 0; part < 1; part += 0.05) {
    const shade = mix(colour, towards, part);
    if (grounds.every((ground) => contrast(shade, ground) >= 4.6)) return shade;
  }
  return towards;
}

export type Palette = { accent: string; on: string; text: string; soft: string };

/** Colours made of the business's own, with enough contrast in any case. */
export function paletteOf(colour: string, textColour: string | undefined, dark: boolean): Palette {
  const accent = parse(colour) ?? parse('#2f5bea')!;
  const wanted = textColour && parse(textColour);
  const on = wanted && contrast(wanted, accent) >= 4.5 ? wanted : contrast(WHITE, accent) >= 4.5 ? WHITE : BLACK;
  const ground: Rgb = dark ? [27, 30, 39] : WHITE;
  const soft = mix(ground, accent, dark ? 0.18 : 0.08);
  const text = readable(accent, dark ? WHITE : BLACK, [ground, soft]);
  return { accent: css(accent), on: css(on), text: css(text), soft: css(soft) };
}
