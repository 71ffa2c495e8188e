// That a time can be had, and with whom.
import type { AnyCapability } from '../../capability/capability.ts';
import type { ActiveTask } from './dialogue-state.ts';
import type { Input } from './input.ts';
import type { StepResult, Turn } from './turn.ts';

/** Who could take it at the time that was named. */
export type Free = { startsAt: string; name: string };

/** Who would take it, where the customer has named nobody. */
export function proposedIn({ dialogue }: AnyCapability, input: Input, free: Free | undefined): ActiveTask['proposed'] {
  const field = dialogue.words?.staff;
  return field && free && input[field] === undefined ? { [field]: free.name } : undefined;
}

/** That it can be had is said once, before anything about the person is asked, and again for another time. */
export function withNews(asked: StepResult, news: string | undefined, put = (said: string) => said): StepResult {
  const { part, task } = asked;
  if (!news || !task || task.told === news) return asked;
  return { part: { ...part, text: `${put(news)} ${part.text}` }, task: { ...task, told: news } };
}

export function renderFree(
  { say }: Turn,
  { dialogue }: AnyCapability,
  { startsAt, name }: Free,
  { partySize }: Input,
): string {
  const time = say.time(startsAt);
  return dialogue.words?.staff
    ? say.text('{name} is free on {time}.', { name, time })
    : partySize
      ? say.text('{time} is free for {partySize}.', { time, partySize: Number(partySize) })
      : say.text('{time} is free.', { time });
}
