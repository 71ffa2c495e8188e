export const WEBHOOKS = '/api/webhooks';
