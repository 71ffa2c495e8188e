import type { Core } from '../embed.ts';
import type { ChatStore } from './chat-store.ts';
import type { ChatState } from './state.ts';

/** Passed to every component of the panel. */
export type PanelContext = { core: Core; store: ChatStore; state: ChatState };
