import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { EditableDocument } from '../business/draft.ts';
import { usePreviewKey, useSandboxSync } from '../setup/sandbox.tsx';
import { IconButton } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Loaded } from '../ui/states.tsx';
import { getLanguageCode } from './data.ts';
import { createPreviewSettings } from './options.ts';
import { useEditor } from './setting.tsx';
import { texts } from './texts.ts';

/** The frame's size in pixels before scaling: wide enough for the widget's desktop layout. */
const FRAME_SIZE = { width: 496, height: 680 };
const GREETING_DEBOUNCE_MS = 700;
const isDarkPreferred = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** The real widget in a frame, with the form's current settings. */
export function Preview({ businessDocument: business }: { businessDocument: EditableDocument }) {
  const keyQuery = usePreviewKey();
  useSandboxSync(business);
  const { options, defaults } = useEditor();
  const [isDark, setIsDark] = useState(isDarkPreferred);
  const [isOpen, setIsOpen] = useState(true);
  const [isBusinessOpen, setIsBusinessOpen] = useState(defaults.openNow ?? true);
  // The frame is replaced to open or close the widget, because opening it in place would take the focus away from the form.
  const [frameStart, setFrameStart] = useState({ count: 0, open: true });
  const restart = (open: boolean) => {
    setIsOpen(open);
    setFrameStart(({ count }) => ({ count: count + 1, open }));
  };
  useRestartForGreeting(isOpen, () => restart(false));
  const { preview } = texts;
  return (
    <section aria-label={preview.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={preview.state}
          options={preview.states}
          value={isOpen ? 'open' : 'closed'}
          onChange={(newState) => restart(newState === 'open')}
        />
        <SegmentedControl
          label={preview.hours}
          options={preview.hoursStates}
          value={isBusinessOpen ? 'open' : 'closed'}
          onChange={(newState) => setIsBusinessOpen(newState === 'open')}
        />
        <SegmentedControl
          label={preview.scheme}
          options={preview.schemes}
          value={isDark ? 'dark' : 'light'}
          onChange={(newScheme) => setIsDark(newScheme === 'dark')}
        />
      </div>
      <Loaded query={keyQuery}>
        {(previewKey) => (
          <Frame
            key={frameStart.count}
            previewKey={previewKey}
            isDark={isDark}
            isBusinessOpen={isBusinessOpen}
            open={frameStart.open}
            onToggle={setIsOpen}
          />
        )}
      </Loaded>
      <div className="flex items-start justify-between gap-2">
        <p className="text-sm text-muted">{options.requireIdentity ? preview.signedIn : preview.about}</p>
        <IconButton label={preview.restart} onClick={() => restart(isOpen)}>
          <RotateCcw aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}

/** The proactive greeting is shown once after the start, so it starts again when its text has changed. */
function useRestartForGreeting(isOpen: boolean, restart: () => void) {
  const { proactive } = useEditor().options;
  const greeting = proactive?.enabled ? (proactive.message ?? '') : undefined;
  const shownGreeting = useRef(greeting);
  const latestRestart = useRef(restart);
  latestRestart.current = restart;
  useEffect(() => {
    if (isOpen || greeting === shownGreeting.current) return;
    const timer = setTimeout(() => {
      shownGreeting.current = greeting;
      latestRestart.current();
    }, GREETING_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isOpen, greeting]);
}

type FrameProps = {
  previewKey: string;
  open: boolean;
  isDark: boolean;
  isBusinessOpen: boolean;
  onToggle(isOpen: boolean): void;
};

function Frame({ previewKey, open, isDark, isBusinessOpen, onToggle }: FrameProps) {
  const { defaults, options } = useEditor();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [container, scale] = useScale();
  useEffect(() => {
    if (!isLoaded) return;
    const settings = createPreviewSettings(defaults, options, { isDark, isBusinessOpen, now: new Date() });
    const draft = { type: 'frontdesk.draft', settings, language: getLanguageCode(defaults.locale), dark: isDark, open };
    frame.current?.contentWindow?.postMessage(draft, location.origin);
  }, [isLoaded, defaults, options, isDark, isBusinessOpen, open]);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return;
      if (data?.type === 'frontdesk.preview') onToggle(data.event === 'open');
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [onToggle]);
  return (
    <div
      ref={container}
      className="overflow-hidden rounded-xl border border-line bg-ground"
      style={{ height: FRAME_SIZE.height * scale }}
    >
      <iframe
        ref={frame}
        title={texts.preview.title}
        src={`/preview.html#${encodeURIComponent(`${previewKey},draft`)}`}
        onLoad={() => setIsLoaded(true)}
        className="origin-top-left"
        style={{ ...FRAME_SIZE, transform: `scale(${scale})` }}
      />
    </div>
  );
}

/** How much the frame is scaled to be as wide as the element around it. */
function useScale() {
  const container = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setScale(entry.contentRect.width / FRAME_SIZE.width));
    observer.observe(container.current!);
    return () => observer.disconnect();
  }, []);
  return [container, scale] as const;
}
