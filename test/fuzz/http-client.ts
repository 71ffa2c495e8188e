// Sends raw HTTP requests with node:http, which allows malformed ones that fetch would reject.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type HttpRequest = {
  method: string;
  /** Includes the query string. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
};
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Longer than the service's own timeout. */
const TIMEOUT_MS = 40_000;

export function createHttpClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const send = ({ method, path, headers, body }: HttpRequest): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const timeout = setTimeout(() => clientRequest.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
      const lengthHeader = body ? { 'content-length': String(body.length) } : {};
      const clientRequest = request(
        { agent, hostname, port, method, path, headers: { ...lengthHeader, ...headers } },
        (response) => {
          const { statusCode: status = 0 } = response;
          const finish = (bytes: Buffer[]) => {
            clearTimeout(timeout);
            resolve({ status, headers: response.headers, body: Buffer.concat(bytes) });
          };
          // An event stream stays open for hours.
          if (method === 'GET' && response.headers['content-type']?.startsWith('text/event-stream')) {
            finish([]);
            return response.destroy();
          }
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => finish(chunks));
          response.on('error', reject);
        },
      );
      clientRequest.on('error', (error) => {
        clearTimeout(timeout);
        reject(error);
      });
      clientRequest.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** The curl command that repeats a request. */
export function toCurlCommand(url: string, { method, path, headers, body }: HttpRequest): string {
  const text = body?.toString('utf8');
  const isText = body === undefined || Buffer.from(text!).equals(body);
  return [
    ...(isText ? [] : [`echo ${body.toString('base64')} | base64 -d |`]),
    `curl -i -X ${method} ${quoteForShell(url + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${isText ? quoteForShell(text!) : '@-'}`] : []),
  ].join(' ');
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
