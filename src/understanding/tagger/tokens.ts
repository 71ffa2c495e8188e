export type Token = { readonly text: string; readonly start: number; readonly end: number };

/** E-mail addresses, codes (BX7W2), numbers with what ties them (8:30, 23/4, 555-0134), "p.m.", words, 's, signs. */
const TOKEN =
  /[^\s@]{1,64}@[^\s@]{1,64}|\p{L}+\d[\p{L}\d]*|\d+(?:[:./-]\d+)*|[ap]\.\s?m\.?(?!\p{L})|\p{L}[\p{L}\p{M}]*|['’]\p{L}+|\S/giu;

export function tokenise(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }));
}
