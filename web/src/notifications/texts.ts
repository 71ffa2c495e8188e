export const texts = {
  nobodyAlerted: {
    title: 'No one gets notified when a customer is waiting',
    withoutEmail:
      'Email isn’t set up, and no one on your team has alerts on. Turn on alerts on your device, or ask your server administrator to set up email.',
    withEmail: 'Everyone has turned off emails and alerts. Turn one on so customers aren’t left waiting.',
    action: 'Set up notifications',
  },
  team: {
    title: 'When a customer is waiting',
    about:
      'We email right away when a customer asks for a person, then at most every 10 minutes. Test mode doesn’t send alerts.',
    email: 'Where should we email you when a customer is waiting?',
    hint: 'Leave blank to email every owner.',
    setupHint: 'The email just says someone is waiting and links to the conversation. You can change this in Settings.',
    cannotSend:
      'Email isn’t set up yet, so you won’t get any. Turn on alerts on your devices, or ask your server administrator to set up email.',
    notSentYet: 'Not sent until email is set up on this server.',
    readOnly: (email: string | null) => (email ? `Emails go to ${email}.` : 'Emails go to every owner.'),
    saved: 'Saved.',
  },
  personal: {
    title: 'Your emails',
    about: (email: string) => `Sent to ${email}, only for this workspace.`,
    waiting: 'Email me when a customer is waiting',
    waitingHint: (teamEmail: string | null) =>
      teamEmail ? `We also email ${teamEmail}.` : 'On by default for owners.',
    digest: 'Weekly summary',
    digestHint: 'On Mondays: conversations, bookings and what your assistant couldn’t answer.',
  },
  device: {
    title: 'Alerts on your devices',
    about: 'Get a notification when a customer is waiting, even when this page is closed.',
    switch: 'Alerts on this device',
    switchHint: 'Alerts name the business, never what the customer said.',
    on: 'Alerts are on for this device.',
    off: 'Alerts are off for this device.',
    failed: 'We can’t reach your browser’s notification service. Try again later.',
    denied:
      'Your browser blocks notifications from this site. Allow them in the browser’s site settings, then reload this page.',
    insecure: 'Alerts need a secure connection. Open this page with https://.',
    'needs-install': 'On iPhone and iPad, add this page to your Home Screen first (Share, then Add to Home Screen).',
    unsupported: 'This browser can’t show alerts. Try a current version of Chrome, Edge, Firefox or Safari.',
    test: 'Send a test alert',
    outcomes: {
      delivered: 'Test alert sent. It should appear in a moment.',
      gone: 'This device no longer accepts alerts. Turn them on again.',
      refused: 'Your browser’s notification service rejected the test. Turn alerts off and on again.',
      unavailable: 'We can’t reach your browser’s notification service. Try again later.',
    },
    others: 'Your other devices',
    since: (day: string) => `since ${day}`,
    remove: 'Remove',
    removeFor: (device: string) => `Remove ${device}`,
    removed: 'Device removed.',
    none: 'Alerts aren’t on for any device yet.',
  },
} as const;
