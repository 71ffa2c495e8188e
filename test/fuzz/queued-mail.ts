import type pg from 'pg';

type Page = 'invitation' | 'reset-password' | 'verify-email';
export type QueuedMail = ReturnType<typeof readQueuedMail>;

/** Reads tokens from queued mails, which are never sent in this test. */
export function readQueuedMail(database: pg.Client) {
  return {
    /** The token in the newest mail with a link to the page. */
    async token(page: Page, address: string): Promise<string> {
      const { rows } = await database.query(
        `select payload ->> 'text' as text from graphile_worker._private_jobs
         where payload ->> 'to' = $1 and payload ->> 'text' like $2 order by id desc limit 1`,
        [address, `%/${page}?token=%`],
      );
      return /\?token=([\w.-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? 'none';
    },
  };
}
