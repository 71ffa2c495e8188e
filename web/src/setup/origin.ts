/** The origin of a website's address, however people write it; undefined where it is none. */
export function originOf(address: string): string | undefined {
  const full = /^https?:\/\//.test(address) ? address : `https://${address}`;
  return URL.canParse(full) && /[.:]|localhost/.test(new URL(full).host) ? new URL(full).origin : undefined;
}
