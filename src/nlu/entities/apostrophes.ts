/** Normalizes apostrophes so that patterns handle only one kind; positions do not change. */
export const normalizeApostrophes = (text: string): string => text.replace(/[‘’ʼ´`]/g, "'");
