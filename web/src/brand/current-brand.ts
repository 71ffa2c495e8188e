import { useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';

export type Brand = { name: string; logoUrl?: string; color?: string };

/** On a business's own domain, the page's HTML contains its brand, even before anyone signs in. */
const hostBrand = readHostBrand();
let currentBrand: Brand | undefined = hostBrand;
const listeners = new Set<() => void>();

function readHostBrand(): Brand | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content;
  return content ? (JSON.parse(content) as Brand) : undefined;
}

/** Shows the brand of the workspace that is open. */
export function setWorkspaceBrand(workspaceBrand: Brand | null | undefined): void {
  const newBrand = workspaceBrand ?? hostBrand;
  if (newBrand === currentBrand) return;
  currentBrand = newBrand;
  applyColor(newBrand?.color);
  for (const listener of listeners) listener();
}

/** A stylesheet, because the page allows no inline styles. */
function applyColor(color: string | undefined): void {
  const id = 'brand-color';
  document.getElementById(id)?.remove();
  if (!color) return;
  const link = Object.assign(document.createElement('link'), {
    id,
    rel: 'stylesheet',
    href: buildStylesheetPath(color),
  });
  document.head.append(link);
}

const buildStylesheetPath = (color: string) => `/brand/${color.slice(1).toLowerCase()}.css`;

const useBrand = (): Brand | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentBrand,
  );

/** The name and icon of the dashboard: those of the brand if there is one. */
export function useProduct(): { name: string; icon: string | undefined } {
  const brand = useBrand();
  return brand ? { name: brand.name, icon: brand.logoUrl } : { name: texts.product, icon: '/icon.svg' };
}
