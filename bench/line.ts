// The least that speaks HTTP: a client of the platform's own would take a tenth of the processor that is measured.
import { connect, type Socket } from 'node:net';

export type Sent = { status: number; body: string };
type Line = { send(request: Buffer): Promise<Sent> };

const lines: Line[] = [];

/** Connections are kept, and carry one request at a time. */
export async function post(url: URL, headers: Record<string, string>, body: string): Promise<Sent> {
  const line = lines.pop() ?? openLine(connect(Number(url.port), url.hostname));
  const all = { host: url.host, 'content-length': Buffer.byteLength(body), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const sent = await line.send(Buffer.from(`POST ${url.pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`));
  lines.push(line);
  return sent;
}

/** The program may end while it is still open. */
function openLine(socket: Socket): Line {
  let received: Buffer = Buffer.alloc(0);
  let settle: { resolve(sent: Sent): void; reject(error: Error): void } | undefined;
  socket.setNoDelay().unref();
  socket.on('error', (error) => settle?.reject(error));
  socket.on('close', () => settle?.reject(new Error('The service hung up.')));
  socket.on('data', (chunk: Buffer) => {
    received = received.length ? Buffer.concat([received, chunk]) : chunk;
    const sent = readAnswer(received);
    if (!sent) return;
    received = Buffer.alloc(0);
    socket.unref();
    settle?.resolve(sent);
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.ref();
        socket.write(request);
      }),
  };
}

function readAnswer(received: Buffer): Sent | undefined {
  const bodyAt = received.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return undefined;
  const head = received.toString('latin1', 0, bodyAt);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  if (Number.isNaN(length)) throw new Error(`An answer of unknown length:\n${head}`);
  if (received.length < bodyAt + length) return undefined;
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', bodyAt, bodyAt + length) };
}
