// A request as bytes, and what came back. Plain node:http, which sends what a well-behaved client would not.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type Sent = {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
};
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Longer than the service gives itself. */
const PATIENCE_MS = 40_000;

export function connect(url: string) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const send = ({ method, path, headers, body }: Sent): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => outgoing.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS);
      const length = body ? { 'content-length': String(body.length) } : {};
      const outgoing = request({ agent, hostname, port, method, path, headers: { ...length, ...headers } }, (reply) => {
        const { statusCode: status = 0 } = reply;
        const done = (bytes: Buffer[]) => {
          clearTimeout(late);
          resolve({ status, headers: reply.headers, body: Buffer.concat(bytes) });
        };
        // Whoever listens does so for hours.
        if (method === 'GET' && reply.headers['content-type']?.startsWith('text/event-stream')) {
          done([]);
          return reply.destroy();
        }
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => done(chunks));
        reply.on('error', reject);
      });
      outgoing.on('error', (error) => {
        clearTimeout(late);
        reject(error);
      });
      outgoing.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** For a person to do it again. */
export function asCommand(url: string, { method, path, headers, body }: Sent): string {
  const text = body?.toString('utf8');
  const isText = body === undefined || Buffer.from(text!).equals(body);
  return [
    ...(isText ? [] : [`echo ${body.toString('base64')} | base64 -d |`]),
    `curl -i -X ${method} ${quoted(url + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${isText ? quoted(text!) : '@-'}`] : []),
  ].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
