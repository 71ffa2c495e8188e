import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { api, type ListOf, type WebhookDelivery, type WebhookEndpoint } from '../api.ts';
import { useFormat } from '../format.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';
import { WEBHOOKS_PATH } from './webhook-path.ts';

const STATUS_TONES: Record<WebhookDelivery['status'], Tone> = {
  pending: 'info',
  delivered: 'success',
  failed: 'danger',
};
const REFETCH_MS = 3_000;

export function Deliveries({ endpoint: { id, url } }: { endpoint: WebhookEndpoint }) {
  const path = `${WEBHOOKS_PATH}/${id}/deliveries`;
  const deliveriesQuery = useGet<ListOf<WebhookDelivery>>(path, { limit: 50 }, { refetchMs: REFETCH_MS });
  const format = useFormat();
  const refresh = useRefresh();
  const replay = useMutation({
    mutationFn: (deliveryId: string) => api.post(`${WEBHOOKS_PATH}/deliveries/${deliveryId}/replay`),
    async onSuccess() {
      toast.success(texts.webhooks.replayed);
      await refresh(path);
    },
  });
  return (
    <Card title={texts.webhooks.deliveries} description={texts.webhooks.deliveriesOf(url)} noPadding>
      <Loaded query={deliveriesQuery}>
        {({ data }) =>
          data.length ? (
            <ul>
              {data.map((delivery) => {
                const lastAttempt = delivery.attempts.at(-1);
                return (
                  <li
                    key={delivery.id}
                    className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3"
                  >
                    <div className="min-w-0 flex-1">
                      <p className="font-mono text-sm">{delivery.type}</p>
                      <p className="text-sm text-muted">
                        {format.dateTime(delivery.createdAt)}
                        {lastAttempt &&
                          ` · ${texts.webhooks.attempts(delivery.attempts.length)} · ${
                            lastAttempt.responseStatus
                              ? texts.webhooks.answer(lastAttempt.responseStatus, lastAttempt.durationMs)
                              : (lastAttempt.error ?? texts.webhooks.noAnswer)
                          }`}
                      </p>
                    </div>
                    <Badge tone={STATUS_TONES[delivery.status]}>{texts.webhooks.status[delivery.status]}</Badge>
                    <Button
                      small
                      variant="secondary"
                      busy={replay.isPending && replay.variables === delivery.id}
                      onClick={() => replay.mutate(delivery.id)}
                    >
                      {texts.webhooks.replay}
                    </Button>
                  </li>
                );
              })}
            </ul>
          ) : (
            <EmptyState icon={Send} title={texts.webhooks.noDeliveries} text={texts.webhooks.noDeliveriesText} />
          )
        }
      </Loaded>
    </Card>
  );
}
