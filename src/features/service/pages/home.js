for (const element of document.querySelectorAll('[data-origin]')) element.textContent = location.origin;

const RESET_LABEL_AFTER_MS = 2_000;
const announcement = document.querySelector('#said');
for (const command of document.querySelectorAll('.command')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const copied = await copy(command.querySelector('code'));
    button.textContent = copied ? 'Copied' : 'Selected';
    announcement.textContent = copied ? 'Command copied.' : 'Command selected. Copy it with your keyboard.';
    setTimeout(() => {
      button.textContent = 'Copy';
      announcement.textContent = '';
    }, RESET_LABEL_AFTER_MS);
  });
  command.append(button);
}

/** Browsers only allow clipboard access over HTTPS or on localhost. Otherwise selects the text. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  }
}

const state = document.querySelector('#state');
fetch('/api/health')
  .then((response) => response.json())
  .then(({ status, version }) => {
    if (status === 'pass') state.textContent = `Frontdesk ${version} is running`;
    else showUnhealthy();
  })
  .catch(showUnhealthy);

function showUnhealthy() {
  const link = document.createElement('a');
  link.className = 'attention';
  link.href = '/api/health';
  link.textContent = 'Something needs attention. See the status page';
  state.classList.add('bad');
  state.replaceChildren(link);
}
