import type { Answer } from '../api.ts';

export const PRIVACY = '/api/privacy';

export type Privacy = Answer<'GET /api/privacy'>;
export type Due = Privacy['due'][number];
