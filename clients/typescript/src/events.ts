/** One server-sent event. */
export type ServerEvent = { event: string; id: string | undefined; data: string };

/** Reads events from a stream. Leaving the loop early closes the connection. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let buffered = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const frames = (buffered + value).split('\n\n');
      buffered = frames.pop() ?? '';
      for (const frame of frames) {
        const event = parseFrame(frame);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Undefined for comments, which only keep the connection alive. */
function parseFrame(frame: string): ServerEvent | undefined {
  const fieldValues = (field: string) =>
    frame
      .split('\n')
      .flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).trimStart()] : []));
  const data = fieldValues('data');
  return data.length
    ? { event: fieldValues('event')[0] ?? 'message', id: fieldValues('id')[0], data: data.join('\n') }
    : undefined;
}
