// Tells customers who ask for somebody that nobody of that name works here, before offering anybody else.
import { peopleOf } from '../../capability/industry.ts';
import { overlaps } from '../../nlu/entities/extracted-entity.ts';
import { findRequestedPeople } from '../../nlu/entities/requested-people.ts';
import { findCatalogMentions } from './mentions.ts';
import { composeParts } from './reply.ts';
import { CONFIDENT } from './thresholds.ts';
import type { Turn, TurnResult } from './turn.ts';

/** The requested name that matches nobody here. Names of anything else in the business's catalog do not count. */
export function findUnknownStaffName({ ctx, businessContext, message }: Turn): string | undefined {
  const { industry } = businessContext;
  if (peopleOf(ctx.business, industry).length === 0) return undefined;
  const requestedPeople = findRequestedPeople(message.text);
  if (requestedPeople.length === 0) return undefined;
  const mentions = findCatalogMentions(message.text, ctx.business, industry);
  return requestedPeople.find((name) => !mentions.some((mention) => overlaps(mention, name)))?.value;
}

/** Puts the notice before the answer, and lists who works here if the answer names nobody. */
export function withUnknownStaffNotice(
  turn: Turn,
  result: TurnResult & { policy: string },
): TurnResult & { policy: string } {
  const name = POLICIES_WITH_NOTICE.has(result.policy) && !result.part.handoff ? findUnknownStaffName(turn) : undefined;
  if (name === undefined || name === result.slots.name) return result;
  const { format, ctx, businessContext } = turn;
  const people = peopleOf(ctx.business, businessContext.industry);
  const notice = format.text("We don't have anyone called {name} here.", { name });
  const names = people.map((person) => person.name).join(', ');
  // What is said of others who work here is no answer, and neither is a passage that hardly fits.
  const isUnanswered =
    ['faq', 'unknown'].includes(result.intent) &&
    (result.confidence < CONFIDENT || !result.part.sources?.some(({ kind }) => kind !== 'staff'));
  const namesStaff = !isUnanswered && people.some((person) => result.part.text.includes(person.name));
  const text = namesStaff ? notice : `${notice} ${format.text('You can book with {names}.', { names })}`;
  return { ...result, part: isUnanswered ? { text } : composeParts([{ text }, result.part]) };
}

const POLICIES_WITH_NOTICE = new Set(['answer', 'task', 'offer']);
