import type { FastifyInstance } from 'fastify';
import { COLOR_PATTERN, chooseTextColor, makeReadable, mix } from '../../kernel/colors.ts';
import { notFound } from '../../kernel/problem.ts';

/** The backgrounds of cards on the pages and in the dashboard. */
const LIGHT_SURFACE_COLOR = '#ffffff';
const DARK_SURFACE_COLOR = '#18201f';
/** How much of the surface is in the soft tint, and of the text color in the strong shade. */
const SURFACE_SHARE_OF_SOFT_TINT = 0.88;
const TEXT_COLOR_SHARE_OF_STRONG_SHADE = 0.2;

/** The path contains the color, so that the file never changes and pages need no inline styles. */
export const createStylesheetPath = (color: string): string => `/brand/${color.slice(1).toLowerCase()}.css`;

/** Sets the color variables of both the pages and the dashboard. */
export function renderStylesheet(color: string): string {
  const [light, dark] = [chooseColors(LIGHT_SURFACE_COLOR, color), chooseColors(DARK_SURFACE_COLOR, color)];
  const formatLightDark = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`;
  // More specific than the page's own colors, whichever comes first.
  return `html:root {
  --accent: ${formatLightDark('accent')};
  --accent-deep: ${formatLightDark('strong')};
  --accent-strong: ${formatLightDark('strong')};
  --on-accent: ${formatLightDark('onAccent')};
  --tint: ${formatLightDark('soft')};
  --accent-soft: ${formatLightDark('soft')};
}
`;
}

function chooseColors(surface: string, color: string) {
  const soft = mix(color, surface, SURFACE_SHARE_OF_SOFT_TINT);
  // Links stand on the surface and on its soft tint.
  const accent = makeReadable(soft, makeReadable(surface, color));
  return {
    accent,
    soft,
    strong: mix(accent, chooseTextColor(surface), TEXT_COLOR_SHARE_OF_STRONG_SHADE),
    onAccent: chooseTextColor(accent),
  };
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
