// Foods that people avoid besides the 14 main allergens; no dish has a record of them. Single words in the singular,
// because matching tolerates typos and plurals.

/** A dish recorded as vegetarian contains none of these. */
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

const FLAVORINGS = [
  ...['coriander', 'cilantro', 'basil', 'parsley', 'mint', 'dill', 'oregano', 'thyme', 'rosemary', 'cumin', 'turmeric'],
  ...['ginger', 'galangal', 'lemongrass', 'cinnamon', 'nutmeg', 'clove', 'cardamom', 'fennel', 'fenugreek', 'anise'],
  ...['paprika', 'cayenne', 'saffron', 'vanilla', 'wasabi', 'horseradish', 'vinegar', 'honey', 'salt', 'sugar'],
  ...['sweetener', 'aspartame', 'fructose', 'stevia', 'xylitol', 'yeast', 'cocoa', 'chocolate', 'truffle'],
];

const ADDITIVES = [
  ...['MSG', 'glutamate', 'alcohol', 'caffeine', 'colouring', 'coloring', 'preservative', 'additive', 'nitrate'],
  ...['histamine', 'rennet', 'carrageenan'],
];

export const FOODS: readonly string[] = [...MEATS, ...PLANTS, ...FLAVORINGS, ...ADDITIVES];

/** Diets that dishes are not labelled with. */
export const OTHER_DIETS: readonly string[] = [
  ...['pescatarian', 'pescetarian', 'keto', 'ketogenic', 'paleo', 'FODMAP', 'jain'],
];
