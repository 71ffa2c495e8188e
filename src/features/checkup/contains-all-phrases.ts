/** Whether a text contains each phrase, or one phrase of each list. Ignores case, spacing and the style of quotation marks. */
export function containsAllPhrases(text: string, phrases: readonly (string | readonly string[])[]): boolean {
  const normalizedText = normalize(text);
  return phrases.every((phrase) =>
    [phrase].flat().some((alternative) => normalizedText.includes(normalize(alternative))),
  );
}

const normalize = (text: string) =>
  text.normalize('NFKC').replace(/[‘’ʼ]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim().toLowerCase();
