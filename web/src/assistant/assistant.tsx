import type { ComponentType } from 'react';
import { type EditableDocument, useEditableDocument } from '../business/draft.ts';
import { PageHeader } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { useUrlParams } from '../url.ts';
import { CheckupTab } from './checkup.tsx';
import { EngineTab } from './engine.tsx';
import { PlaygroundTab } from './playground.tsx';
import { texts } from './texts.ts';
import { VoiceTab } from './voice.tsx';

type Tab = { name: string; label: string; Content: ComponentType<{ businessDocument: EditableDocument }> };

/** Each tab has its own URL, `/assistant?tab=…`; the first is the default. */
const TABS: Tab[] = [
  { name: 'playground', label: texts.tabs.playground, Content: PlaygroundTab },
  { name: 'checkup', label: texts.tabs.checkup, Content: CheckupTab },
  { name: 'voice', label: texts.tabs.voice, Content: VoiceTab },
  { name: 'engine', label: texts.tabs.engine, Content: EngineTab },
];

export function AssistantPage() {
  const documentQuery = useEditableDocument();
  const [{ tab }] = useUrlParams<{ tab: string }>();
  const { name: currentTab, Content } = TABS.find(({ name }) => name === tab) ?? TABS[0]!;
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} />
      <TabLinks
        label={texts.tabs.label}
        tabs={TABS.map(({ name, label }) => ({
          label,
          link: { to: '/assistant' as const, search: { tab: name } },
          isActive: name === currentTab,
        }))}
      />
      <Loaded query={documentQuery}>{(business) => <Content businessDocument={business} />}</Loaded>
    </>
  );
}
