// The fragment holds the publishable key of the sandbox: it is sent to nobody. Only within the dashboard, which no other
// page can frame: a link to this page with somebody else's key would show their words as if they were ours.
if (parent !== window) {
  const script = document.createElement('script');
  script.src = '/widget.js';
  script.async = true;
  script.dataset.key = decodeURIComponent(location.hash.slice(1));
  script.dataset.open = '';
  document.body.append(script);
}
