import { useQuery } from '@tanstack/react-query';
import { CHAT_TEXTS } from '../../../widget/src/chat/texts.ts';
import { ENGLISH_TEXTS } from '../../../widget/src/texts.ts';
import { useGet } from '../queries.ts';
import type { Defaults } from './options.ts';

type WidgetDefaults = { settings: Defaults; locked: Record<string, string> };

export const useDefaults = () => useGet<WidgetDefaults>('/api/v1/widget/defaults');

type WidgetTexts = Record<string, string>;
const ALL_ENGLISH_TEXTS: WidgetTexts = { ...ENGLISH_TEXTS, ...CHAT_TEXTS };
const TEXT_LOADERS_BY_PATH = import.meta.glob<WidgetTexts>('../../../widget/src/languages/*.json', {
  import: 'default',
});

/** The language of a locale: "es" for "es-MX". */
export const getLanguageCode = (locale: string): string => locale.split('-')[0] ?? '';

/** The widget's default texts in a language, or in English where there is no translation. */
export const useWidgetTexts = (language: string) =>
  useQuery({
    queryKey: ['widget texts', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => ({
      ...ALL_ENGLISH_TEXTS,
      ...(await TEXT_LOADERS_BY_PATH[`../../../widget/src/languages/${language}.json`]?.()),
    }),
  });
