// Decides which addresses belong to a website.

export type Site = { origin: string; folder: string };

/** File extensions of links that are not web pages. */
const NON_PAGE_EXTENSION_PATTERN =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|js|mjs|json|xml|rss|atom|pdf|docx?|xlsx?|pptx?|zip|gz|tar|rar|7z|mp[34]|m4[av]|mov|avi|webm|ogg|wav|woff2?|ttf|eot|exe|dmg|apk|ics|vcf)$/i;
/** Query parameters that do not change the page. */
const TRACKING_PARAMETER_PATTERN = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|ref|sessionid|phpsessid|sid)$/i;

/** `/help` covers that page and everything below it; `/help/index.html` covers all of `/help/`. */
export function parseSite(url: string): Site {
  const { origin, pathname } = new URL(url);
  const folder = /\.[a-z0-9]+$/i.test(pathname) ? pathname.slice(0, pathname.lastIndexOf('/') + 1) : pathname;
  return { origin, folder };
}

export function isInside({ origin, folder }: Site, url: string): boolean {
  const { origin: urlOrigin, pathname } = new URL(url);
  if (urlOrigin !== origin || NON_PAGE_EXTENSION_PATTERN.test(pathname)) return false;
  return folder.endsWith('/') ? pathname.startsWith(folder) : pathname === folder || pathname.startsWith(`${folder}/`);
}

/** Limits for the links of one page. */
const MAX_LINKS_PER_PAGE = 1_000;
const MAX_LINK_CHARACTERS_PER_PAGE = 100_000;

/** The links of a page that stay inside the site, without duplicates. */
export function findLinksInside(site: Site, baseUrl: string, links: readonly string[]): string[] {
  const insideUrls = new Set<string>();
  let totalCharacters = 0;
  for (const link of links) {
    const url = normalizeUrl(link, baseUrl);
    if (!url || insideUrls.has(url) || !isInside(site, url)) continue;
    totalCharacters += url.length;
    if (insideUrls.size >= MAX_LINKS_PER_PAGE || totalCharacters > MAX_LINK_CHARACTERS_PER_PAGE) break;
    insideUrls.add(url);
  }
  return [...insideUrls];
}

const MAX_URL_CHARACTERS = 2_000;

/** Removes the fragment and tracking parameters, so that each page has one address. */
export function normalizeUrl(link: string, base: string): string | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.href.length > MAX_URL_CHARACTERS)
    return undefined;
  url.hash = '';
  for (const name of [...url.searchParams.keys()])
    if (TRACKING_PARAMETER_PATTERN.test(name)) url.searchParams.delete(name);
  return url.href;
}
