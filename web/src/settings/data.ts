import type { Answer } from '../api.ts';

export const PRIVACY_PATH = '/api/privacy';

export type Privacy = Answer<'GET /api/privacy'>;
export type DueForDeletion = Privacy['due'][number];
