for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin;

const said = document.querySelector('#said');
for (const command of document.querySelectorAll('.command')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const copied = await copy(command.querySelector('code'));
    button.textContent = copied ? 'Copied' : 'Selected';
    said.textContent = copied ? 'Command copied.' : 'Command selected. Copy it with your keyboard.';
    setTimeout(() => {
      button.textContent = 'Copy';
      said.textContent = '';
    }, 2_000);
  });
  command.append(button);
}

/** Where the page is not served by HTTPS or from this machine, browsers give no clipboard: then the text is selected. */
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
    else showTrouble();
  })
  .catch(showTrouble);

function showTrouble() {
  const link = document.createElement('a');
  link.className = 'attention';
  link.href = '/api/health';
  link.textContent = 'Something needs attention. See the status page';
  state.classList.add('bad');
  state.replaceChildren(link);
}
