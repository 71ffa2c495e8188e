// Which addresses belong to a website that was named.

export type Site = { origin: string; folder: string };

/** Files that are no pages. */
const NO_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|js|mjs|json|xml|rss|atom|pdf|docx?|xlsx?|pptx?|zip|gz|tar|rar|7z|mp[34]|m4[av]|mov|avi|webm|ogg|wav|woff2?|ttf|eot|exe|dmg|apk|ics|vcf)$/i;
/** Who came from where, and what they did, makes no other page. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|ref|sessionid|phpsessid|sid)$/i;

/** `/help` is that page and what lies under it; `/help/index.html` all of `/help/`. */
export function siteOf(url: string): Site {
  const { origin, pathname } = new URL(url);
  const folder = /\.[a-z0-9]+$/i.test(pathname) ? pathname.slice(0, pathname.lastIndexOf('/') + 1) : pathname;
  return { origin, folder };
}

export function isInside({ origin, folder }: Site, url: string): boolean {
  const { origin: own, pathname } = new URL(url);
  if (own !== origin || NO_PAGE.test(pathname)) return false;
  return folder.endsWith('/') ? pathname.startsWith(folder) : pathname === folder || pathname.startsWith(`${folder}/`);
}

/** As many as a site may have pages, and no more than a page of that many would hold. */
const MOST_LINKS = 1_000;
const MOST_CHARACTERS = 100_000;

/** The pages of the site that a page leads to, each once. */
export function linksInside(site: Site, from: string, links: readonly string[]): string[] {
  const found = new Set<string>();
  let characters = 0;
  for (const link of links) {
    const tidy = tidyUrl(link, from);
    if (!tidy || found.has(tidy) || !isInside(site, tidy)) continue;
    characters += tidy.length;
    if (found.size >= MOST_LINKS || characters > MOST_CHARACTERS) break;
    found.add(tidy);
  }
  return [...found];
}

/** One address for one page. */
export function tidyUrl(link: string, base: string): string | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.href.length > 2_000) return undefined;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url.href;
}
