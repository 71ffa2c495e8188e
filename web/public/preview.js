// The fragment holds the publishable key of the sandbox: it is sent to nobody. Only within the dashboard, which no other
// page can frame: a link to this page with somebody else's key would show their words as if they were ours.
if (parent !== window) {
  const [key, mode] = decodeURIComponent(location.hash.slice(1)).split(',');
  if (mode === 'draft') showDraft(key);
  else startWidget(key, { open: '' });
}

function startWidget(key, attributes) {
  const script = document.createElement('script');
  script.src = '/widget.js';
  script.async = true;
  Object.assign(script.dataset, { key, ...attributes });
  document.body.append(script);
}

/** Waits for settings that are not saved yet, and shows each change of them. */
function showDraft(key) {
  window.frontdesk = (...call) => {
    frontdesk.q.push(call);
  };
  frontdesk.q = [];
  let isStarted = false;
  addEventListener('message', ({ source, origin, data }) => {
    // Other windows can reach this frame too, but only the page around it decides what it shows.
    if (source !== parent || origin !== location.origin || data?.type !== 'frontdesk.draft') return;
    document.documentElement.dataset.theme = data.dark ? 'dark' : 'light';
    window.frontdesk('update', data.settings);
    if (isStarted) return;
    isStarted = true;
    // A conversation of an earlier preview would hide the greeting.
    window.frontdesk('reset');
    for (const event of ['open', 'close'])
      window.frontdesk('on', event, () => parent.postMessage({ type: 'frontdesk.preview', event }, location.origin));
    startWidget(key, { language: data.language, ...(data.open ? { open: '' } : {}) });
  });
}
