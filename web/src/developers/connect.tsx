import { Link } from '@tanstack/react-router';
import { Code, CopyButton } from '../copy-button.tsx';
import { getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DevelopersLayout } from './developers-layout.tsx';
import { texts } from './texts.ts';

const MCP_URL = `${location.origin}/mcp`;

const MCP_CLIENT_CONFIG = JSON.stringify(
  {
    mcpServers: {
      desk: { type: 'http', url: MCP_URL, headers: { Authorization: 'Bearer YOUR_KEY' } },
    },
  },
  null,
  2,
);

const INSTALL_COMMANDS = `npm pack ./clients/typescript
npm install ./frontdesk-client-0.1.0.tgz`;

const CLIENT_EXAMPLE = `import { createClient } from 'frontdesk-client';

const client = createClient({ baseUrl: '${location.origin}', key: process.env.API_KEY });

const { data } = await client.call('GET /api/v1/bookings', { query: { limit: 5 } });

for await (const part of client.chat({ message: 'When are you open?' })) {
  if (part.type === 'text-delta') process.stdout.write(part.delta);
}`;

export function ConnectPage() {
  const { mcp, client } = texts;
  return (
    <DevelopersLayout tab="connect">
      <Card title={mcp.title} description={mcp.about}>
        <div className="flex flex-col gap-3">
          <CopyableCode label={mcp.address}>{MCP_URL}</CopyableCode>
          <CopyableCode label={mcp.config}>{MCP_CLIENT_CONFIG}</CopyableCode>
          <p className="max-w-prose text-muted">{mcp.key}</p>
          <p className="max-w-prose text-muted">{mcp.rules}</p>
          <div>
            <Link to="/developers" className={getButtonClass('secondary')}>
              {texts.keys.create}
            </Link>
          </div>
        </div>
      </Card>
      <Card title={client.title} description={client.about}>
        <div className="flex flex-col gap-3">
          <CopyableCode label={client.install}>{INSTALL_COMMANDS}</CopyableCode>
          <CopyableCode label={client.example}>{CLIENT_EXAMPLE}</CopyableCode>
        </div>
      </Card>
    </DevelopersLayout>
  );
}

function CopyableCode({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{label}</h3>
        <CopyButton small text={children} />
      </div>
      <Code label={label} noWrap>
        {children}
      </Code>
    </div>
  );
}
