// A number that could be people or an hour.
import type { ActiveTask } from './dialogue-state.ts';

/**
 * "Make that 9" where a number of people is known: nine of them, or nine o'clock? Whichever is nearer to what was agreed;
 * undefined where it is the time.
 */
export function bareCount(
  text: string,
  { slots }: ActiveTask,
): { number: number; means: 'people' | 'either' } | undefined {
  const { partySize, time } = slots;
  const said = /\bmake (?:it|that) (\d{1,2})(?![\d:.]|\s*(?:[ap]\.?m|o'?clock|ish))\b/i.exec(text)?.[1];
  if (said === undefined || partySize === undefined) return undefined;
  const number = Number(said);
  const hour = time ? Number(time.slice(0, 2)) % 12 || 12 : undefined;
  const [ofPeople, ofHours] = [Math.abs(number - partySize), Math.abs(number - (hour ?? Infinity))];
  if (ofPeople > ofHours) return undefined;
  return { number, means: ofPeople === ofHours ? 'either' : 'people' };
}

export const askWhichCount = (number: number) => ({
  text: `Do you mean ${number} people, or ${number} o'clock?`,
  suggestions: [`${number} people`, `${number} o'clock`],
});
