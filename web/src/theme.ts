import { useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'frontdesk.theme';

/** By the system, unless somebody has chosen. `theme.js` reads it before the page is drawn. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? 'system');
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === 'system') {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem(KEY);
    } else {
      document.documentElement.dataset.theme = next;
      localStorage.setItem(KEY, next);
    }
  };
  return [theme, choose];
}
