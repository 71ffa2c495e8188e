import { isLanguage } from '../../messages/languages.ts';

/** The first language of the visitor's browser that the pages are written in; otherwise the business's own. */
export function chooseVisitorLanguage(acceptLanguage: string | undefined, locale: string): string {
  const preferences = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='));
      return { language: tag.toLowerCase().split('-')[0] ?? '', quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ language, quality }) => isLanguage(language) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return preferences[0]?.language ?? locale.split('-')[0] ?? 'en';
}
