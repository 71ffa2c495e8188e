import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { CopyButton } from '../copy-button.tsx';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { FEEDS_PATH, type Feed, useFeeds } from './data.ts';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.feeds;

/** Private links with which any calendar app shows the bookings. */
export function FeedsCard() {
  const { hasRoleAtLeast } = useMe();
  const refresh = useRefresh();
  const [feedToReset, setFeedToReset] = useState<Feed>();
  const reset = useMutation({
    mutationFn: ({ resource }: Feed) => api.post(`${FEEDS_PATH}/reset`, { resource }),
    async onSuccess() {
      toast.success(texts.done);
      await refresh(FEEDS_PATH);
    },
  });
  return (
    <Card title={texts.title} description={texts.about}>
      <Loaded query={useFeeds()} skeletonLines={4}>
        {({ data }) => (
          <ul className="divide-y divide-line">
            {data.map((feed) => (
              <li key={feed.url} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="font-medium">{feed.name}</span>
                <span className="flex flex-wrap gap-2">
                  <CopyButton small text={feed.url} label={texts.copy} subject={feed.name} />
                  {hasRoleAtLeast('agent') && (
                    <Button small variant="quiet" onClick={() => setFeedToReset(feed)}>
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
      <p className="pt-2 text-sm text-muted">{texts.private}</p>
      <Confirm
        open={feedToReset !== undefined}
        onClose={() => setFeedToReset(undefined)}
        title={texts.resetTitle(feedToReset?.name ?? '')}
        text={texts.resetText}
        action={texts.reset}
        onConfirm={() => feedToReset && reset.mutateAsync(feedToReset)}
      />
    </Card>
  );
}
