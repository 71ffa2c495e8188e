import type pg from 'pg';

type LinkPage = 'invitation' | 'reset-password' | 'verify-email';
export type QueuedEmails = ReturnType<typeof readQueuedEmails>;

/** Reads tokens from queued emails, which are never sent in this test. */
export function readQueuedEmails(database: pg.Client) {
  return {
    /** The token in the newest email with a link to the page. */
    async findToken(page: LinkPage, address: string): Promise<string> {
      const { rows } = await database.query(
        `select payload ->> 'text' as text from graphile_worker._private_jobs
         where payload ->> 'to' = $1 and payload ->> 'text' like $2 order by id desc limit 1`,
        [address, `%/${page}?token=%`],
      );
      return /\?token=([\w.-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? 'none';
    },
  };
}
