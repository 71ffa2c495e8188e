import type { Core } from '../embed.ts';
import type { State } from './state.ts';
import type { Talk } from './talk.ts';

/** What every part of the panel is given. */
export type Shown = { core: Core; talk: Talk; state: State };
