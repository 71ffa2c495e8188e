// Kinds of drinks. A menu has one section for all of them, but customers ask for one: "what wines do you have?".
import { wordsOf } from '../../nlu/entities/word-forms.ts';

/** Each kind, with the words on a menu that show it. */
const WORDS_BY_KIND: Readonly<Record<string, readonly string[]>> = {
  wine: [
    ...['wine', 'house red', 'house white', 'rosé', 'vino', 'sparkling', 'prosecco', 'champagne', 'cava', 'crémant'],
    ...['merlot', 'cabernet', 'malbec', 'pinot', 'chardonnay', 'sauvignon', 'riesling', 'shiraz', 'syrah', 'zinfandel'],
    ...['chianti', 'barolo', 'barbera', 'sangiovese', 'montepulciano', 'primitivo', 'nero d’Avola', 'vermentino'],
    ...['rioja', 'tempranillo', 'garnacha', 'verdejo', 'albariño', 'sancerre', 'chablis', 'bordeaux', 'burgundy'],
    ...['soave', 'gavi', 'falanghina', 'moscato', 'lambrusco', 'grüner', 'gewürztraminer', 'chenin', 'viognier'],
    ...['grenache', 'beaujolais', 'valpolicella', 'amarone', 'nebbiolo', 'muscadet', 'picpoul', 'vinho verde', 'sake'],
  ],
  beer: [
    ...['beer', 'lager', 'ale', 'ipa', 'pilsner', 'pils', 'stout', 'porter', 'wheat beer', 'weissbier', 'hefeweizen'],
    ...['birra', 'cerveza', 'kölsch', 'bitter', 'draft', 'draught', 'peroni', 'moretti', 'guinness', 'heineken'],
    ...['corona', 'modelo', 'asahi', 'sapporo', 'kirin', 'singha', 'tsingtao', 'kingfisher', 'estrella'],
  ],
  cocktail: [
    ...['cocktail', 'spritz', 'negroni', 'margarita', 'martini', 'mojito', 'daiquiri', 'old fashioned', 'manhattan'],
    ...['mule', 'paloma', 'bellini', 'mimosa', 'sangria', 'gin and tonic', 'gin & tonic', 'caipirinha', 'pisco sour'],
    ...['whiskey sour', 'cosmopolitan', 'bloody mary', 'mai tai', 'pina colada', 'white russian', 'highball'],
  ],
  'soft drink': [
    ...[
      'soft drink',
      'soda',
      'cola',
      'coke',
      'lemonade',
      'juice',
      'ginger beer',
      'ginger ale',
      'root beer',
      'iced tea',
    ],
    ...['sparkling water', 'mineral water', 'tonic water', 'kombucha', 'cordial', 'squash', 'mocktail', 'aranciata'],
    ...['san pellegrino', 'horchata', 'agua fresca', 'lassi', 'smoothie', 'milkshake', 'sparkling lemonade'],
  ],
  juice: ['juice', 'orange juice', 'apple juice', 'cranberry juice', 'pineapple juice'],
  lemonade: ['lemonade', 'sparkling lemonade'],
  coffee: ['coffee', 'espresso', 'cappuccino', 'latte', 'flat white', 'americano', 'macchiato', 'mocha', 'cold brew'],
  tea: ['tea', 'chai', 'matcha', 'earl grey', 'chamomile', 'peppermint tea', 'green tea', 'iced tea'],
};

const toCanonicalForm = (text: string): string =>
  ` ${wordsOf(text)
    .map(({ canonicalForm }) => canonicalForm)
    .join(' ')} `;

const KIND_BY_FORM = new Map(Object.keys(WORDS_BY_KIND).map((kind) => [toCanonicalForm(kind), kind]));
const KIND_WORDS = Object.entries(WORDS_BY_KIND).flatMap(([kind, words]) =>
  words.map((word) => ({ kind, form: toCanonicalForm(word) })),
);

/** The kind that a word means: "wines" is wine. */
export const findDrinkKind = (word: string): string | undefined => KIND_BY_FORM.get(toCanonicalForm(word));

type Drink = { name: string; description?: string; category?: string };

/** Whether a drink is of a kind. The longest matching word decides: ginger beer is no beer. */
export function isOfKind({ name, description = '', category = '' }: Drink, kind: string): boolean {
  if (findDrinkKind(category) === kind) return true;
  const kinds = findKinds(name);
  return (kinds.length > 0 ? kinds : findKinds(description)).includes(kind);
}

function findKinds(text: string): string[] {
  const form = toCanonicalForm(text);
  const matches = KIND_WORDS.filter((word) => form.includes(word.form));
  const longest = Math.max(...matches.map((word) => word.form.length));
  return matches.filter((word) => word.form.length === longest).map((word) => word.kind);
}
