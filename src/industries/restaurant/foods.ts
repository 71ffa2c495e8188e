// What people must not or will not eat beside the fourteen allergens: no dish has a record of it. Single words, in the
// singular, because typos and plurals of those are forgiven.

/** No dish that is recorded as vegetarian holds any of these. */
export const MEATS: readonly string[] = [
  ...['meat', 'pork', 'ham', 'bacon', 'gammon', 'chorizo', 'pepperoni', 'salami', 'sausage', 'pancetta', 'prosciutto'],
  ...['lard', 'beef', 'veal', 'steak', 'lamb', 'mutton', 'goat', 'chicken', 'poultry', 'turkey', 'duck', 'venison'],
  ...['rabbit', 'offal', 'liver', 'gelatine', 'gelatin'],
];

const PLANTS = [
  ...['garlic', 'onion', 'shallot', 'leek', 'chive', 'allium', 'mushroom', 'tomato', 'potato', 'aubergine', 'eggplant'],
  ...['pepper', 'capsicum', 'nightshade', 'chilli', 'chili', 'jalapeno', 'avocado', 'spinach', 'beetroot', 'carrot'],
  ...['cucumber', 'courgette', 'zucchini', 'cauliflower', 'broccoli', 'cabbage', 'asparagus', 'sweetcorn', 'corn'],
  ...['maize', 'pea', 'chickpea', 'lentil', 'bean', 'legume', 'oat', 'rice', 'quinoa', 'buckwheat', 'seed', 'coconut'],
  ...['olive', 'apple', 'banana', 'kiwi', 'mango', 'pineapple', 'peach', 'cherry', 'strawberry', 'raspberry', 'berry'],
  ...[
    'citrus',
    'lemon',
    'lime',
    'orange',
    'grapefruit',
    'grape',
    'raisin',
    'melon',
    'fig',
    'papaya',
    'lychee',
    'fruit',
  ],
];

const FLAVOURS = [
  ...['coriander', 'cilantro', 'basil', 'parsley', 'mint', 'dill', 'oregano', 'thyme', 'rosemary', 'cumin', 'turmeric'],
  ...['ginger', 'galangal', 'lemongrass', 'cinnamon', 'nutmeg', 'clove', 'cardamom', 'fennel', 'fenugreek', 'anise'],
  ...['paprika', 'cayenne', 'saffron', 'vanilla', 'wasabi', 'horseradish', 'vinegar', 'honey', 'salt', 'sugar'],
  ...['sweetener', 'aspartame', 'fructose', 'stevia', 'xylitol', 'yeast', 'cocoa', 'chocolate', 'truffle'],
];

const ADDED = [
  ...['MSG', 'glutamate', 'alcohol', 'caffeine', 'colouring', 'coloring', 'preservative', 'additive', 'nitrate'],
  ...['histamine', 'rennet', 'carrageenan'],
];

export const FOODS: readonly string[] = [...MEATS, ...PLANTS, ...FLAVOURS, ...ADDED];

/** Ways to eat that no dish is marked with. */
export const OTHER_DIETS: readonly string[] = [
  ...['pescatarian', 'pescetarian', 'keto', 'ketogenic', 'paleo', 'FODMAP', 'jain'],
];
