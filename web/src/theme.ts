import { useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const STORAGE_KEY = 'frontdesk.theme';

/** Follows the system unless the user chose a theme. `theme.js` applies it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? 'system');
  const chooseTheme = (newTheme: Theme) => {
    setTheme(newTheme);
    if (newTheme === 'system') {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem(STORAGE_KEY);
    } else {
      document.documentElement.dataset.theme = newTheme;
      localStorage.setItem(STORAGE_KEY, newTheme);
    }
  };
  return [theme, chooseTheme];
}
