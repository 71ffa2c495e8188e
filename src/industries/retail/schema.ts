import { type Static, Type } from 'typebox';
import { type Business, Money, Name, sampleField, Text } from '../../capability/document.ts';
import { NonBlank, OneOf, Strict } from '../../kernel/http/schema.ts';
import { GeneratedId, WithDefault } from '../entries.ts';

export const Sku = NonBlank({ maxLength: 64 });
export const Quantity = Type.Integer({ minimum: 1, maximum: 10_000 });
export const OrderNumber = NonBlank({ maxLength: 64 });
const ORDER_STATUSES = ['processing', 'shipped', 'delivered', 'returned'] as const;

export const Product = Strict({
  id: GeneratedId,
  sku: Sku,
  name: Name,
  description: Type.Optional(Text),
  category: Type.Optional(Name),
  price: Money,
  stock: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Leave blank if you don’t track stock' }),
  ),
  options: Type.Optional(Type.Record(Type.String(), Type.Array(Name, { maxItems: 100 }))),
  ...sampleField,
});

/** A date, or a date and time. */
const DayOrTime = Type.String({ minLength: 10, maxLength: 35, examples: ['2026-09-14'] });

export const Order = Strict({
  number: OrderNumber,
  email: Type.String({ format: 'email', maxLength: 254 }),
  status: OneOf(ORDER_STATUSES),
  items: Type.Array(Strict({ sku: Sku, name: Type.Optional(Name), quantity: Quantity, price: Type.Optional(Money) }), {
    maxItems: 200,
  }),
  orderedAt: Type.Optional(DayOrTime),
  deliveredAt: Type.Optional(DayOrTime),
  trackingUrl: Type.Optional(Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2_000 })),
  ...sampleField,
});

export const Retail = Strict(
  {
    products: WithDefault(Type.Array(Product, { maxItems: 5_000 }), []),
    orders: WithDefault(Type.Array(Order, { maxItems: 5_000 }), []),
    returnDays: WithDefault(Type.Integer({ minimum: 0, maximum: 3_650 }), 30),
  },
  { title: 'Retail' },
);

export type Product = Static<typeof Product>;
export type Order = Static<typeof Order>;
/** Customers do not know the days of the starter content. */
export type Retail = Omit<Static<typeof Retail>, 'returnDays'> & { returnDays?: number };
export type RetailBusiness = Business & { retail: Retail };
