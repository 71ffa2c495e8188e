type Event = { name: string; data: string };

/** Server-sent events of an answer, as they come. `EventSource` cannot send the headers that are needed. */
export async function* readEvents(response: Response): AsyncGenerator<Event> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop()!;
    for (const block of blocks) {
      const event = readBlock(block);
      if (event.data) yield event;
    }
  }
}

function readBlock(block: string): Event {
  const event: Event = { name: 'message', data: '' };
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event.name = value;
    if (field === 'data') event.data += event.data ? `\n${value}` : value;
  }
  return event;
}
