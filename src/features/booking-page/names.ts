const MAX_NAME_LENGTH = 60;
/** Lower case, so that a URL leads to the same page however it is typed. */
export const NAME_PATTERN = `^[a-z0-9](?:[a-z0-9-]{0,${MAX_NAME_LENGTH - 2}}[a-z0-9])?$`;
const FALLBACK_NAME = 'business';

/** A business's name as it appears in the page's URL: "Café Zoë & Co." → "cafe-zoe-co" */
export function createPageName(businessName: string): string {
  const asciiName = businessName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  return trimDashes(trimDashes(asciiName).slice(0, MAX_NAME_LENGTH - 20)) || FALLBACK_NAME;
}

const trimDashes = (text: string) => text.replace(/^-+|-+$/g, '');
