import type { Settings } from './api-types.ts';
import { css as baseCss } from './base.css';
import { derivePalette } from './color.ts';
import { createElement } from './dom.ts';
import { css as launcherCss } from './launcher.css';
import { getTextDirection } from './options.ts';

/** A shadow root on the host page. */
export type Surface = {
  /** The only element in the root, which contains all others. */
  box: HTMLElement;
  /** Adds styles for anything besides the launcher button. */
  addStyles(css: string): void;
  applySettings(settings: Settings): void;
};

export const darkModeQuery = matchMedia('(prefers-color-scheme: dark)');

/**
 * The page's styles do not cross the shadow root. Its styles for the host element lose against `:host` rules with
 * !important, because among important declarations those of the shadow tree win.
 */
export function createSurface(host: HTMLElement, { isInline }: { isInline: boolean }): Surface {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  host.toggleAttribute('data-inline', isInline);
  const box = createElement('div', { class: isInline ? 'fd inline' : 'fd' });
  root.replaceChildren(box);
  const addedSheets = new Set<string>();
  function addSheet(css: string) {
    if (addedSheets.has(css)) return;
    addedSheets.add(css);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
  root.adoptedStyleSheets = [];
  addSheet(launcherCss);
  if (isInline) addSheet(baseCss);
  function applySettings(settings: Settings) {
    const { theme, color, textColor, position, locale, language } = settings;
    const isDark = theme === 'dark' || (theme === 'auto' && darkModeQuery.matches);
    for (const [name, value] of Object.entries(derivePalette(color, textColor, isDark ? 'dark' : 'light')))
      box.style.setProperty(`--${name}`, value);
    box.dir = getTextDirection(settings);
    box.lang = language ?? locale;
    box.dataset.theme = isDark ? 'dark' : 'light';
    box.dataset.side = position;
  }
  return {
    box,
    applySettings,
    addStyles(css) {
      addSheet(baseCss);
      addSheet(css);
    },
  };
}
