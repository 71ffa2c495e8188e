export const WEBHOOKS_PATH = '/api/webhooks';
