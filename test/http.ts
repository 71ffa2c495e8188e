export type Reply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at freely in tests
  json: any;
  text: string;
  headers: Headers;
};
export type CallOptions = { key?: string; cookie?: string; body?: unknown; headers?: Record<string, string> };

/** One request, as a client would make it. */
export async function call(
  service: { url: string },
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Reply> {
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

/** For steps that only lead up to what is tested. */
export function must(status: number, reply: Reply): Reply {
  if (reply.status !== status) throw new Error(`${status} expected: ${reply.status} ${reply.text}`);
  return reply;
}
