// Somebody is asked for who does not work here: that is said before anybody else is offered.
import { peopleOf } from '../../capability/industry.ts';
import { overlaps } from '../../nlu/entities/extracted-entity.ts';
import { findPeopleAskedFor } from '../../nlu/entities/people-asked-for.ts';
import { mentionsIn } from './mentions.ts';
import { composeParts } from './reply.ts';
import type { Turn, TurnResult } from './turn.ts';

/** The name, as they have written it. Words that name anything of the business are no stranger's. */
export function strangerIn({ ctx, businessContext, message }: Turn): string | undefined {
  const { industry } = businessContext;
  if (peopleOf(ctx.business, industry).length === 0) return undefined;
  const asked = findPeopleAskedFor(message.text);
  if (asked.length === 0) return undefined;
  const known = mentionsIn(message.text, ctx.business, industry);
  return asked.find((name) => !known.some((mention) => overlaps(mention, name)))?.value;
}

/** The answer with what is to be said of a stranger; who works here is listed where the answer names nobody. */
export function withStranger(turn: Turn, result: TurnResult & { policy: string }): TurnResult & { policy: string } {
  const name = SERVES.has(result.policy) && !result.part.handoff ? strangerIn(turn) : undefined;
  if (name === undefined || name === result.slots.name) return result;
  const { say, ctx, businessContext } = turn;
  const people = peopleOf(ctx.business, businessContext.industry);
  const none = say.text("We don't have anyone called {name} here.", { name });
  const isNamed = people.some((person) => result.part.text.includes(person.name));
  const names = people.map((person) => person.name).join(', ');
  const text = isNamed ? none : `${none} ${say.text('With us you find {names}.', { names })}`;
  const isOpen = ['faq', 'unknown'].includes(result.intent) && !result.part.sources?.length;
  return { ...result, part: isOpen ? { text } : composeParts([{ text }, result.part]) };
}

const SERVES = new Set(['answer', 'task', 'offer']);
