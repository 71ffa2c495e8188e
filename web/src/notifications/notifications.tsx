import { useMutation } from '@tanstack/react-query';
import { api } from '../api.ts';
import type { EditableDocument } from '../business/draft.ts';
import { CONFIG_PATH } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { Loaded } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.tsx';
import { NOTIFICATIONS_PATH, type NotificationSettings, useNotifications } from './data.ts';
import { DeviceAlerts } from './device-alerts.tsx';
import { NobodyAlerted } from './nobody-alerted.tsx';
import { texts } from './texts.ts';

export function NotificationsPage() {
  const notificationsQuery = useNotifications();
  return (
    <SettingsLayout tab="notifications">
      <NobodyAlerted />
      <Loaded query={notificationsQuery}>
        {(settings) => (
          <>
            <DeviceAlerts devices={settings.devices} />
            <PersonalEmails settings={settings} />
            <TeamEmail settings={settings} />
          </>
        )}
      </Loaded>
    </SettingsLayout>
  );
}

function TeamEmail({ settings: { teamEmail, canSendEmail } }: { settings: NotificationSettings }) {
  const { hasRoleAtLeast } = useMe();
  const refresh = useRefresh();
  const save = useMutation({
    meta: { handlesErrors: true },
    async mutationFn({ email }: Record<string, string>) {
      const { handoff } = await api.get<EditableDocument>(CONFIG_PATH, { mode: 'live' });
      const { email: _, ...otherFields } = handoff as { email?: string };
      const body = { handoff: { ...otherFields, ...(email ? { email } : {}) } };
      await api.put(CONFIG_PATH, body, { mode: 'live' });
    },
    async onSuccess() {
      toast.success(texts.team.saved);
      await refresh(NOTIFICATIONS_PATH, CONFIG_PATH);
    },
  });
  return (
    <Card title={texts.team.title} description={texts.team.about}>
      {hasRoleAtLeast('admin') ? (
        <div className="max-w-lg">
          <Form key={teamEmail} onSubmit={(values) => save.mutate(values)} error={save.error}>
            <TextField
              label={texts.team.email}
              hint={canSendEmail ? texts.team.hint : `${texts.team.notSentYet} ${texts.team.hint}`}
              name="email"
              type="email"
              autoComplete="email"
              defaultValue={teamEmail ?? ''}
              error={findFieldError(save.error, '/handoff/email')}
            />
            <Button type="submit" variant="secondary" busy={save.isPending} className="self-start">
              {sharedTexts.actions.save}
            </Button>
          </Form>
        </div>
      ) : (
        <p className="text-muted">{texts.team.readOnly(teamEmail)}</p>
      )}
    </Card>
  );
}

function PersonalEmails({ settings }: { settings: NotificationSettings }) {
  const { user } = useMe();
  const refresh = useRefresh();
  const changeSettings = useMutation({
    mutationFn: (body: { waitingEmails?: boolean; weeklyDigest?: boolean }) => api.patch(NOTIFICATIONS_PATH, body),
    onSettled: () => refresh(NOTIFICATIONS_PATH),
  });
  const pendingChanges = changeSettings.isPending ? changeSettings.variables : {};
  const { waitingEmails, weeklyDigest, teamEmail, canSendEmail } = { ...settings, ...pendingChanges };
  return (
    <Card
      title={texts.personal.title}
      description={canSendEmail ? texts.personal.about(user.email) : texts.team.notSentYet}
    >
      <div className="flex max-w-2xl flex-col gap-4">
        <Switch
          label={texts.personal.waiting}
          hint={texts.personal.waitingHint(teamEmail)}
          checked={waitingEmails}
          onChange={(isOn) => changeSettings.mutate({ waitingEmails: isOn })}
        />
        <Switch
          label={texts.personal.digest}
          hint={texts.personal.digestHint}
          checked={weeklyDigest}
          onChange={(isOn) => changeSettings.mutate({ weeklyDigest: isOn })}
        />
      </div>
    </Card>
  );
}
