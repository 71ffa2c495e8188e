import type { Answer } from '../api.ts';
import { useGet } from '../queries.ts';

export const NOTIFICATIONS_PATH = '/api/notifications';
export type NotificationSettings = Answer<'GET /api/notifications'>;

export const useNotifications = () => useGet<NotificationSettings>(NOTIFICATIONS_PATH);
