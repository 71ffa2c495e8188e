import { markAsSample } from '../template-helpers.ts';
import type { Allergen, Diet, MenuItem } from './schema.ts';

const VERIFIED_AT = '2026-10-01';

type DishFacts = {
  diets?: Diet[];
  contains?: Allergen[];
  mayContain?: Allergen[];
  available?: boolean;
  hasAllergenRecord?: boolean;
};

function createDish(
  id: string,
  name: string,
  description: string,
  price: number,
  facts: DishFacts,
): Omit<MenuItem, 'category'> {
  const { diets = [], contains = [], mayContain = [], available = true, hasAllergenRecord = true } = facts;
  const allergens = hasAllergenRecord ? { allergens: { contains, mayContain, verifiedAt: VERIFIED_AT } } : {};
  return { id, name, description, price, available, diets, ...allergens };
}

const VEGAN_WITHOUT_GLUTEN_OR_NUTS: Diet[] = ['vegan', 'vegetarian', 'gluten_free', 'dairy_free', 'nut_free'];

const STARTERS = [
  createDish('burrata', 'Burrata & Tomatoes', 'Creamy burrata, ripe tomatoes, basil oil', 1600, {
    diets: ['vegetarian', 'gluten_free', 'nut_free'],
    contains: ['milk'],
  }),
  createDish('calamari', 'Fried Calamari', 'Crisp squid with lemon and garlic aioli', 1500, {
    diets: ['nut_free'],
    contains: ['molluscs', 'gluten', 'egg'],
    mayContain: ['fish', 'crustaceans'],
  }),
  createDish('bruschetta', 'Bruschetta', 'Grilled sourdough, tomato, garlic and basil', 1100, {
    diets: ['vegan', 'vegetarian', 'dairy_free', 'nut_free'],
    contains: ['gluten'],
  }),
  createDish('minestrone', 'Minestrone', 'Seasonal vegetables and white beans in a clear broth', 1000, {
    diets: VEGAN_WITHOUT_GLUTEN_OR_NUTS,
    contains: ['celery'],
  }),
  createDish('caesar', 'Caesar Salad', 'Romaine, anchovy dressing, parmesan, croutons', 1300, {
    contains: ['fish', 'egg', 'milk', 'gluten', 'mustard'],
  }),
];

const PASTA = [
  createDish('carbonara', 'Spaghetti Carbonara', 'Guanciale, egg yolk, pecorino, black pepper', 2100, {
    diets: ['nut_free'],
    contains: ['gluten', 'egg', 'milk'],
  }),
  createDish('pesto', 'Trofie al Pesto', 'Basil, pine nuts and parmesan with green beans', 1900, {
    diets: ['vegetarian'],
    contains: ['gluten', 'milk', 'nuts'],
    mayContain: ['peanut'],
  }),
  createDish('arrabbiata', 'Penne Arrabbiata', 'Tomato, garlic and a good amount of chili', 1700, {
    diets: ['vegan', 'vegetarian', 'dairy_free', 'nut_free'],
    contains: ['gluten'],
    mayContain: ['egg'],
  }),
  createDish('vongole', 'Linguine Vongole', 'Clams, white wine, parsley', 2400, {
    diets: ['dairy_free', 'nut_free'],
    contains: ['gluten', 'molluscs', 'sulphites'],
  }),
  createDish('lasagna', 'Lasagna della Nonna', 'Slow-cooked beef ragù and béchamel', 2000, {
    contains: ['gluten', 'milk', 'egg', 'celery'],
  }),
];

const MAINS = [
  createDish('salmon', 'Roast Salmon', 'With fennel, potatoes and salsa verde', 2800, {
    diets: ['gluten_free', 'dairy_free', 'nut_free'],
    contains: ['fish', 'mustard'],
  }),
  createDish('chicken', 'Chicken under a Brick', 'Half a chicken with lemon, garlic and rosemary', 2600, {
    diets: ['gluten_free', 'dairy_free', 'nut_free'],
  }),
  createDish('ribeye', 'Ribeye Steak', '12 oz, rosemary butter, arugula', 3900, {
    diets: ['gluten_free', 'nut_free'],
    contains: ['milk'],
  }),
  createDish('parmigiana', 'Eggplant Parmigiana', 'Baked eggplant, tomato, mozzarella and basil', 2100, {
    diets: ['vegetarian', 'nut_free'],
    contains: ['milk', 'gluten'],
    mayContain: ['egg'],
  }),
  createDish('cauliflower', 'Roasted Cauliflower', 'With capers, raisins and lentils', 1900, {
    diets: VEGAN_WITHOUT_GLUTEN_OR_NUTS,
  }),
  createDish('branzino', 'Whole Branzino', 'Grilled over charcoal, lemon and herbs', 3400, {
    diets: ['gluten_free', 'dairy_free', 'nut_free'],
    contains: ['fish'],
    available: false,
  }),
];

const SIDES = [
  createDish('potatoes', 'Rosemary Potatoes', 'Crisp, with sea salt', 800, { diets: VEGAN_WITHOUT_GLUTEN_OR_NUTS }),
  createDish('broccolini', 'Charred Broccolini', 'Garlic and chili', 900, { diets: VEGAN_WITHOUT_GLUTEN_OR_NUTS }),
  createDish('polenta', 'Creamy Polenta', 'With butter and parmesan', 900, {
    diets: ['vegetarian', 'gluten_free', 'nut_free'],
    contains: ['milk'],
  }),
  createDish('focaccia', 'Focaccia', 'Baked this morning, olive oil', 600, {
    diets: ['vegan', 'vegetarian', 'dairy_free', 'nut_free'],
    contains: ['gluten'],
    mayContain: ['sesame'],
  }),
];

const DESSERTS = [
  createDish('tiramisu', 'Tiramisu', 'Mascarpone, espresso, cocoa', 1100, {
    diets: ['vegetarian'],
    contains: ['milk', 'egg', 'gluten'],
    mayContain: ['nuts'],
  }),
  createDish('panna-cotta', 'Panna Cotta', 'Vanilla cream with berries', 1000, {
    diets: ['gluten_free', 'nut_free'],
    contains: ['milk'],
  }),
  createDish('cannoli', 'Pistachio Cannoli', 'Two, filled to order', 1000, {
    diets: ['vegetarian'],
    contains: ['gluten', 'milk', 'nuts'],
  }),
  // Has no allergen record on purpose, to show what the assistant says in that case.
  createDish('gelato', 'Gelato of the Day', 'Ask us for today’s flavors', 800, {
    diets: ['vegetarian'],
    hasAllergenRecord: false,
  }),
];

const DRINKS = [
  createDish('house-red', 'House Red', 'Montepulciano, by the glass', 1200, {
    diets: ['vegan'],
    contains: ['sulphites'],
  }),
  createDish('house-white', 'House White', 'Vermentino, by the glass', 1200, {
    diets: ['vegan'],
    contains: ['sulphites'],
  }),
  createDish('spritz', 'Aperol Spritz', 'Aperol, prosecco, orange', 1400, {
    diets: ['vegan'],
    contains: ['sulphites'],
  }),
  createDish('lager', 'Italian Lager', '11 oz bottle', 800, { diets: ['vegan'], contains: ['gluten'] }),
  createDish('lemonade', 'Homemade Lemonade', 'With mint', 600, { diets: VEGAN_WITHOUT_GLUTEN_OR_NUTS }),
  createDish('espresso', 'Espresso', 'From a local roaster', 400, { diets: VEGAN_WITHOUT_GLUTEN_OR_NUTS }),
];

const MENU_SECTIONS = {
  Starters: STARTERS,
  Pasta: PASTA,
  Mains: MAINS,
  Sides: SIDES,
  Desserts: DESSERTS,
  Drinks: DRINKS,
};

export const MENU: MenuItem[] = Object.entries(MENU_SECTIONS).flatMap(([category, dishes]) =>
  markAsSample(dishes.map(({ id, name, ...rest }) => ({ id, name, category, ...rest }))),
);
