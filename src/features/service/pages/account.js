/** Script of /reset-password and /invitation. Each page shows one section at a time. */
const token = new URLSearchParams(location.search).get('token') ?? '';
const byId = (id) => document.getElementById(id);

const FIELD_LABELS = {
  token: 'The link',
  newPassword: 'The password',
  password: 'The password',
  email: 'The email',
  name: 'Your name',
  code: 'The code',
};

class RequestError extends Error {
  constructor({ code, detail = 'Something went wrong. Please try again in a moment.', requestId, errors = [] }) {
    const friendlyMessages = {
      internal_error: `Something went wrong on our side. Please try again. If it keeps happening, report this ID: ${requestId}`,
      missing_session: 'You’re no longer signed in. Please reload this page.',
      signup_closed: 'You can’t sign up with this email. Use the one the invitation was sent to.',
    };
    const fieldMessages = errors.map(
      ({ pointer, detail }) => `${FIELD_LABELS[pointer.slice(1)] ?? pointer.slice(1)} ${detail}.`,
    );
    super(friendlyMessages[code] ?? (fieldMessages.join(' ') || detail));
    this.code = code;
    this.fields = errors.map(({ pointer }) => pointer.slice(1));
  }
}

async function call(path, body) {
  const options = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  let response;
  let responseBody;
  try {
    response = await fetch(path, options);
    responseBody = await response.json();
  } catch {
    throw new RequestError({ detail: 'We can’t reach the server right now. Please try again in a moment.' });
  }
  if (!response.ok) throw new RequestError(responseBody);
  return responseBody;
}

function show(id, values = {}) {
  const section = byId(id);
  for (const other of document.querySelectorAll('main > section')) other.hidden = other !== section;
  for (const [name, value] of Object.entries(values)) {
    for (const element of section.querySelectorAll(`[data-fill="${name}"]`)) element.textContent = value;
  }
  const title = section.querySelector('h1');
  document.title = `${title.textContent} – Frontdesk`;
  // Not focused on page load, so that the user starts at the top.
  if (navigator.userActivation?.hasBeenActive ?? true) title.focus();
}

/** Ignores clicks while a submission is running, and shows errors next to the button. */
function onSubmit(id, work) {
  const form = byId(id);
  const button = form.querySelector('.button');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    showError(form, '');
    try {
      await work(Object.fromEntries(new FormData(form)));
    } catch (error) {
      showError(form, error.message, error.fields);
    }
    button.ariaDisabled = 'false';
  });
}

function showError(form, message, fields = []) {
  form.querySelector('[role="alert"]').textContent = message;
  for (const input of form.querySelectorAll('input')) input.ariaInvalid = String(fields.includes(input.name));
  form.querySelector('[aria-invalid="true"]')?.focus();
}

for (const wrapper of document.querySelectorAll('.secret')) {
  const input = wrapper.querySelector('input');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  const updateLabel = () => {
    button.textContent = input.type === 'password' ? 'Show' : 'Hide';
    button.ariaLabel = `${button.textContent} password`;
  };
  button.addEventListener('click', () => {
    input.type = input.type === 'password' ? 'text' : 'password';
    updateLabel();
  });
  updateLabel();
  wrapper.append(button);
}

function resetPassword() {
  onSubmit('ask-form', async ({ email }) => {
    const { canSendEmail } = await call('/api/auth/options');
    if (!canSendEmail)
      throw new RequestError({
        detail:
          'This installation can’t send email. Ask an owner of your workspace for a reset link, or whoever runs this server: frontdesk account reset-link prints one.',
      });
    await call('/api/auth/request-password-reset', { email });
    show('asked', { email });
  });
  onSubmit('choose-form', async ({ newPassword }) => {
    try {
      await call('/api/auth/reset-password', { token, newPassword });
    } catch (error) {
      byId('again').hidden = !error.fields.includes('token');
      throw error;
    }
    show('changed');
  });
  show(token ? 'choose' : 'ask');
}

async function invitation() {
  let email = '';

  async function accept() {
    const { name, role } = await call('/api/invitations/accept', { token });
    show('joined', { workspace: name, role });
  }

  /** Shows the accept section first, so that errors of the invitation appear there. */
  async function acceptAs(user) {
    email = user.email;
    show('accept', { email });
    byId('accept-form').requestSubmit();
  }

  onSubmit('accept-form', () =>
    accept().catch((error) => {
      if (error.code === 'missing_session') return show('enter');
      if (error.code !== 'not_found') throw error;
      throw new Error(
        `This invitation doesn’t work for ${email}. It may have been used, canceled or replaced, have expired, or be for another email.`,
      );
    }),
  );
  onSubmit('sign-up', async (body) => acceptAs((await call('/api/auth/sign-up/email', body)).user));
  onSubmit('sign-in', async (body) => {
    const { user, twoFactorRedirect } = await call('/api/auth/sign-in/email', body).catch((error) => {
      if (error.code === 'invalid_credentials') error.message = 'Wrong email or password.';
      throw error;
    });
    if (twoFactorRedirect) show('second');
    else await acceptAs(user);
  });
  onSubmit('code-form', async ({ code }) => {
    const trimmedCode = code.replaceAll(/\s/g, '');
    const endpoint = /^\d{6}$/.test(trimmedCode) ? 'verify-totp' : 'verify-backup-code';
    await acceptAs((await call(`/api/auth/two-factor/${endpoint}`, { code: trimmedCode })).user);
  });
  byId('leave').addEventListener('click', async () => {
    try {
      await call('/api/auth/sign-out', {});
      showError(byId('accept-form'), '');
      show('enter');
    } catch (error) {
      showError(byId('accept-form'), error.message);
    }
  });
  for (const radio of document.querySelectorAll('[name="have"]')) {
    const showChosenForm = () => {
      for (const id of ['sign-up', 'sign-in']) byId(id).hidden = id !== radio.value;
    };
    radio.addEventListener('change', showChosenForm);
    // The browser may restore the choice of an earlier visit.
    if (radio.checked) showChosenForm();
  }

  if (!token) return show('incomplete');
  show('waiting');
  const [session, invitationDetails] = await Promise.all([
    call('/api/auth/get-session').catch(() => null),
    call('/api/invitations/find', { token }).catch(() => null),
  ]);
  if (invitationDetails) {
    const { invitedBy, workspace } = invitationDetails;
    const text = `${invitedBy ?? 'Someone'} invited you to the ${workspace} team on Frontdesk.`;
    for (const element of document.querySelectorAll('.invited')) element.textContent = text;
    for (const field of document.querySelectorAll('[name="email"]')) field.value = invitationDetails.email;
  }
  if (!session) return show('enter');
  email = session.user.email;
  show('accept', { email });
}

if (byId('choose')) resetPassword();
else void invitation();
