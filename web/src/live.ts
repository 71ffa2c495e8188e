import { placeHeaders } from './api.ts';

type LiveEvent = { event: 'ready' | 'conversation' | 'booking' | 'request'; id: string };
type Listener = (event: LiveEvent) => void;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const listeners = new Set<Listener>();

export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One stream for the whole tab, opened again whenever it ends. Answers with how to stop it. */
export function followWorkspace(onState: (live: boolean) => void): () => void {
  const abort = new AbortController();
  let wait = FIRST_WAIT_MS;
  const follow = async () => {
    while (!abort.signal.aborted) {
      try {
        const response = await fetch('/api/inbox/events', { headers: placeHeaders(), signal: abort.signal });
        if (response.status === 401 || response.status === 403) return;
        if (!response.ok || !response.body) throw new Error(String(response.status));
        wait = FIRST_WAIT_MS;
        onState(true);
        await read(response.body);
      } catch {
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
      if (abort.signal.aborted) return;
      onState(false);
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
    }
  };
  void follow();
  return () => abort.abort();
}

async function read(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (text + value).split('\n\n');
    text = frames.pop()!;
    for (const frame of frames) tell(frame);
  }
}

function tell(frame: string): void {
  const found = /^event: (\w+)\ndata: (.*)$/m.exec(frame);
  if (!found) return;
  const { id = '' } = JSON.parse(found[2]!) as { id?: string };
  for (const listener of listeners) listener({ event: found[1] as LiveEvent['event'], id });
}
