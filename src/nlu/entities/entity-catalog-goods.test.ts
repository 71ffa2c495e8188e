import { describeCatalogs } from './catalog-test-helpers.ts';

describeCatalogs({
  'a Mediterranean restaurant': {
    entries: {
      item: `
        Charred Carrot Hummus | Marinated Olives | Grilled Octopus | Lamb Shoulder | Whole Sea Bass |
        Ember Eggplant | Ricotta Gnocchi | Pistachio Baklava | Blood Orange Sorbet | Friday Special | Park Salad
      `,
      category: `Starters | Mains | Desserts`,
    },
    messages: [
      ['how much is the lamb?', 'Lamb Shoulder'],
      ['Is the sea bass on tonight?', 'Whole Sea Bass'],
      ['I have a severe nut allergy. Is the baklava safe? what about the lamb', 'Pistachio Baklava', 'Lamb Shoulder'],
      ['does the sorbet contain milk?', 'Blood Orange Sorbet'],
      ['is there any aubergine in it', 'Ember Eggplant'],
      ['what appetizers do you have', 'Starters'],
      ['my girlfriend is vegan, anything she can eat for a main?', 'Mains'],
      ['do you have anything gluten free for dessert', 'Desserts'],
      ['grilled octapus please', 'Grilled Octopus'],
      ['the gnochi and the carrot humus', 'Ricotta Gnocchi', 'Charred Carrot Hummus'],
      ['is the friday special vegan', 'Friday Special'],
      ['can I get a table on friday'],
      ['Friday'],
      ['is there parking'],
      ['where can I park'],
      ['can I get an orange juice'],
      ['do you do lamb chops'],
      ['what time do you guys close on friday?'],
      ['Hi! Could I get a table for 4 tomorrow at half past seven?'],
      ['where can I leave my car when I come by'],
      ['are you open on Thanksgiving?'],
    ],
  },
  'a pizzeria': {
    entries: {
      item: `
        Margherita | Quattro Formaggi | Pepperoni | Spicy Pepperoni & Honey | Prosciutto e Rucola |
        Garlic Bread | Garlic Bread with Cheese | Tiramisù | House Salad | Caesar Salad |
        San Pellegrino 750ml | Soup of the Day
      `,
    },
    messages: [
      ['two margaritas and a pepperoni', 'Margherita', 'Pepperoni'],
      ['one margherita please', 'Margherita'],
      ['the pepperoni with honey', 'Spicy Pepperoni & Honey'],
      ['is there egg in the tiramisu', 'Tiramisù'],
      ['garlic bread', 'Garlic Bread'],
      ['the cheese garlic bread', 'Garlic Bread with Cheese'],
      ['do you have any salads', 'House Salad', 'Caesar Salad'],
      ["what's the house salad like", 'House Salad'],
      ['whats the soup of the day', 'Soup of the Day'],
      ['quatro formagi', 'Quattro Formaggi'],
      ['do you deliver to my house'],
      ['what day are you closed'],
      ['is it spicey', 'Spicy Pepperoni & Honey'],
      ['can i have a table for 2'],
    ],
  },
  'a curry house': {
    entries: {
      item: `
        Chicken Tikka Masala | Chicken Korma | Lamb Rogan Josh | Prawn Madras | Saag Paneer | Garlic Naan |
        Plain Naan | Pilau Rice | Mango Lassi | Onion Bhaji
      `,
    },
    messages: [
      ['how hot is the tikka masala', 'Chicken Tikka Masala'],
      ['shrimp madras', 'Prawn Madras'],
      ['does the korma have nuts', 'Chicken Korma'],
      ['any chicken?', 'Chicken Tikka Masala', 'Chicken Korma'],
      ['2 garlic naans and a mango lasi', 'Garlic Naan', 'Mango Lassi'],
      ['onion bhajis', 'Onion Bhaji'],
      ['is the rogan josh gluten free?', 'Lamb Rogan Josh'],
      ['sag panner', 'Saag Paneer'],
      ['rogn josh', 'Lamb Rogan Josh'],
      ['do you have a plain one', 'Plain Naan'],
      ['is it a nice place for a birthday'],
    ],
  },
  'an outdoor shop': {
    entries: {
      item: `
        Fell Waterproof Jacket | Ridge Walking Boots | Tarn Two-Person Tent | Steel Flask 750ml |
        Merino Base Layer | Trail Running Socks (3-pack) | Head Torch
      `,
      category: `Jackets | Footwear | Camping | Accessories`,
    },
    messages: [
      ['have you got the ridge boots in a 9?', 'Ridge Walking Boots'],
      ['price of the tarn tent?', 'Tarn Two-Person Tent'],
      ["can I bring a flask back if I don't like it?", 'Steel Flask 750ml'],
      ['2 person tent', 'Tarn Two-Person Tent'],
      ['headtorch', 'Head Torch'],
      ['any waterproof jackets', 'Fell Waterproof Jacket', 'Jackets'],
      ['merino baselayers', 'Merino Base Layer'],
      ['running socks', 'Trail Running Socks (3-pack)'],
      ["where's my order NT10482? my email is dana@example.com"],
      ['is it walking distance from the station'],
      ['are you open late on any day?'],
      ['two please'],
    ],
  },
  'a gift shop': {
    entries: {
      item: `
        Linen Tote Bag | Ceramic Mug, Grey | Ceramic Mug, Blue | Beeswax Candle | Lavender Soap |
        Leather Notebook A5 | Wool Jumper | Gift Card | Enamel Pin Set
      `,
    },
    messages: [
      ['do you have mugs', 'Ceramic Mug, Grey', 'Ceramic Mug, Blue'],
      ['the gray mug', 'Ceramic Mug, Grey'],
      ['blue ceramic mug', 'Ceramic Mug, Blue'],
      ['wool sweater', 'Wool Jumper'],
      ['note book', 'Leather Notebook A5'],
      ['lavendar soap', 'Lavender Soap'],
      ['bees wax candles', 'Beeswax Candle'],
      ['gift cards', 'Gift Card'],
      ['something for a gift under 20'],
      ['can I pay by card'],
      ['do you wrap gifts'],
    ],
  },
  'a café': {
    entries: {
      item: `
        Flat White | Cappuccino | Oat Latte | Chai Latte | Banana Bread | Blueberry Muffin | Croissant |
        Almond Croissant | Avocado Toast | Eggs Benedict | Kids Hot Chocolate | BLT Sandwich
      `,
    },
    messages: [
      ['flat whites', 'Flat White'],
      ['a capuccino and a crossaint', 'Cappuccino', 'Croissant'],
      ['almond croisant', 'Almond Croissant'],
      ['latte', 'Oat Latte', 'Chai Latte'],
      ['hot chocolate', 'Kids Hot Chocolate'],
      ['avo toast', 'Avocado Toast'],
      ['eggs benny', 'Eggs Benedict'],
      ['is the banana bread vegan', 'Banana Bread'],
      ['BLT', 'BLT Sandwich'],
      ['do you have wifi'],
      ['is it flat access'],
      ['whats hot'],
    ],
  },
});
