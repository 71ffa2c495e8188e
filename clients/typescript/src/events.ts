/** One server-sent event. */
export type ServerEvent = { event: string; id: string | undefined; data: string };

/** Reads events as they come. Leaving the loop early closes the connection. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const frames = (text + value).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const event = readFrame(frame);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Comments, which keep a connection alive, are no events. */
function readFrame(frame: string): ServerEvent | undefined {
  const all = (field: string) =>
    frame
      .split('\n')
      .flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).trimStart()] : []));
  const data = all('data');
  return data.length ? { event: all('event')[0] ?? 'message', id: all('id')[0], data: data.join('\n') } : undefined;
}
