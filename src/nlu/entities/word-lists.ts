const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** Words that join the words of a name. */
export const JOINING_WORDS: ReadonlySet<string> = new Set(
  splitWords('a an the and or of in at to for from by with on n our your my la le el de du di des von van e y s'),
);

/** Function words, which name nothing. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  splitWords(`
a an the and or but nor of in at to for from by with without as is it its be am are was were been being i im ive id ill
me my mine we us our you your u ur he she they them his her their this that these those there here what which who whom
whose when where why how do does did done doing dont doesnt didnt can could will would shall should may might must cant
cannot couldnt wont wouldnt have has had having havent hasnt not no yes yeah yep ok okay please pls plz thanks thank thx
hi hello hey so if then than also too very just only about around some any all each every both either neither other
another such same own more most less least few many much lot lots really quite maybe perhaps like want wanna need get
got gets getting give gives go goes going gone gonna come comes coming know think see let lets say said tell told one
ones thing things something anything nothing everything someone anyone everyone way n ya yo ah oh um uh well sorry
actually
`),
);

/** Words that are too common in general or in the trade to mean one entry on their own. */
export const GENERIC_WORDS: ReadonlySet<string> = new Set(
  splitWords(`
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun weekday weekend
january february march april june july august september october november december jan feb mar apr jun jul aug sep sept
oct nov dec today tomorrow tonight yesterday now later soon early late earlier next last first second third morning
afternoon evening night noon midnight midday day week month year annual daily weekly monthly yearly hour min minute time
hourly lunch dinner breakfast brunch supper zero two three four five six seven eight nine ten eleven twelve single
double triple half whole couple dozen pair pack set piece bit class visit appointment session treatment service course
lesson program package plan membership pass slot booking reservation book reserve order table seat place spot room house
home special menu dish plate platter bowl side main meal food drink item product brand shop store type kind style size
option choice test check price cost fee charge deal offer sale discount gift voucher card cash pay bill tip deposit new
old good great nice best better big small large little medium mini full extra regular standard basic classic original
traditional signature deluxe premium plus pro super ultra advanced beginner intermediate express quick fast slow long
short high low hot cold warm cool fresh free open close closed available ready sure right left up down out on off over
under back front top bottom inside outside indoor outdoor private public local natural organic homemade daily light dark
heavy easy simple perfect favorite popular real true clear clean safe quiet sound taste seem feel mean head access flat
base man woman child kid boy girl baby adult senior family friend guest people person member customer patient student dr
doctor mr mrs miss ms prof nurse team staff stylist trainer instructor teacher coach therapist barber help use work look
make take put bring keep try ask call talk speak find show send move change cancel start stop begin end finish leave
stay wait turn run walk play watch wear buy sell eat have follow touch stand sit hold can must might us per via etc with
my name number phone email address code question answer idea problem issue reason park part point area street road city
town pharmacy salon clinic restaurant studio gym north south east west center workshop group level all body care health
walking running working parking waiting reading driving
`),
);

/** Words that never name an entry alone, even as the whole message, because they answer "when" or "how many". */
export const TIME_WORDS: ReadonlySet<string> = new Set(
  splitWords(`
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun weekday weekend
january february march april may june july august september october november december jan feb mar apr jun jul aug sep
sept oct nov dec today tomorrow tonight yesterday now later soon early late next last first second third morning
afternoon evening night noon midnight midday day week month year hour min minute one two three four five six seven eight
nine ten eleven twelve lunch dinner breakfast brunch couple pair single double
`),
);

/** Words with the same meaning to a customer, mapped to the first word of their line. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  `
color colour colors colours
gray grey
man men mens gent gents gentleman gentlemen male
woman women womens lady ladies female
child children childrens kid kids childs
dr doctor doc
annual yearly
checkup check-up
min mins minute minutes
hour hours hr hrs
eggplant aubergine aubergines
zucchini courgette courgettes
shrimp shrimps prawn prawns
cilantro coriander
arugula rocket
mustache moustache
yogurt yoghurt
donut doughnut doughnuts donuts
barbecue bbq barbeque
appetizer appetiser appetizers appetisers starter starters
dessert desserts pudding puddings afters
beverage beverages drink drinks
up ups
regular reg
standard std
appointment appt appts appointments
examination exam exams examinations
physiotherapy physio
manicure mani manis manicures
pedicure pedi pedis pedicures
massage massages
pajama pyjama pajamas pyjamas
sweater jumper jumpers sweaters
pants trousers trouser pant
tee tshirt
pediatric paediatric pediatrics paediatrics
pediatrician paediatrician
orthopedic orthopaedic
gynecology gynaecology gyno
vaccination vaccine vaccines vaccinations jab jabs shot shots immunization immunisation
dental tooth teeth
hamburger burger burgers hamburgers
veggie vegetarian veg
mac macaroni
tomato tomatoes
potato potatoes
half halves
loaf loaves
knife knives
leaf leaves
foot feet
glass glasses
chili chilli chile chilies chillies
omelet omelette omelets omelettes
ketchup catsup
license licence
jewelry jewellery
airplane aeroplane
tire tyre
plow plough
curb kerb
theater theatre
liter litre
fiber fibre
caliber calibre
cozy cosy
draft draught
whiskey whisky
mum mom
espresso expresso
benedict benny
avocado avo avos avocados
`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [canonicalWord = '', ...others] = line.split(' ');
      return others.map((word): [string, string] => [word, canonicalWord]);
    }),
);

/** Words that follow a named thing without making it the name of something else. */
export const WORDS_AFTER_NAMED_THING: ReadonlySet<string> = new Set(
  splitWords(`
contain contains containing include includes included come taste last cost costs made cooked served safe spicy vegan
veggie vegetarian gluten dairy lactose nut nuts halal kosher allergy allergen allergic free still taken booked busy work
working teach teaching suit suitable please asap tmrw pls instead appt resv available stock cheap expensive big heavy
waterproof online again worth recommended treatment class session plan membership thank thanks ppo hmo
`),
);
