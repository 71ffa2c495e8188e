import { markAsSample } from '../template-helpers.ts';
import type { Order, Product } from './schema.ts';

type ProductRow = [sku: string, name: string, price: number, stock: number, options?: Record<string, string[]>];

const SIZES = ['XS', 'S', 'M', 'L', 'XL'];
const SHOE_SIZES = ['7', '8', '9', '10', '11', '12'];

const PRODUCTS_BY_CATEGORY: Record<string, ProductRow[]> = {
  Clothing: [
    ['CL-101', 'Merino Sweater', 8900, 14, { size: SIZES, color: ['oatmeal', 'forest', 'navy'] }],
    ['CL-102', 'Organic Cotton T-Shirt', 2800, 60, { size: SIZES, color: ['white', 'black', 'sage'] }],
    ['CL-103', 'Linen Shirt', 6500, 18, { size: SIZES, color: ['white', 'sky'] }],
    ['CL-104', 'Waxed Rain Jacket', 14500, 6, { size: SIZES, color: ['olive', 'navy'] }],
    ['CL-105', 'Straight Jeans', 7900, 22, { size: ['28', '30', '32', '34', '36'] }],
    ['CL-106', 'Lambswool Scarf', 4500, 25, { color: ['grey', 'mustard', 'blue'] }],
  ],
  Footwear: [
    ['FW-201', 'Leather Ankle Boots', 16500, 5, { size: SHOE_SIZES, color: ['brown', 'black'] }],
    ['FW-202', 'Canvas Sneakers', 6900, 30, { size: SHOE_SIZES, color: ['white', 'navy'] }],
    ['FW-203', 'Felt Slippers', 4200, 0, { size: SHOE_SIZES }],
  ],
  Bags: [
    ['BG-301', 'Canvas Backpack', 9800, 9, { color: ['sand', 'black'] }],
    ['BG-302', 'Market Tote', 2400, 45, { color: ['natural', 'red'] }],
    ['BG-303', 'Leather Wallet', 5500, 17, { color: ['tan', 'black'] }],
  ],
  Home: [
    ['HM-401', 'Stoneware Mug', 1800, 52, { color: ['cream', 'blue'] }],
    ['HM-402', 'Wool Blanket', 11500, 8, { color: ['grey', 'rust'] }],
    ['HM-403', 'Soy Candle', 2600, 40, { scent: ['fig', 'cedar', 'orange'] }],
    ['HM-404', 'Table Lamp', 8400, 4],
    ['HM-405', 'Linen Napkins, set of four', 3600, 20, { color: ['white', 'sage'] }],
    ['HM-406', 'Glass Vase', 3900, 11, { color: ['clear', 'green'] }],
  ],
  Gifts: [
    ['GF-501', 'Notebook', 1400, 70, { paper: ['lined', 'plain'] }],
    ['GF-502', 'Travel Mug', 2900, 26, { color: ['black', 'steel'] }],
    ['GF-503', 'Picnic Blanket', 5900, 7],
    ['GF-504', 'Gift Card', 5000, 999],
  ],
};

function createProduct(category: string, [sku, name, price, stock, options]: ProductRow): Product {
  return { id: sku.toLowerCase(), sku, name, category, price, stock, ...(options ? { options } : {}) };
}

export const PRODUCTS: Product[] = Object.entries(PRODUCTS_BY_CATEGORY).flatMap(([category, rows]) =>
  markAsSample(rows.map((row) => createProduct(category, row))),
);

export const ORDERS: Order[] = markAsSample([
  {
    number: 'FD-10031',
    email: 'dana@example.com',
    status: 'processing',
    items: [{ sku: 'HM-402', name: 'Wool Blanket', quantity: 1, price: 11500 }],
    orderedAt: '2026-10-12T09:20:00-04:00',
  },
  {
    number: 'FD-10027',
    email: 'sam@example.com',
    status: 'shipped',
    items: [
      { sku: 'CL-101', name: 'Merino Sweater', quantity: 1, price: 8900 },
      { sku: 'CL-106', name: 'Lambswool Scarf', quantity: 2, price: 4500 },
    ],
    orderedAt: '2026-10-09T17:45:00-04:00',
    trackingUrl: 'https://tracking.example.com/FD-10027',
  },
  {
    number: 'FD-10012',
    email: 'lee@example.com',
    status: 'delivered',
    items: [
      { sku: 'HM-401', name: 'Stoneware Mug', quantity: 4, price: 1800 },
      { sku: 'HM-403', name: 'Soy Candle', quantity: 1, price: 2600 },
    ],
    orderedAt: '2026-09-25T11:05:00-04:00',
    deliveredAt: '2026-09-29T14:30:00-04:00',
    trackingUrl: 'https://tracking.example.com/FD-10012',
  },
  {
    number: 'FD-10004',
    email: 'noor@example.com',
    status: 'returned',
    items: [{ sku: 'FW-202', name: 'Canvas Sneakers', quantity: 1, price: 6900 }],
    orderedAt: '2026-09-02T20:10:00-04:00',
    deliveredAt: '2026-09-06T10:00:00-04:00',
  },
]);
