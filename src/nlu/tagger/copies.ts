import { introductions, type Names } from './introductions.ts';
import type { Slot } from './labels.ts';
import { generator, pick } from './random.ts';
import type { TaggedMessage, TrainingExample } from './trainer.ts';

function namesIn(messages: readonly TaggedMessage[]): Names {
  const as = (wanted: Slot) =>
    messages.flatMap(({ text, spans }) =>
      spans.filter(({ slot }) => slot === wanted).map(({ start, end }) => text.slice(start, end)),
    );
  return { first: as('first_name'), last: as('last_name') };
}

/** The same message from somebody else. */
function renamed(message: TaggedMessage, names: Names, random: () => number): TaggedMessage {
  const spans: TaggedMessage['spans'][number][] = [];
  let text = '';
  let at = 0;
  for (const { slot, start, end } of [...message.spans].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    text += message.text.slice(at, start);
    const pool = slot === 'first_name' ? names.first : slot === 'last_name' ? names.last : [];
    const words = pool.length > 0 ? pick(pool, random) : message.text.slice(start, end);
    spans.push({ slot, start: text.length, end: text.length + words.length });
    text += words;
    at = end;
  }
  return { ...message, text: text + message.text.slice(at), spans };
}

/**
 * The recorded customers mostly wrote capitals and answered a restaurant; many others do neither. So some messages are
 * also shown in small letters with other names, for a name is known by where it stands, and other ways of giving one's
 * name are shown beside them.
 */
export function withCopies(messages: readonly TaggedMessage[], seed: number): TrainingExample[] {
  const random = generator(seed);
  const names = namesIn(messages);
  const shown = names.first.length && names.last.length ? [...messages, ...introductions(names, random)] : messages;
  return shown.flatMap((message, source) => {
    const named = message.spans.some(({ slot }) => slot === 'first_name' || slot === 'last_name');
    const copied = random() < (named ? 0.5 : 0.15);
    const copy = copied && renamed(message, names, random);
    return [{ ...message, source }, ...(copy ? [{ ...copy, text: copy.text.toLowerCase(), source }] : [])];
  });
}
