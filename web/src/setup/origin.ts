/** The origin of a web address, with or without a scheme; undefined if it is invalid. */
export function parseOrigin(siteUrl: string): string | undefined {
  const absoluteUrl = /^https?:\/\//.test(siteUrl) ? siteUrl : `https://${siteUrl}`;
  return URL.canParse(absoluteUrl) && /[.:]|localhost/.test(new URL(absoluteUrl).host)
    ? new URL(absoluteUrl).origin
    : undefined;
}
