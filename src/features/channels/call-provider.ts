// Calls the API of a provider.
import { Type } from 'typebox';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { ChannelError } from './channel.ts';

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** The setting for a provider's API at a URL other than the usual one. */
export const createApiUrlField = (description: string) =>
  Type.Optional(Type.String({ title: 'API address', description, format: 'uri' }));

type ProviderCall = { headers?: Record<string, string> } & (
  | { json: object }
  | { form: Record<string, string> }
  | { method: 'GET' }
);

/** The response as JSON, or an empty object. Throws a ChannelError that can be retried if the provider cannot be reached or is busy. */
export async function callProvider(
  { fetch }: Pick<SafeFetch, 'fetch'>,
  provider: string,
  url: string,
  { headers, ...call }: ProviderCall,
): Promise<{ status: number; json: unknown }> {
  const body =
    'json' in call ? JSON.stringify(call.json) : 'form' in call ? String(new URLSearchParams(call.form)) : undefined;
  const contentType = 'json' in call ? 'application/json' : 'application/x-www-form-urlencoded';
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': contentType }) },
    ...(body === undefined ? {} : { body }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_RESPONSE_BYTES,
  }).catch(() => {
    throw new ChannelError(`${provider} did not answer.`);
  });
  if (response.status === 429 || response.status >= 500)
    throw new ChannelError(`${provider} is busy or has a problem (${response.status}).`);
  return { status: response.status, json: parseJson(response.body) };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}
