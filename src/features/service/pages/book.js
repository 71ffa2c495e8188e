// Speeds up the steps of the booking page by replacing only its content. The page also works without this script.
const main = document.querySelector('main');

async function show(url) {
  main.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(url, { headers: { Accept: 'text/html' } });
    const nextPage = new DOMParser().parseFromString(await response.text(), 'text/html');
    const content = nextPage.querySelector('main');
    if (response.redirected || !content) throw new Error('another page');
    main.replaceChildren(...content.childNodes);
    document.title = nextPage.title;
  } catch {
    location.assign(url);
    return;
  } finally {
    main.removeAttribute('aria-busy');
  }
  const heading = main.querySelector('h1');
  heading?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

main.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || link.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  void show(link.href);
});

// A second click would only ask the same again.
main.addEventListener('submit', (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = 'yes';
});

addEventListener('popstate', () => void show(location.href));
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const form of document.forms) delete form.dataset.sent;
});

// A website that shows the page in a frame makes the frame as high as the page.
if (parent !== window)
  new ResizeObserver(() =>
    parent.postMessage({ bookingPageHeight: document.documentElement.offsetHeight }, '*'),
  ).observe(document.documentElement);
