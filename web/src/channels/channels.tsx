import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConnectionRow } from './connection.tsx';
import { CHANNELS_PATH, type ChannelInfo, type Channels } from './data.ts';
import { texts } from './texts.ts';

export function ChannelsPage() {
  const channelsQuery = useGet<Channels>(CHANNELS_PATH, undefined, { refetchMs: 30_000 });
  const [channelToConnect, setChannelToConnect] = useState<ChannelInfo>();
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} />
      <Loaded query={channelsQuery}>
        {({ kinds, connections }) => (
          <>
            <Card title={texts.connected} noPadding>
              {connections.length ? (
                <ul>
                  {connections.map((connection) => (
                    <ConnectionRow
                      key={connection.id}
                      connection={connection}
                      title={kinds.find(({ kind }) => kind === connection.kind)?.title ?? connection.kind}
                    />
                  ))}
                </ul>
              ) : (
                <EmptyState icon={MessagesSquare} title={texts.none} text={texts.noneText} />
              )}
            </Card>
            <Card title={texts.available} noPadding>
              <ul>
                {kinds.map((channel) => (
                  <AvailableChannel
                    key={channel.kind}
                    channel={channel}
                    onConnect={() => setChannelToConnect(channel)}
                  />
                ))}
              </ul>
            </Card>
          </>
        )}
      </Loaded>
      {channelToConnect && <ConnectDialog channel={channelToConnect} onClose={() => setChannelToConnect(undefined)} />}
    </>
  );
}

function AvailableChannel({
  channel: { title, summary, available },
  onConnect,
}: {
  channel: ChannelInfo;
  onConnect(): void;
}) {
  const { hasRoleAtLeast } = useMe();
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-muted">{summary}</p>
      </div>
      {available ? (
        hasRoleAtLeast('admin') && (
          <Button variant="secondary" aria-label={texts.connectFor(title)} onClick={onConnect}>
            {texts.connect}
          </Button>
        )
      ) : (
        <Link to="/settings/plan" className={getButtonClass('quiet')}>
          {texts.notInPlan}
        </Link>
      )}
    </li>
  );
}
