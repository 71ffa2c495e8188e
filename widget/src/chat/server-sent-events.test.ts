import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents } from './server-sent-events.ts';

async function readInPieces(bytes: Uint8Array, cuts: number[]) {
  const chunks = [...cuts, bytes.length].map((cut, i, all) => bytes.slice(all[i - 1] ?? 0, cut));
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(new Response(body))) events.push(event);
  return events;
}

const STREAM_TEXT =
  ': beat\n\nevent: message\nid: msg_1\ndata: {"text":"Größe 🍝"}\n\ndata: one\r\ndata: two\r\n\r\nevent: conversation\ndata: {}\n\ndata: unfinished';

it('reads the same events wherever the stream is cut', async () => {
  const bytes = new TextEncoder().encode(STREAM_TEXT);
  const cuts = fc
    .array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 })
    .map((all) => all.sort((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(cuts, async (positions) => {
      expect(await readInPieces(bytes, positions)).toEqual([
        { name: 'message', data: '{"text":"Größe 🍝"}' },
        { name: 'message', data: 'one\ntwo' },
        { name: 'conversation', data: '{}' },
      ]);
    }),
  );
});
