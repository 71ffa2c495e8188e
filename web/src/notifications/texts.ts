export const texts = {
  nobody: {
    title: 'No one will hear about waiting customers',
    withoutEmail:
      'This installation can’t send email, and no one on your team has turned on alerts. Turn on alerts on your device, or ask whoever runs this server to set up email (SMTP_URL).',
    withEmail: 'Everyone has turned off emails and alerts. Turn one of them on so that customers don’t wait in vain.',
    action: 'Set up notifications',
  },
  team: {
    title: 'When a customer is waiting',
    about:
      'We email at once when a customer asks for a person, then at most every ten minutes. Test mode never alerts.',
    email: 'Where should we email you when a customer is waiting?',
    hint: 'Leave blank to email every owner.',
    setupHint: 'The email only says that someone is waiting, with a link. You can change this in Settings.',
    cannotSend:
      'This installation can’t send email yet, so no email will arrive. Turn on alerts on your devices, or ask whoever runs this server to set SMTP_URL.',
    notYet: 'Not sent until email is set up on this server.',
    readOnly: (email: string | null) => (email ? `Emails go to ${email}.` : 'Emails go to every owner.'),
    saved: 'Saved.',
  },
  own: {
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
    about: 'Get a notification when a customer is waiting, even when Frontdesk is closed.',
    switch: 'Alerts on this device',
    switchHint: 'They say which business a customer is waiting at, never what was said.',
    on: 'Alerts are on for this device.',
    off: 'Alerts are off for this device.',
    failed: 'Your browser’s alert service can’t be reached right now. Try again later.',
    denied:
      'Your browser blocks notifications from this site. Allow them in the browser’s site settings, then reload this page.',
    insecure: 'Alerts need a secure connection. Open Frontdesk with https://.',
    'needs-install': 'On iPhone and iPad, add Frontdesk to your Home Screen first (Share, then Add to Home Screen).',
    unsupported: 'This browser can’t show alerts. Try a current version of Chrome, Edge, Firefox or Safari.',
    test: 'Send a test alert',
    outcomes: {
      delivered: 'Test alert sent. It should appear in a moment.',
      gone: 'This device no longer accepts alerts. Turn them on again.',
      refused: 'The browser’s alert service refused the test alert. Turn alerts off and on again.',
      unavailable: 'The browser’s alert service can’t be reached right now. Try again later.',
    },
    others: 'Your other devices',
    since: (day: string) => `since ${day}`,
    remove: 'Remove',
    removeFor: (device: string) => `Remove ${device}`,
    removed: 'Device removed.',
    none: 'No device shows alerts yet.',
  },
} as const;
