import type { Answer } from '../api.ts';

export const CHANNELS_PATH = '/api/channels';
export type Channels = Answer<'GET /api/channels'>;
export type ChannelInfo = Channels['kinds'][number];
export type ChannelConnection = Channels['connections'][number];
