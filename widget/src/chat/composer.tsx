import { Send } from './icons.tsx';
import type { Shown } from './shown.ts';

const PURPOSES: Record<string, { autocomplete: string; inputMode: 'text' | 'tel' | 'email' }> = {
  name: { autocomplete: 'name', inputMode: 'text' },
  phone: { autocomplete: 'tel', inputMode: 'tel' },
  email: { autocomplete: 'email', inputMode: 'email' },
};

/** As high as what is written, up to a limit that the style sheet sets. */
function grow(field: HTMLTextAreaElement) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

/** Where the customer writes. Where the assistant asks for a name or a number, the browser may fill it in. */
export function Composer({ shown: { core, talk, state } }: { shown: Shown }) {
  const { say, settings } = core;
  const asked = state.items.at(-1)?.asks?.field ?? '';
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements[0] as HTMLTextAreaElement;
        talk.send(field.value);
        field.value = '';
        grow(field);
        field.focus();
      }}
    >
      <textarea
        rows={1}
        maxLength={4000}
        aria-label={say('message')}
        placeholder={settings().placeholder || say('placeholder')}
        enterkeyhint="send"
        {...PURPOSES[asked]}
        onInput={({ currentTarget }) => grow(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form!.requestSubmit();
        }}
      />
      <button type="submit" class="send" aria-label={say('send')}>
        <Send />
      </button>
    </form>
  );
}
