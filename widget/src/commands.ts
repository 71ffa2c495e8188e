type Listener = (detail: never) => void;
type Commands = Record<string, (...given: never[]) => unknown>;
type Queue = { (...call: unknown[]): unknown; q?: ArrayLike<unknown>[] };

const page = window as unknown as { frontdesk?: Queue };

/** Who wants to hear of what happens in the chat. */
export function createListeners() {
  const all = new Map<string, Set<Listener>>();
  return {
    on(event: string, listener: Listener) {
      if (!all.has(event)) all.set(event, new Set());
      all.get(event)!.add(listener);
    },
    off: (event: string, listener: Listener) => all.get(event)?.delete(listener),
    emit(event: string, detail?: unknown) {
      for (const listener of all.get(event) ?? []) {
        // A fault of the page must not stop the chat, and should still be seen.
        try {
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

/** `frontdesk('open')`: what the page called before the script came is done now. */
export function answerCommands(commands: Commands): void {
  const waiting = page.frontdesk?.q ?? [];
  const run: Queue = (name, ...given) => {
    const command = commands[String(name)];
    if (command) return command(...(given as never[]));
    console.warn(`Frontdesk: there is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
    return undefined;
  };
  page.frontdesk = run;
  for (const call of Array.from(waiting)) run(...Array.from(call));
}
