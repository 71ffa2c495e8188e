// The fragment holds the publishable key of the sandbox: it is sent to nobody.
const script = document.createElement('script');
script.src = '/widget.js';
script.async = true;
script.dataset.key = decodeURIComponent(location.hash.slice(1));
script.dataset.open = '';
document.body.append(script);
