import { useMutation, useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { formatDeviceName } from '../account/device.ts';
import { type Answer, ApiError, api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.tsx';
import { NOTIFICATIONS_PATH, type NotificationSettings } from './data.ts';
import { findCurrentEndpoint, getPushSupport, PermissionDeniedError, turnOnAlerts } from './push.ts';
import { texts } from './texts.ts';

type Device = NotificationSettings['devices'][number];
type TestResult = Answer<'POST /api/notifications/devices/{id}/test'>;

const DEVICES_PATH = `${NOTIFICATIONS_PATH}/devices`;
/** The query key of this browser's push endpoint. Unlike other keys, it is not a path of the API. */
const ENDPOINT_KEY = 'push-endpoint';

export function DeviceAlerts({ devices }: { devices: Device[] }) {
  const [support, setSupport] = useState(getPushSupport);
  const endpointQuery = useQuery({
    queryKey: [ENDPOINT_KEY],
    queryFn: async () => (await findCurrentEndpoint()) ?? null,
  });
  const refresh = useRefresh();
  const thisDevice = devices.find((device) => device.endpoint === endpointQuery.data);
  const toggle = useMutation({
    meta: { handlesErrors: true },
    mutationFn: async (isOn: boolean) =>
      isOn ? turnOnAlerts() : api.delete(`${DEVICES_PATH}/${thisDevice?.id ?? ''}`),
    onSuccess: (_, isOn) => toast.success(isOn ? texts.device.on : texts.device.off),
    onError: (error) =>
      toast.error(
        error instanceof PermissionDeniedError
          ? texts.device.denied
          : // Browsers' own messages about their push service are for developers.
            error instanceof ApiError
            ? error.message
            : texts.device.failed,
      ),
    onSettled() {
      setSupport(getPushSupport());
      return refresh(NOTIFICATIONS_PATH, ENDPOINT_KEY);
    },
  });
  return (
    <Card title={texts.device.title} description={texts.device.about}>
      <div className="flex max-w-2xl flex-col gap-4">
        {support === 'supported' ? (
          <Switch
            label={texts.device.switch}
            hint={texts.device.switchHint}
            checked={thisDevice !== undefined}
            disabled={toggle.isPending || endpointQuery.isPending}
            onChange={(isOn) => toggle.mutate(isOn)}
          />
        ) : (
          <p className="text-muted">{texts.device[support]}</p>
        )}
        {thisDevice && <TestAlert device={thisDevice} />}
        <OtherDevices devices={devices.filter((device) => device !== thisDevice)} />
        {!devices.length && support === 'supported' && <p className="text-sm text-muted">{texts.device.none}</p>}
      </div>
    </Card>
  );
}

function TestAlert({ device }: { device: Device }) {
  const refresh = useRefresh();
  const sendTest = useMutation({
    mutationFn: () => api.post<TestResult>(`${DEVICES_PATH}/${device.id}/test`),
    onSettled: () => refresh(NOTIFICATIONS_PATH),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="secondary" busy={sendTest.isPending} onClick={() => sendTest.mutate()}>
        <BellRing className="size-4" aria-hidden />
        {texts.device.test}
      </Button>
      <p role="status" className="text-sm text-muted">
        {sendTest.data && texts.device.outcomes[sendTest.data.outcome]}
      </p>
    </div>
  );
}

function OtherDevices({ devices }: { devices: Device[] }) {
  const format = useFormat();
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${DEVICES_PATH}/${id}`),
    onSuccess: () => toast.success(texts.device.removed),
    onSettled: () => refresh(NOTIFICATIONS_PATH),
  });
  if (!devices.length) return null;
  return (
    <div>
      <h3 className="mb-1 font-medium">{texts.device.others}</h3>
      <ul>
        {devices.map(({ id, userAgent, createdAt }) => (
          <li key={id} className="flex items-center justify-between gap-4 border-t border-line py-2">
            <span className="min-w-0 truncate">
              {formatDeviceName(userAgent)}{' '}
              <span className="text-sm text-muted">{texts.device.since(format.day(createdAt))}</span>
            </span>
            <Button
              small
              variant="quiet"
              aria-label={texts.device.removeFor(formatDeviceName(userAgent))}
              busy={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              {texts.device.remove}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
