import { request as httpRequest } from 'node:http';

export type HttpResponse = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without types
  json: any;
  text: string;
  headers: Headers;
};
export type CallOptions = { key?: string; cookie?: string; body?: unknown; headers?: Record<string, string> };

/** Sends one HTTP request. */
export async function call(
  service: { url: string },
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<HttpResponse> {
  const { key, cookie, body, headers = {} } = options;
  const response = await fetch(service.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    json: isJson && text ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
  };
}

/** Sends a request to another host name of the service, which `fetch` cannot do: a POST if there is a body. */
export function callOnHost(
  service: { url: string },
  host: string,
  path: string,
  { accept = 'text/html', cookie, body }: { accept?: string; cookie?: string; body?: object } = {},
): Promise<{ status: number; text: string; headers: Record<string, string | string[] | undefined> }> {
  const headers = {
    host,
    accept,
    ...(cookie ? { cookie } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(service.url + path, { method: body ? 'POST' : 'GET', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      );
    });
    request.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** Throws unless the response has the expected status: for setup steps that are not under test. */
export function expectStatus(status: number, response: HttpResponse): HttpResponse {
  if (response.status !== status) throw new Error(`${status} expected: ${response.status} ${response.text}`);
  return response;
}

/** Retries while the service responds with 503, after the delay in Retry-After: a busy machine may need a while. */
export async function retryWhileUnavailable(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt++) {
    const response = await send();
    if (response.status !== 503 || attempt === 5) return response;
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1_000));
  }
}
