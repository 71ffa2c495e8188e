import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from './chat.tsx';
import { Send } from './icons.tsx';

const PURPOSES: Record<string, { autocomplete: string; inputMode: 'text' | 'tel' | 'email' }> = {
  name: { autocomplete: 'name', inputMode: 'text' },
  phone: { autocomplete: 'tel', inputMode: 'tel' },
  email: { autocomplete: 'email', inputMode: 'email' },
};

/** Where the customer writes. Where the assistant asks for a name or a number, the browser may fill it in. */
export function Composer({ shown }: { shown: Shown }) {
  const { core, talk, state } = shown;
  const { say, settings } = core;
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const asked = state.items.at(-1)?.asks?.field.replace('customer.', '') ?? '';
  useEffect(() => {
    const it = field.current!;
    it.style.height = 'auto';
    it.style.height = `${Math.min(it.scrollHeight, 132)}px`;
  }, [text]);
  function send() {
    talk.send(text);
    setText('');
    field.current!.focus();
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        maxLength={4000}
        aria-label={say('message')}
        placeholder={settings().placeholder || say('placeholder')}
        value={text}
        enterkeyhint="send"
        {...PURPOSES[asked]}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" class="send" aria-label={say('send')} disabled={!text.trim()}>
        <Send />
      </button>
    </form>
  );
}
