import { Bell, BellRing } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { changeAlertSettings, useAlertSettings } from './alerts.ts';
import { texts } from './texts.ts';

/** Sound and notifications are off by default. */
export function AlertMenu() {
  const { sound, notify } = useAlertSettings();
  const toggleNotify = async () => {
    if (notify) return changeAlertSettings({ notify: false });
    const isAllowed = 'Notification' in window && (await Notification.requestPermission()) === 'granted';
    if (!isAllowed) return toast.error(texts.alerts.blocked);
    changeAlertSettings({ notify: true });
  };
  return (
    <Menu
      trigger={(attributes) => (
        <IconButton {...attributes} label={texts.alerts.button}>
          {sound || notify ? <BellRing aria-hidden /> : <Bell aria-hidden />}
        </IconButton>
      )}
      groups={[
        [
          { label: texts.alerts.sound, checked: sound, onSelect: () => changeAlertSettings({ sound: !sound }) },
          { label: texts.alerts.notify, checked: notify, onSelect: () => void toggleNotify() },
        ],
      ]}
    />
  );
}
