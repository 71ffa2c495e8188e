/** Limits for publishable keys, in addition to the plan's limits. */
export const WIDGET_LIMITS = {
  /** Chat messages per minute. */
  messagesPerMinute: { visitor: 20, address: 60 },
  /** Chat messages per minute above a limit that are still read for an emergency; `workspace` also counts secret keys. */
  emergencyMessagesPerMinute: { visitor: 10, address: 20, workspace: 60 },
  /** Sessions created or renewed per minute. */
  sessionsPerMinute: { address: 30 },
  /** Concurrent live streams per instance. A visitor has one per open tab. */
  concurrentStreams: { visitor: 6, address: 60, key: 2_000 },
  /** Transcript emails per hour across all instances. `recipient` counts per workspace. */
  transcriptsPerHour: { conversation: 3, address: 10, recipient: 3 },
  /** On the booking page: views per minute and instance, and bookings per hour across all instances. */
  bookingPage: { viewsPerMinute: 120, bookingsPerHourOfAddress: 20, bookingsPerHourOfWorkspace: 1_000 },
  /** For all keys, because emails are sent from the operator's address. */
  transcriptsOfWorkspace: { perDay: 200 },
};

export type WidgetLimits = typeof WIDGET_LIMITS;
