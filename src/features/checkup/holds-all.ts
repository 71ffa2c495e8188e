/** Whether a text holds each phrase, or one of several; case, spaces and the kind of quotation mark do not count. */
export function holdsAll(text: string, phrases: readonly (string | readonly string[])[]): boolean {
  const said = plain(text);
  return phrases.every((phrase) => [phrase].flat().some((one) => said.includes(plain(one))));
}

const plain = (text: string) =>
  text.normalize('NFKC').replace(/[‘’ʼ]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim().toLowerCase();
