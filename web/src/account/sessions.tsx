import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { formatDeviceName } from './device.ts';
import { texts } from './texts.ts';

type Session = { id: string; token: string; createdAt: string; expiresAt: string; userAgent?: string | null };
const SESSIONS_PATH = '/api/auth/list-sessions';

export function Sessions() {
  const sessionsQuery = useGet<Session[]>(SESSIONS_PATH);
  const refresh = useRefresh();
  const [isConfirming, setIsConfirming] = useState(false);
  const revoke = useMutation({
    mutationFn: (token: string) => api.post('/api/auth/revoke-session', { token }),
    async onSuccess() {
      toast.success(texts.account.ended);
      await refresh(SESSIONS_PATH);
    },
  });
  const revokeOtherSessions = useMutation({
    mutationFn: () => api.post('/api/auth/revoke-other-sessions'),
    onSuccess: () => refresh(SESSIONS_PATH),
  });
  return (
    <Card
      title={texts.account.sessions}
      action={
        (sessionsQuery.data?.length ?? 0) > 1 && (
          <Button small variant="secondary" onClick={() => setIsConfirming(true)}>
            {texts.account.endAll}
          </Button>
        )
      }
      noPadding
    >
      <Loaded query={sessionsQuery} skeletonLines={2}>
        {(allSessions) => (
          <ul>
            {allSessions.map(({ id, token, userAgent, createdAt }) => (
              <li key={id} className="flex items-center justify-between gap-4 border-t border-line px-5 py-3">
                <div className="min-w-0">
                  <p className="truncate font-medium">{formatDeviceName(userAgent)}</p>
                  <p className="text-sm text-muted">
                    {texts.account.since} {new Date(createdAt).toLocaleString()}
                  </p>
                </div>
                <Button
                  small
                  variant="quiet"
                  busy={revoke.isPending && revoke.variables === token}
                  onClick={() => revoke.mutate(token)}
                >
                  {texts.account.end}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Confirm
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.account.endAllTitle}
        text={texts.account.endAllText}
        action={texts.account.endAll}
        onConfirm={() => revokeOtherSessions.mutateAsync()}
      />
    </Card>
  );
}
