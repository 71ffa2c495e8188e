import type { Located, ReadPage } from './proposal.ts';

/** The parts of a page's title: "Mug – Harbor Gifts". */
export const titleParts = ({ title }: ReadPage): string[] =>
  title
    .split(/\s+[|–—·•-]\s+/)
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * On the page of one offer, which its title names, the others are recommended, and the heading above them is not their
 * category. A page that lists the offer as well shows that the title is a name and not a kind, such as "Menu".
 */
export function withoutRecommendedCategories(
  offers: readonly Located<'offer'>[],
  pages: readonly ReadPage[],
): Located<'offer'>[] {
  const offersByName = Map.groupBy(offers, ({ value }) => value.name.toLowerCase());
  const subjects = new Map(
    pages.map((page) => {
      const isOffer = (part: string) => new Set(offersByName.get(part.toLowerCase())?.map(({ url }) => url)).size > 1;
      return [page.url, titleParts(page).find(isOffer)?.toLowerCase()];
    }),
  );
  return offers.map((offer) => {
    const subject = subjects.get(offer.url);
    if (!subject || offer.value.name.toLowerCase() === subject) return offer;
    const { category: _, ...value } = offer.value;
    return { ...offer, value };
  });
}
