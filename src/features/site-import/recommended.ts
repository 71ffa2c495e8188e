import type { Located, ReadPage } from './proposal.ts';

/** The parts of a page's title: "Mug – Harbor Gifts". */
export const splitTitle = ({ title }: ReadPage): string[] =>
  title
    .split(/\s+[|–—·•-]\s+/)
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * On the page of one offer, which its title names, the others are recommended, and the heading above them is not their
 * category. A page that lists the offer as well shows that the title is a name and not a kind, such as "Menu".
 */
export function removeRecommendedCategories(
  offers: readonly Located<'offer'>[],
  pages: readonly ReadPage[],
): Located<'offer'>[] {
  const offersByName = Map.groupBy(offers, ({ value }) => value.name.toLowerCase());
  const offerNameByUrl = new Map(
    pages.map((page) => {
      const isOffer = (part: string) => new Set(offersByName.get(part.toLowerCase())?.map(({ url }) => url)).size > 1;
      return [page.url, splitTitle(page).find(isOffer)?.toLowerCase()];
    }),
  );
  return offers.map((offer) => {
    const titleOffer = offerNameByUrl.get(offer.url);
    if (!titleOffer || offer.value.name.toLowerCase() === titleOffer) return offer;
    const { category: _, ...value } = offer.value;
    return { ...offer, value };
  });
}
