/** Every limit on what pages may do with a publishable key. The plan's burst and month hold beside them. */
export const WIDGET_LIMITS = {
  /** Chat, a minute. */
  message: { visitor: 20, address: 60 },
  /** Sessions begun or renewed, a minute. */
  session: { address: 30 },
  /** Live streams open at a time on one instance; those of a visitor are their tabs. */
  streams: { visitor: 6, address: 60, key: 2_000 },
  /** Transcripts by mail, an hour, over all instances; a recipient's are those of one workspace. */
  transcripts: { conversation: 3, address: 10, recipient: 3 },
  /** With any key: mails from here have the operator's address as their sender. */
  transcriptsOfWorkspace: { perDay: 200 },
};

export type WidgetLimits = typeof WIDGET_LIMITS;
