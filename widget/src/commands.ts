type Listener = (detail: never) => void;
type Commands = Record<string, (...args: never[]) => unknown>;
/** The global `frontdesk` function; `q` holds the calls that the page made before the script loaded. */
type CommandFunction = { (...call: unknown[]): unknown; q?: Iterable<unknown>[] };

const hostWindow: Window & { frontdesk?: CommandFunction } = window;

/** Event listeners of the page and of the widget itself. */
export function createEventEmitter() {
  const listenersByEvent = new Map<string, Set<Listener>>();
  return {
    on(event: string, listener: Listener) {
      if (!listenersByEvent.has(event)) listenersByEvent.set(event, new Set());
      listenersByEvent.get(event)!.add(listener);
    },
    off: (event: string, listener: Listener) => listenersByEvent.get(event)?.delete(listener),
    emit(event: string, detail?: unknown) {
      for (const listener of listenersByEvent.get(event) ?? []) {
        // An error in the page's listener must not stop the chat, but should be reported.
        try {
          // Cast, because each event has details of its own type.
          listener(detail as never);
        } catch (error) {
          setTimeout(() => {
            throw error;
          });
        }
      }
    },
  };
}

/** Installs `window.frontdesk`, and runs the calls the page queued before the script loaded. */
export function installCommands(commands: Commands): void {
  const queuedCalls = hostWindow.frontdesk?.q ?? [];
  const runCommand: CommandFunction = (name, ...args) => {
    const command = commands[String(name)];
    // Cast, because the arguments come from the page's script, which has no types.
    if (command) return command(...(args as never[]));
    console.warn(`Chat widget: unknown command "${name}". Known: ${Object.keys(commands).join(', ')}.`);
    return undefined;
  };
  hostWindow.frontdesk = runCommand;
  for (const call of queuedCalls) runCommand(...call);
}
