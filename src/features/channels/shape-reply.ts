// Fits a reply to what a channel can show.
import { ChannelError, type OutgoingMessage, type ReplyLimits } from './channel.ts';

export type ShapedReply = { parts: string[]; buttons: string[] };

/**
 * Choices become buttons if the channel has enough of them, otherwise a numbered list in the text; answers with a number
 * are understood as the choice. A long text is split between paragraphs, sentences or words, in this order of preference.
 */
export function shapeReply(
  text: string,
  suggestions: readonly string[],
  { maxCharacters, maxButtons, maxButtonCharacters = Number.POSITIVE_INFINITY }: ReplyLimits,
): ShapedReply {
  const hasButtons =
    suggestions.length <= maxButtons && suggestions.every((choice) => [...choice].length <= maxButtonCharacters);
  const list = hasButtons ? '' : suggestions.map((choice, index) => `\n${index + 1}. ${choice}`).join('');
  return {
    parts: splitText(`${text}${list ? `\n${list}` : ''}`, maxCharacters),
    buttons: hasButtons ? [...suggestions] : [],
  };
}

/** Sends the parts of a reply in their order, the buttons with the last. Parts that an earlier attempt has sent are left out. */
export async function sendParts(
  { text, suggestions, sentIds = [] }: OutgoingMessage,
  limits: ReplyLimits,
  sendPart: (text: string, buttons: string[]) => Promise<string>,
): Promise<string[]> {
  const { parts, buttons } = shapeReply(text, suggestions, limits);
  const ids = [...sentIds];
  for (const [index, part] of parts.entries()) {
    if (index < sentIds.length) continue;
    try {
      ids.push(await sendPart(part, index === parts.length - 1 ? buttons : []));
    } catch (error) {
      if (error instanceof ChannelError) error.sentIds = ids;
      throw error;
    }
  }
  return ids;
}

/** The boundaries at which a long text may be split, the best first. */
const SPLIT_BOUNDARIES = ['\n\n', '\n', '. ', ' '];

export function splitText(text: string, maxCharacters: number): string[] {
  const trimmed = text.trim();
  if (trimmed.length <= maxCharacters) return trimmed ? [trimmed] : [];
  const window = trimmed.slice(0, maxCharacters + 1);
  const boundary = SPLIT_BOUNDARIES.find((mark) => window.lastIndexOf(mark) > maxCharacters / 2);
  const position = boundary
    ? window.lastIndexOf(boundary) + boundary.trimEnd().length
    : moveToCharacterStart(trimmed, maxCharacters);
  return [trimmed.slice(0, position).trim(), ...splitText(trimmed.slice(position), maxCharacters)];
}

/** Does not split a character that takes two code units, such as an emoji. */
const moveToCharacterStart = (text: string, position: number): number =>
  (text.codePointAt(position - 1) ?? 0) > 0xffff ? position - 1 : position;

/** The choice that a customer means by its number in the list, or the message itself. */
export function resolveChoiceNumber(message: string, suggestions: readonly string[]): string {
  const [, number] = /^\s*(\d{1,2})[.)]?\s*$/.exec(message) ?? [];
  return (number && suggestions[Number(number) - 1]) || message;
}
