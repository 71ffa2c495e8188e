import { createRandom, pick } from '../random.ts';
import type { Slot } from './labels.ts';
import { generateNameMessages, type NamePool } from './name-templates.ts';
import type { TaggedMessage, TrainingExample } from './trainer.ts';

function collectNames(messages: readonly TaggedMessage[]): NamePool {
  const namesFor = (nameSlot: Slot) =>
    messages.flatMap(({ text, spans }) =>
      spans.filter(({ slot }) => slot === nameSlot).map(({ start, end }) => text.slice(start, end)),
    );
  return { first: namesFor('first_name'), last: namesFor('last_name') };
}

/** The same message with other customers' names. */
function withOtherNames(message: TaggedMessage, names: NamePool, random: () => number): TaggedMessage {
  const spans: TaggedMessage['spans'][number][] = [];
  let text = '';
  let position = 0;
  for (const { slot, start, end } of [...message.spans].sort((a, b) => a.start - b.start)) {
    if (start < position) continue;
    text += message.text.slice(position, start);
    const pool = slot === 'first_name' ? names.first : slot === 'last_name' ? names.last : [];
    const replacement = pool.length > 0 ? pick(pool, random) : message.text.slice(start, end);
    spans.push({ slot, start: text.length, end: text.length + replacement.length });
    text += replacement;
    position = end;
  }
  return { ...message, text: text + message.text.slice(position), spans };
}

const COPY_SHARE = { withName: 0.5, withoutName: 0.15 };

/**
 * The recorded customers mostly used capitals and talked to a restaurant; many others do neither. So some messages are
 * added again in lower case with other names, because a name is recognised by its context, and more ways of introducing
 * oneself are added from templates.
 */
export function augment(messages: readonly TaggedMessage[], seed: number): TrainingExample[] {
  const random = createRandom(seed);
  const names = collectNames(messages);
  const allMessages =
    names.first.length && names.last.length ? [...messages, ...generateNameMessages(names, random)] : messages;
  return allMessages.flatMap((message, source) => {
    const hasName = message.spans.some(({ slot }) => slot === 'first_name' || slot === 'last_name');
    const isCopied = random() < (hasName ? COPY_SHARE.withName : COPY_SHARE.withoutName);
    const copy = isCopied && withOtherNames(message, names, random);
    return [{ ...message, source }, ...(copy ? [{ ...copy, text: copy.text.toLowerCase(), source }] : [])];
  });
}
