import { defineIndustry } from '../../capability/industry.ts';
import { lookUpOrder } from './capabilities/order.ts';
import { showProducts } from './capabilities/products.ts';
import { returnItems } from './capabilities/return.ts';
import { checkRetail } from './check.ts';
import { createRetailCheckups } from './checkups.ts';
import { retailEvents } from './events.ts';
import { listRetailFacts } from './orders.ts';
import { Retail } from './schema.ts';
import { template } from './template.ts';
import { createRetailVocabulary } from './vocabulary.ts';

export const industry = defineIndustry({
  name: 'retail',
  title: 'Retail store',
  summary: 'Products and stock, order tracking, and returns.',
  icon: 'shopping-bag',
  schemaOrgType: 'Store',
  schema: Retail,
  template,
  check: checkRetail,
  capabilities: [showProducts, lookUpOrder, returnItems],
  events: retailEvents,
  traits: { sellsGoods: true, mayCauseReactions: true },
  siteLists: [
    { field: 'products', entryKind: 'offers', headings: ['products', 'shop', 'produits', 'produkte', 'productos'] },
  ],
  publicFields: ['products', 'returnDays'],
  checkups: createRetailCheckups,
  vocabulary: createRetailVocabulary,
  slots: { item: { role: 'goods', source: 'product' } },
  facts: listRetailFacts,
});
