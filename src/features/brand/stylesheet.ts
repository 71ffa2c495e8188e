import type { FastifyInstance } from 'fastify';
import { COLOR_PATTERN, mix, readableOn, textColorOn } from '../../kernel/colors.ts';
import { notFound } from '../../kernel/problem.ts';

/** The backgrounds of cards on the pages and in the dashboard. */
const LIGHT_SURFACE = '#ffffff';
const DARK_SURFACE = '#18201f';
/** How much of the surface is in the soft tint, and of the text color in the strong shade. */
const SOFT_SHARE = 0.88;
const STRONG_SHARE = 0.2;

/** The path contains the color, so that the file never changes and pages need no inline styles. */
export const stylesheetPath = (color: string): string => `/brand/${color.slice(1).toLowerCase()}.css`;

/** Sets the color variables of both the pages and the dashboard. */
export function renderStylesheet(color: string): string {
  const [light, dark] = [colorsOn(LIGHT_SURFACE, color), colorsOn(DARK_SURFACE, color)];
  const lightDark = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`;
  // More specific than the page's own colors, whichever comes first.
  return `html:root {
  --accent: ${lightDark('accent')};
  --accent-deep: ${lightDark('strong')};
  --accent-strong: ${lightDark('strong')};
  --on-accent: ${lightDark('onAccent')};
  --tint: ${lightDark('soft')};
  --accent-soft: ${lightDark('soft')};
}
`;
}

function colorsOn(surface: string, color: string) {
  const soft = mix(color, surface, SOFT_SHARE);
  // Links stand on the surface and on its soft tint.
  const accent = readableOn(soft, readableOn(surface, color));
  return { accent, soft, strong: mix(accent, textColorOn(surface), STRONG_SHARE), onAccent: textColorOn(accent) };
}

export function serveBrandStylesheet(server: FastifyInstance): void {
  server.get<{ Params: { name: string } }>(
    '/brand/:name',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const [hex = '', extension] = request.params.name.split('.');
      const color = `#${hex}`;
      if (extension !== 'css' || !new RegExp(COLOR_PATTERN).test(color)) throw notFound('file');
      return reply
        .headers({ 'Cache-Control': 'public, max-age=31536000, immutable' })
        .type('text/css; charset=utf-8')
        .send(renderStylesheet(color));
    },
  );
}
