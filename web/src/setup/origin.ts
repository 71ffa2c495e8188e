/** The origin of a web address, with or without a scheme; undefined if it is invalid. */
export function originOf(address: string): string | undefined {
  const url = /^https?:\/\//.test(address) ? address : `https://${address}`;
  return URL.canParse(url) && /[.:]|localhost/.test(new URL(url).host) ? new URL(url).origin : undefined;
}
