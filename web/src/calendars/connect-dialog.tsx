import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api } from '../api.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { Loaded } from '../ui/states.tsx';
import { CONNECTIONS_PATH, type Connection, useFeeds } from './data.ts';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.form;
const PROVIDERS = allTexts.providers;
type Provider = keyof typeof PROVIDERS;

/** Leaves the page: Google asks for consent and sends the person back. Without a resource, the calendar is for all bookings. */
export async function redirectToGoogle(body: { resource: string | null; connection?: string }): Promise<void> {
  const { url } = await api.post<Answer<'POST /api/v1/calendar-connections/google'>>(
    `${CONNECTIONS_PATH}/google`,
    body,
  );
  window.location.assign(url);
}

type Props = { onClose(): void; onConnected(connection: Connection): void };

export function ConnectDialog({ onClose, onConnected }: Props) {
  const feedsQuery = useFeeds();
  const refresh = useRefresh();
  const [provider, setProvider] = useState<Provider>('google');
  const isGoogle = provider === 'google';
  const connect = useMutation({
    meta: { handlesErrors: true },
    async mutationFn({ owner = '', server = '', user = '', password = '' }: Record<string, string>) {
      const resource = owner || null;
      if (isGoogle) return redirectToGoogle({ resource });
      const body = { resource, server: PROVIDERS[provider].server || server, user, password };
      return api.post<Connection>(CONNECTIONS_PATH, body);
    },
    async onSuccess(connection) {
      if (!connection) return;
      await refresh(CONNECTIONS_PATH);
      onConnected(connection);
    },
  });
  const findError = (field: string) => findFieldError(connect.error, `/${field}`);
  return (
    <Dialog open onClose={onClose} title={allTexts.connections.connect}>
      <Loaded query={feedsQuery} skeletonLines={4}>
        {({ data }) => (
          <Form onSubmit={(values) => connect.mutate(values)} error={connect.error}>
            <Select
              label={texts.provider}
              value={provider}
              onChange={({ target }) => setProvider(target.value as Provider)}
              options={Object.entries(PROVIDERS).map(([value, { label }]) => ({ value, label }))}
            />
            <Select
              label={texts.bookingsFor}
              name="owner"
              hint={texts.bookingsForHint}
              options={data.map(({ resource, name }) => ({ value: resource ?? '', label: name }))}
            />
            {isGoogle ? (
              <p className="text-muted">{texts.google}</p>
            ) : (
              <CalDavFields asksForServer={!PROVIDERS[provider].server} findError={findError} />
            )}
            <div className="flex justify-end gap-2">
              <Button variant="secondary" onClick={onClose}>
                {sharedTexts.actions.cancel}
              </Button>
              <Button type="submit" busy={connect.isPending}>
                {texts.continue}
              </Button>
            </div>
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}

function CalDavFields({
  asksForServer,
  findError,
}: {
  asksForServer: boolean;
  findError(field: string): string | undefined;
}) {
  const serverError = asksForServer ? undefined : findError('server');
  return (
    <>
      {asksForServer && (
        <TextField
          label={texts.server}
          name="server"
          hint={texts.serverHint}
          required
          type="url"
          autoComplete="off"
          error={findError('server')}
        />
      )}
      <TextField label={texts.user} name="user" required autoComplete="off" error={findError('user')} />
      <TextField
        label={texts.password}
        name="password"
        type="password"
        hint={texts.passwordHint}
        required
        autoComplete="off"
        error={findError('password')}
      />
      {serverError && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 font-medium text-danger">
          {serverError}
        </p>
      )}
    </>
  );
}
