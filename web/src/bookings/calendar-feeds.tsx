import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api } from '../api.ts';
import { CopyButton } from '../copy-button.tsx';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.feeds;
const FEEDS_PATH = '/api/v1/calendar-feeds';
type Feeds = Answer<'GET /api/v1/calendar-feeds'>;
type Feed = Feeds['data'][number];

/** Private links with which any calendar app shows the bookings. */
export function CalendarFeeds({ onClose }: { onClose(): void }) {
  const { can } = useMe();
  const refresh = useRefresh();
  const query = useGet<Feeds>(FEEDS_PATH);
  const [resetting, setResetting] = useState<Feed>();
  const reset = useMutation({
    mutationFn: ({ resource }: Feed) => api.post(`${FEEDS_PATH}/reset`, { resource }),
    async onSuccess() {
      toast.done(texts.done);
      await refresh(FEEDS_PATH);
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title} wide>
      <p className="text-muted">{texts.about}</p>
      <Loaded query={query} lines={4}>
        {({ data }) => (
          <ul className="divide-y divide-line">
            {data.map((feed) => (
              <li key={feed.url} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="font-medium">{feed.name}</span>
                <span className="flex flex-wrap gap-2">
                  <CopyButton small text={feed.url} label={texts.copy} about={feed.name} />
                  {can('agent') && (
                    <Button small variant="quiet" onClick={() => setResetting(feed)}>
                      {texts.reset}
                      <span className="sr-only">{feed.name}</span>
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className="text-sm text-muted">{texts.private}</p>
      <Confirm
        open={resetting !== undefined}
        onClose={() => setResetting(undefined)}
        title={texts.resetTitle(resetting?.name ?? '')}
        text={texts.resetText}
        action={texts.reset}
        onConfirm={() => resetting && reset.mutateAsync(resetting)}
      />
    </Dialog>
  );
}
