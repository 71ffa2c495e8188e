type ServerSentEvent = { name: string; data: string };

/** Reads server-sent events from a response, because `EventSource` cannot send custom headers. */
export async function* readEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let buffered = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (buffered + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    buffered = blocks.pop()!;
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event.data) yield event;
    }
  }
}

function parseBlock(block: string): ServerSentEvent {
  const event: ServerSentEvent = { name: 'message', data: '' };
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event.name = value;
    if (field === 'data') event.data += event.data ? `\n${value}` : value;
  }
  return event;
}
