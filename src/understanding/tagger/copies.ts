import { generator, pick } from './random.ts';
import type { Lesson, TaggedMessage } from './trainer.ts';

/** Writes other words where spans stand; a replacement may be nothing, which keeps the words. */
function rewrite(message: TaggedMessage, replacement: (slot: string) => string | undefined): TaggedMessage {
  const spans: TaggedMessage['spans'][number][] = [];
  let text = '';
  let at = 0;
  for (const span of [...message.spans].sort((a, b) => a.start - b.start)) {
    if (span.start < at) continue;
    text += message.text.slice(at, span.start);
    const start = text.length;
    text += replacement(span.slot) ?? message.text.slice(span.start, span.end);
    spans.push({ slot: span.slot, start, end: text.length });
    at = span.end;
  }
  return { ...message, text: text + message.text.slice(at), spans };
}

const lowerCased = (message: TaggedMessage): TaggedMessage => ({ ...message, text: message.text.toLowerCase() });

/** Many customers write no capitals, the ones recorded mostly did: half the named messages are also shown in small
 * letters, with other names, so that a name is known by where it stands. */
export function withCopies(messages: readonly TaggedMessage[], seed: number): Lesson[] {
  const random = generator(seed);
  const namesAs = (wanted: string) =>
    messages.flatMap(({ text, spans }) =>
      spans.filter(({ slot }) => slot === wanted).map(({ start, end }) => text.slice(start, end)),
    );
  const names: Readonly<Record<string, readonly string[]>> = {
    first_name: namesAs('first_name'),
    last_name: namesAs('last_name'),
  };
  const renamed = (slot: string) => names[slot] && pick(names[slot], random);
  return messages.flatMap((message, source) => {
    const named = message.spans.some(({ slot }) => slot in names);
    const lesson = { ...message, source };
    const copied = random() < (named ? 0.5 : 0.15);
    return copied ? [lesson, { ...lowerCased(rewrite(message, renamed)), source }] : [lesson];
  });
}
