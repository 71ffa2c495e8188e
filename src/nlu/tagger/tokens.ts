export type Token = { readonly text: string; readonly start: number; readonly end: number };

/**
 * E-mail addresses, codes (BX7W2), numbers with their separators (8:30, 23/4, 555-0134), "p.m.", names (O'Neil, Jean-Luc),
 * words, 's, punctuation.
 */
const TOKEN_PATTERN = new RegExp(
  [
    /[^\s@]{1,64}@[^\s@]{1,64}/u,
    /\p{L}+\d[\p{L}\d]*/u,
    /\d+(?:[:./-]\d+)*/u,
    /[apAP]\.\s?[mM]\.?(?!\p{L})/u,
    /\p{Lu}\p{L}+-\p{Lu}\p{L}+/u,
    /[dDoO]['’]\p{L}[\p{L}\p{M}]+/u,
    /\p{L}[\p{L}\p{M}]*/u,
    /['’]\p{L}+/u,
    /\S/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

export function tokenise(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN_PATTERN), ({ 0: token, index }) => ({
    text: token,
    start: index,
    end: index + token.length,
  }));
}
