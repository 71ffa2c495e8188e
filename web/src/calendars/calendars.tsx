import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarSync, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrlParams } from '../url.ts';
import { ChooseCalendarDialog } from './choose-dialog.tsx';
import { ConflictsCard } from './conflicts.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { CONNECTIONS_PATH, type Connection, useConnections } from './data.ts';
import { FeedsCard } from './feeds.tsx';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.connections;

export function CalendarsPage() {
  return (
    <>
      <PageHeader
        title={allTexts.title}
        description={allTexts.about}
        action={
          <Link to="/bookings" className={getButtonClass('secondary')}>
            <CalendarDays className="size-4" aria-hidden />
            {allTexts.back}
          </Link>
        }
      />
      <div className="flex max-w-4xl flex-col gap-6">
        <ConflictsCard />
        <ConnectionsCard />
        <FeedsCard />
      </div>
    </>
  );
}

function ConnectionsCard() {
  const { hasRoleAtLeast } = useMe();
  const query = useConnections();
  const [isConnecting, setIsConnecting] = useState(false);
  const [connectionIdToConfigure, setConnectionIdToConfigure] = useState<string>();
  useGoogleRedirect(({ id, calendar }) => {
    if (!calendar) setConnectionIdToConfigure(id);
  });
  const connectButton = hasRoleAtLeast('agent') && (
    <Button onClick={() => setIsConnecting(true)}>
      <Plus className="size-4" aria-hidden />
      {texts.connect}
    </Button>
  );
  return (
    <>
      <Card
        title={texts.title}
        description={texts.about}
        noPadding
        action={query.data?.data.length ? connectButton : undefined}
      >
        <Loaded query={query} skeletonLines={3}>
          {({ data }) =>
            data.length ? (
              <ul>
                {data.map((connection) => (
                  <ConnectionRow
                    key={connection.id}
                    connection={connection}
                    onChooseCalendar={() => setConnectionIdToConfigure(connection.id)}
                  />
                ))}
              </ul>
            ) : (
              <EmptyState icon={CalendarSync} title={texts.none} text={texts.noneText} action={connectButton} />
            )
          }
        </Loaded>
      </Card>
      {isConnecting && (
        <ConnectDialog
          onClose={() => setIsConnecting(false)}
          onConnected={({ id }) => {
            setIsConnecting(false);
            setConnectionIdToConfigure(id);
          }}
        />
      )}
      {connectionIdToConfigure && (
        <ChooseCalendarDialog id={connectionIdToConfigure} onClose={() => setConnectionIdToConfigure(undefined)} />
      )}
    </>
  );
}

/** Google sends people back here with a code, or with an error. */
function useGoogleRedirect(onConnected: (connection: Connection) => void) {
  const [{ code, state, error }, setUrl] = useUrlParams<{
    code: string;
    state: string;
    error: string;
    scope: string;
  }>();
  const refresh = useRefresh();
  const isHandled = useRef(false);
  const finishConnecting = useMutation({
    mutationFn: (body: { code: string; state: string }) =>
      api.post<Connection>(`${CONNECTIONS_PATH}/google/finish`, body),
    async onSuccess(connection) {
      await refresh(CONNECTIONS_PATH);
      onConnected(connection);
    },
  });
  useEffect(() => {
    if (isHandled.current || !(error || (code && state))) return;
    isHandled.current = true;
    // A code works once, so it must not stay in the history.
    setUrl({ code: undefined, state: undefined, error: undefined, scope: undefined }, { replace: true });
    if (code && state) finishConnecting.mutate({ code: String(code), state: String(state) });
    else toast.error(allTexts.form.googleDenied);
  }, [code, state, error, setUrl, finishConnecting]);
}
