import { css as base } from './base.css';
import { paletteOf } from './colour.ts';
import { el } from './dom.ts';
import { css as launcher } from './launcher.css';
import { directionOf } from './options.ts';
import type { Settings } from './shapes.ts';

/** A place of our own on somebody else's page. */
export type Surface = {
  box: HTMLElement;
  /** For what is seen beside the button. */
  wear(css: string): void;
  paint(settings: Settings): void;
};

export const darkened = matchMedia('(prefers-color-scheme: dark)');

/**
 * The host's styles end at the shadow root. What it says of the element itself loses, even with !important, since among
 * important declarations those of the shadow tree win: `:host` in the sheets is all that is needed.
 */
export function createSurface(host: HTMLElement, inline: boolean): Surface {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  host.toggleAttribute('data-inline', inline);
  const box = el('div', { class: inline ? 'fd inline' : 'fd' });
  root.replaceChildren(box);
  const worn = new Set<string>();
  function put(css: string) {
    if (worn.has(css)) return;
    worn.add(css);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
  root.adoptedStyleSheets = [];
  put(launcher);
  if (inline) put(base);
  function paint(settings: Settings) {
    const { theme, color, textColor, position, locale, language } = settings;
    const dark = theme === 'dark' || (theme === 'auto' && darkened.matches);
    for (const [name, value] of Object.entries(paletteOf(color, textColor, dark)))
      box.style.setProperty(`--${name}`, value);
    box.dir = directionOf(settings);
    box.lang = language ?? locale;
    box.dataset.theme = dark ? 'dark' : 'light';
    box.dataset.side = position;
  }
  return {
    box,
    paint,
    wear(css) {
      put(base);
      put(css);
    },
  };
}
