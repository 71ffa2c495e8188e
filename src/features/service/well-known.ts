import type { Config } from '../../kernel/config.ts';

const DAY_MS = 86_400_000;

/** RFC 9116. It expires, so that nobody relies on a server that is no longer kept; each start renews it. */
export function composeSecurityText({ securityContact, publicUrl }: Config, now: Date): string {
  const expires = new Date(now.getTime() + 365 * DAY_MS);
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    'Preferred-Languages: en',
    '',
  ].join('\n');
}

/** For language models that are to use the API: https://llmstxt.org. */
export const composeLlmsText = ({ publicUrl }: Config): string => `# Frontdesk

> Answers a business’s customers: chat, bookings, and handing over to a person. Everything is available over one HTTP API.

Requests carry \`Authorization: Bearer <key>\`. Test keys work on a sandbox, where \`"dryRun": true\` commits nothing. Errors are
problem documents (RFC 9457) with a stable \`code\`. Repeat a POST safely with an \`Idempotency-Key\`.

## API

- [API description](${publicUrl}/openapi.json): OpenAPI 3.1, with examples and webhooks; also [as YAML](${publicUrl}/openapi.yaml)
- [Postman collection](${publicUrl}/postman.json): the same requests, ready to send
- [Guides](${publicUrl}/docs/guides): quickstarts, webhooks, testing, the command line
- [API reference](${publicUrl}/docs): for people
- [Error codes](${publicUrl}/problems): each with what to do
- [Model Context Protocol](${publicUrl}/mcp): streamable HTTP, with a key that has the scope \`mcp\`

## Start here

- \`POST ${publicUrl}/api/chat\`: send a customer’s message, get the reply
- \`GET ${publicUrl}/api/v1/config\`: the document that describes the business
- \`GET ${publicUrl}/api/v1/bookings\`: what is booked
- \`GET ${publicUrl}/api/events\`: what happened
`;
