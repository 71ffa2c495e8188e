// Resolves a number that could be a party size or an hour.
import type { ActiveTask } from './dialogue-state.ts';

/**
 * Reads "make that 9" as people or as an hour, whichever is closer to the current party size or time. Undefined where it is
 * the time, or there is no such number.
 */
export function parseAmbiguousNumber(
  text: string,
  { slots }: ActiveTask,
): { number: number; means: 'people' | 'either' } | undefined {
  const { partySize, time } = slots;
  const digits = /\bmake (?:it|that) (\d{1,2})(?![:.]?\d|\s*(?:[ap]\.?m|o'?clock|ish))\b/i.exec(text)?.[1];
  if (digits === undefined || partySize === undefined) return undefined;
  const number = Number(digits);
  const hour = time ? Number(time.slice(0, 2)) % 12 || 12 : undefined;
  const [distanceToPartySize, distanceToHour] = [Math.abs(number - partySize), Math.abs(number - (hour ?? Infinity))];
  if (distanceToPartySize > distanceToHour) return undefined;
  return { number, means: distanceToPartySize === distanceToHour ? 'either' : 'people' };
}

export const askPeopleOrTime = (number: number) => ({
  text: `Do you mean ${number} people, or ${number} o'clock?`,
  suggestions: [`${number} people`, `${number} o'clock`],
});
