/**
 * Ordinary words in chats with a business, of four letters or more. They are never treated as typos: "parking" is not
 * the park salad.
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `
abandon abdomen abit able about above abroad absent absolutely absorb abuse accent accept acceptable accepted accepts
access accessible accessing accident accidentally accommodate according account accounts accurate accuse ache aches
achieve aching acid acne acquiring across action actions activate activated activating activation active activities
activity actor actual actually added adding additional address adds adjust admire admit adopt adore adult adults
advance advice advise affect affirmative afford afraid africa after afternoon again against aged agency agenda agent
agree agreed ahead aids airline airlines airport aisle alarm alarmed alarms alaska album alcohol alert alerts alien
alike alive allergen allergens allergic allergies allergy alley allies allow allowed almond almost alone along alot
already alright also altar alter alternative alternatives although always amazing america american americans amount
amused android angel anger angle angry animal animals ankle anniversary annoy annoyed annoying annual another answer
answering answers antibiotic antibiotics anybody anymore anyone anything anytime anyway anywhere apart apartment
apologies apologise apologize apparently appear appeared appears appetite apple apples application applied apply
applying appointment appointments appreciate appreciated appropriate approval approve approved approx approximately
appt appts april apron arch area areas arena arent argue arise arms army around arrange arrival arrive arrived arrives
arriving arrow article articles artist artists asap ashes asian aside asked asking asks asleep assist assistance
associated assume assure asthma aswell atleast attach attack attempted attend attending attic attract audio aunt
australia australian author authorize authorized auto automatic automatically avail availability available avenue
average avocado avoid awake award aware away awesome awful awhile awkward axis babies baby back backed bacon badge
badly bags bake baked baker bakery baking balance balcony ball banana bananas band bank banking banks banned barbecue
bare barely barn baron barrel bars base baseball based basic basically basin basis basket bass bath bathe bathroom
battery bays bday beach beads beam bean beans beard bearing bears beast beat beaten beautiful beauty became because
become bedroom beds bedtime beef been beer beers before began begin beginner beginners beginning begs begun behind
being believe bell bells belong beloved below belt bench bend beneficiary benefits bent beside besides best bets better
between beyond bible bicycle bigger biggest bike bill billing bills bind biology bird birds birth birthday bite bits
bitter black blade blame blank blast blaze bleed bleeding blend bless blind blink block blocked blocking blocks blond
blood blouse blow blown blows blue board boarding boast boat boats body boil bold bolt bomb bond bone bones bonus book
booked booking bookings books boot booth booths boots border bore bored boring born borrow boss boston both bother
bottle bottles bottom bought bounce bound bowel bowl bowls boxes boyfriend boys brain brake branch brand brass brave
bread break breakfast breaking breast breath breathe breeze brick bride brides bridge brief bright brighten brighter
brightness bring britain british broad broadway broccoli broke broken brother brothers brought brown brownies bruise
brunch brush buckle buddy budget buds buffalo buffet bugs build building built bulb bulk bull bully bump bunch burden
burger buried burn burst bury bush business bust busy butter button buying cable cafe cage cake cakes calculate
calculated calendar california call called caller calling calls calm calmed calorie calories came camera camp campus
canada canadian canal cancel canceled canceling cancellation cancelled cancelling cancer candidate candle candles candy
cannot canvas canyon capable capital caps captain capture card cards care career careful cares cargo carpet carrots
carry cars carve case cash casino cast castle casual catch cats cattle caught cause caused cave ceiling cell cellphone
cent center centimeters central centre cents cereal ceremony certain certainly chain chair chairs chalk chamber
champion chance change changed changes changing channel chaos chapel chapter charge charged charger charges charging
charm charming chart chase chased chat chatting cheap cheaper cheapest cheat check checked checking checks cheek cheer
cheers cheese cheeseburger cheesecake chef chefs cheque cherish chess chest chew chicago chick chicken chief child
children chili chill chilly chimney chin china chinese chip chips chocolate choice choices choose chore chores chose
christmas church cinema circle citizen city civil claim clap clarify clash class classes classical claw clay clean
cleaner cleaning clear cleared clerk clever client cliff climate climb cling clinic clip clock clone close closed
closer closest closing cloth clothes cloud clouds clown club clue clumsy coach coal coarse coast coat coats code coffee
coil coin coke cold colds collar colleagues collect college colony color colorado colors colour columbia columbus
column combine come comedy comes comfort comfortable comic coming command comment comments commit common commute
companies company compare compared compete compile complain complaint complaints complete completed completely
completing complex compose compromised computer concern concerned concerns concert condition conditions conference
confess configure confirm confirmed conflict confused congress connect consent consider considered consist console
construct consult consumer contact contacted contactless contacts contagious contain contains content contents contest
context continue contract control convenient conversation conversion convert converter convince cook cooked cookie
cookies cooking cool cooler coordinates copy coral cord core cork corn corner correct correctly cost costa costs
cottage cotton couch cough coughing could coulda couldnt council counsel count counter countries country county couple
couples courage course courses court cousin cousins cover covered cows cozy crack craft cram crap crash crawl crazy
cream create created credit creep crew crime crisp critic crop cross crowd crowded crown cruel cruise crush crust cube
cuff cuisine cult culture cups cure cured curious curl currencies currency current currently curry curse curtain curve
custom customer customers cute cuts cycle daddy daily dairy damage damaged damp dance danger dare dared dark darling
dash data date dates daughter daughters dawn days deactivate deactivated dead deal deals dealt dear death debate debit
debt decade decay december decide decision declare decline declined declining decorate decrease deducted deep default
defeat defend define definitely definition degree delay delayed delete deleted deli delicate delicious delight deliver
delivered delivers delivery delta denied dentist deny depart department depend deposit deposited deposits depth derive
describe description desert deserve design desire desk despair desperately despite dessert desserts destination destroy
detail details detect detergent determine develop device devil diabetes diabetic dial diamond diary dice died diet
dietary diets differ difference different digital digits dignity dine diner dining dinner direct direction directions
directly dirt dirty disable disabled disappeared disappointed disappointing disaster disconnect discount discounts
discover discuss disease dish dishes dislike display disposable dispute dissatisfied distance distant ditch dive divide
divided divorce dizzy dock doctor doctors documents does dogs doing doll dollar dollars domestic donate done donkey
donut doom door doors dosage dose double doubt down download downtown dozen dozens draft drag drain drama drank draw
drawer drawing drawn dread dream dreams dress dresses drew drift drill drink drinks drive drivers driving drop dropped
dropping drops drove drown drugs drum drunk duck dull dumb dump dunno duplicate during dust dutch duty dying each eager
eagle earlier earliest early earn earned ears earth earthquake ease east easter eastern easy eaten eating eats echo
economic economy edge edit edition editor educate effect effort eggs eight eighty either elaborate elbow elder elderly
elect election electric electricity electronic elegant element elevator eleven eligible else email emails embarrassed
emergency empire employ employees employer employment empty enable ending endless ends enemy energy engage engaged
engine england english enjoy enjoyed enormous enough enquire enquiry enrolled ensure enter entered entering
entertainment entire entrance entry envy episode equal equals equipment equivalent erase errand error escape especially
essay essence estimated ethics euro europe european euros even evening evenings event events ever every everybody
everyday everything everytime everywhere evil exact exactly exam example exams exceed excellent except excess exchange
exchanged exchanges exchanging excite excited exciting excuse exercise exhaust exile exist existing exotic expand
expect expected expecting expensive experience experienced experiencing expert expiration expire expired expires
expiring expiry explain explanation explode explore export expose express extend extent extra extreme eyes fabric
fabulous face faces facing fact factor factory facts fade fail failed failing fails faint fair fairly fairy faith fake
fall fallen falling falls false fame familiar family famous fancy fantastic fare farm farmer farther fashion fast
faster fatal fate father fatigue fault favor favorite favorites favour favourite fear feast feather feature features
february federal feed feel feeling feels fees feet fell fellow felt female fence festival fever fiance fiction field
fierce fifteen fifth fifty fight fights figure figured figuring file fill film filter final finally finance financial
find finding fine finger finish finished fire firm first fish fishing fitness fits fitted fitting five fixed fixing
flag flame flare flash flask flat flavor flavour fleet flesh flew flies flight flights flip float flock flood floor
floors florida flour flow flowers fluent fluid flush flying foam focus fold folk folks follow following fond food foods
fool foot football forbid force forces forecast forehead foreign forever forget forgive forgot forgotten fork form
formal format former forms fort forth fortnight fortune forty forum forward fought foul found four fourteen fourth
frame france frank frankly fraud fraudulent freak free freedom freely freeze freezer freight french frequently fresh
friday fridge fried friend friendly friends fries fright frog from front frown frozen fruit fruits frustrated fuel
fulfil fulfill full fully function fund funds funniest funny furious furniture further fuss future gain galaxy gallon
gamble game games gang garage garden garlic gasp gate gather gave gaze gear gender gene general genius gentle gentleman
gents genuine georgia german germany gets getting ghost giant gift giggle gimme girl girlfriend girls give given gives
giving glad glance glare glass glasses global gloom glory glove gloves glow glue gluten goal goat gods goes going gold
golden golf gone gonna good goodbye goods gossip gotcha gotten govern grab grace grade gradual grain grammar grand
grandparents grant grapes graph grasp grass grateful grave gravity gray great greater greece greed greek green greet
grew grey grief grill grin grip groan groceries grocery groom gross group grow grown grows growth guarantee guaranteed
guard guess guest guests guide guilt guilty guitar gums guys gyms habit hadnt hail hair half hall hallway hamburger
hamburgers hammer hand handle hands handsome handy hang happen happened happening happens happy harbor hard hardly harm
harsh hasnt haste hate hated hats haul have haven havent having hawaiian hawk hazard head headache headaches headed
heading headlines heads heal healed health healthcare healthy hear heard hearing heart heat heated heaven heavily heavy
heel height held hell hello help helped helpful helping helps hence herb herd here heres hero heroes hers herself
hesitate hidden high highchair higher highest highly highway hill himself hint hips hire hired history hits hives
hobbies hobby hold holding holds hole holiday holidays holy home homemade hometown honest honestly honey honor honour
hood hook hope hopefully hopes hoping horn horrible horror horse hose hospital host hostile hosting hotel hotels hotter
hour hourly hours house however huge humid hundred hunger hungover hungry hunt hurry hurt hurts husband icon idea ideal
ideas identification identify identity idle ignore illness image images imagine imho immediately immune impact imply
import importance important impose impressed improve impulse inbox inch inches include included including inclusive
income incoming incorrect incorrectly increase increased incur indeed index india indian indoor indoors infact infant
infection info inform information ingredients inherit initial initiate injure injured injury inner innocent input
inquire insect inside inspire install instalments instant instead instinct instruct instruction instructions insult
insurance insured intend intense intent interest interested interesting interior international internationally internet
into intolerance intolerant introduce invent invest investigate invite involved ireland iron island issue issued issues
italian italy itch itching itchy item items itll ivory jack jacket jail january japan japanese jazz jealous jeans
jersey jewel jewelry jingle jobs join joined joining joint joints joke jokes joking journal journey joyful judge judges
juice juicy july jump june junior jury just justice keen keep keeper keeping keeps kept kettle keys kick kicked kicks
kidding kidney kids kilometers kind kinda kindly kinds king kingdom kiss kitchen knee kneel knees knew knife knit knob
knock knot know knowledge known korean label labor labour lack ladder ladies lady laid lain lake lamb lame lamp lamps
land landed landing landlord lands lane language laptop large larger largest lasagna last lasts late lately later
latest latex laugh launch laundry lawn lawyer lazy lead leader leads leaf league leaks lean leap learn leash least
leather leave leaving lecture left legal legend legs lemme lemon lend lends length less lesson lessons lets letter
letting level lever liar liberty library lied life lifted light lighter lighting lights like likely likes limb limit
limitations limited limits limp line linen link liquid list listed listen listening lists literal little live liver
living load loaded loads loan lobby lobster local locate located location locations lock locked lodge logic login
london lonely long longer longest look looked looking looks lookup loose lord lose losing loss lost lots loud louder
lounge love lovely lovers loves lower lowest loyal lucky luggage lump lunch lungs lying macaroni machine machines made
magic magnet maid mail mailed main mains maintenance major make maker makers makes making male males mall manage
managed manager manhattan manner manual many maple marble march margin marine mark marked market marketing marks
married marry marsh mashed mask mass massage massive master mastercard match mate material mates math matter matters
maximum maybe meadow meal meals mean meaning means meant measure meat meatballs meatloaf mechanic medal media medical
medication medications medicine medicines mediterranean medium meds meet meeting meetings meets melody melt member
members membership memberships memory mental mention mentor menu menus merchant mercy merely merge merit merry mess
message messages messed metal method methods metro mexican mexico microwave midday middle midnight midst might mighty
mild milder mile mileage miles military milk mill mind mine mineral minimum minister minor mins minus minute minutes
miracle mirror misery mislead misplaced missed missing mission mist mistake mixed mixture mobile mock mode model
moderate modern modest modify moist moment mommy moms monday money monitor monkey monster month monthly months mood
moon moral morals more morning mornings mortgage most motel mother motion motivational motive motor mount mountain
mouse mouth move moved movement moves movie movies moving msgs much muddy mugged mule multiple multiply murder muscle
muscles museum mushrooms music must mustard mute myself mystery myth nail nails naked name named names narrow nasty
nation national native natural nature naughty nausea nauseous naval navy near nearby nearest nearly neat necessary neck
need needed needing needle needs negative neglect neighborhood nephew nerve nerves nervous nest network neutral never
newest news newspaper next nice nicely nicer nickel niece night nine nineteen ninety ninth noble nobody nods noise
noisy nominate none noodle noodles noon nope normal normally north nose note notes nothing notice noticed notification
notifications notified notify novel november nowadays nowhere nuclear nudge numb number nurse nurses nutrition
nutritional nuts oath obey object oblige observe obtain obtaining obvious obviously occasion occasionally occupied
occurred ocean october oddly odds odor offend offense offer offered offering offers office official often oily okay
older oldest olive omit once ones onion onions online only onset onto oops open opened opening opens operate opinion
oppose opposite option options oral orange oranges orbit ordeal order ordered ordering orders ordinary organ
organization orient origin original originally originate orphan other others otherwise ought ounce ounces ours outback
outdoor outdoors outer outfit outlet outlets outline output outside outta oven over overcharged overseas owed owner
owns oxygen paced pacific pack package packed packet page pages paid pain painful pains paint painter pair palace pale
palm pancakes panel panic pants paper paperwork parade parcel pardon parents paris parish park parking parrot part
particular parties party pass passage passcode passed passion passive password past pasta paste pastry patch path
patience patient patients patio pattern pause paycheck payday paying payment payments payroll pays peace peak peanuts
pear peas peasant peel pencil pending pension people pepper pepperoni percent percentage perfect perfectly perform
perfume period permission permit person personal persons peruvian pest pests petal petite pets pharmacy phase phone
phones photo photos phrase physical piano pick picked picking pickup picnic picture piece pill pills pilot pinch pine
pink pint pipe pirate pitch pizza pizzas place placed places plain plan plane planet planned planning plans plants
plastic plate plates platter play played player playful playing playlist plays plead pleasant please pleasure pledge
plenty plot plug plugs plunge plus pocket podcast poem poet point points poison police policies policy polish polite
politics poll pollen pollute pond pool poor popping popular population porch pork port portion portions portugal pose
position positive possess possibility possible possibly post postcode posted poster posts potato potatoes potent pound
pounds pour poverty powder power practice praise pray prayer preach predict prefer preferably preference preferred
pregnancy pregnant premium preparation prepare prescribe prescribed prescription prescriptions present president press
pressure pretty prevent previous previously price priced prices pricey pricing pride priest prime prince princess print
prior prison private privately prize prob probably problem problems probs procedure proceed process processed
processing product products profile profit program programmed progress project promise promised promo prone proof
proper properly propose prospect protect protest proud prove proven provide provided providing public pull pulled pulse
pump punch punish pupil puppet purchase purchased purchases purchasing pure purple purpose purse pursue push puts
putting puzzle quality quarrel quarter quarters queen quest question questions queue quick quicker quickly quiet
quieter quit quite quiz quote rabbit race racket radar radio radius rage raid rail rain raining raise rally ranch
random rang range ranked rapid rare rarely rash rashes rate rated rates rather rating ratings ratio razor reach reaches
react reactivate read reading ready real realize really rear reason reasons rebel rebook recall receipt receive
received receiver receiving recent recently receptionist recipe recipes recipient reckon recognise recognize recommend
recommendation recommendations recommended record recorded recover recurring redeem reduce reef refer reference
referral refill refills reflect reform refresh refreshing refrigerator refund refunded refuse regard regarding regards
regime region regret regular reign reject rejected relate related relax relaxed relaxing release released relevant
relief religion rely remain remainder remaining remark remedy remember remind reminded reminder reminders remote remove
removed renew rent rental repair repairs repeat repeated repeating rephrase replace replaced replacement replacing
replay reply report reported reporting request requested requesting require required requirements reschedule
rescheduled rescheduling rescue research resent reservation reservations reserve reserved reset reside resign resist
reso resolve resort resos respect respond response responses responsible rest restart restaurant restaurants restless
restrictions restroom result results resume resv retail retire retrieve return returned returning returns reveal
revenge reverse revert review reviewed reviews reward rewards rezzo rhyme rhythm ribbon ribs rice rich ride rides rifle
right rigid ring rings riot ripe rise risen risk risky rival river road roar roast robe robin robot rock rocket rode
rogue role roll rolled rolls romance romantic rome roof room rooms root roots rope rose rotten rough round route
routing rows royal rubber ruby rude ruin ruined rule ruler rules rumor running runs rural rush russia russian rust sack
sacred saddle sadly safe safely safest safety said sail sailor saint sake salad salads salary sale salt same sample
sand sandwich sank satin satisfied saturday sauce sauces sauna sausage savage save saved saves saving savings saying
says scale scan scandal scar scared scarf scary scene scent sched schedule scheduled schedules scheme scholar school
science scissors scoop scope score scores scout scrap scratch scream screen script seafood seal seam search searching
season seasonal seat seated seating seats second seconds secret secs section secure security seed seeing seek seeking
seem seems seen sees seize seldom select selected self sell seller selling sells senate send sending senior seniors
sense sensitive sent sentence sequence series serious seriously serum servant serve served serves service services
serving session sets setting settings settle seven seventeen seventh seventy several severe sexy shade shades shadow
shake shaken shall shallow shame shape shapes share shark sharp shave shaved shed sheep sheet shelf shell shelter
shepherd shield shift shine ship shipped shipping shirt shirts shiver shock shoe shoes shone shoot shop shopping shops
shore short shorter shot shots should shoulda shoulder shoulders shouldnt shout shovel show showed shower showers
showing shown shows shrink shrug shrunk shuffle shut shuttle sibling siblings sick side sided sides sigh sight sign
signal signed signing silence silent silk silly silver similar simple since sincere sing singapore singer single sings
sink sinus siren sister sisters site sites sits sitting situation sixteen sixty size sized sizes sketch skill skin skip
skirt skull slam slap slave slayer sleep sleepy sleeve sleeves slept slice slid slide slight slightly slim slip slope
slot slots slow slower small smallest smart smash smell smells smile smoke smoking smooth snack snacks snake snap sneak
sniff snow snowing soak soap soar sober soccer social sock socket socks soda soft soften softer soil sold soldier sole
solid solo solution solve some somebody somehow someone something sometime somewhere song songs sons soon sooner sore
sorry sort sorta sorts soul sound sounds soup sour source south southern southwest space spade spaghetti spain spanish
spare spark speak speaker speakers speaking speaks spear special species specific specified specify speech speed spell
spelling spend spending spent sphere spice spices spicy spider spike spill spin spine spirit spite splash split spoil
spoke spoken sponge spoon sport sports spot spots spouse spray spread spring sprint squad square squash squeeze stab
stack stadium staff stage stain stains stair stairs stall stamp stand standard standing stands star stare stares stars
start started starting starts starve state statement statements states station stations statue status stay staying
stays steady steak steakhouse steal steam steel steep steer stem step steps stern stick sticky stiff still sting stir
stitch stitches stock stocks stole stolen stomach stone stood stool stop stopped storage store stored stores stories
storm story stove straight strain strange strap straw stream street streets strength stress stretch strict strife
strike string strip stripe stroll strong struck structure struggle stub stuck student studio study stuff stumble stun
stupid sturdy style styles subject subjects submit submitted subscription substitute subtle subtract suburb subway
succeed success successfully such suck sucks sudden suddenly suffer suffering suffice sugar suggest suggestion
suggestions suit suitable suits summary summer summit sunburn sunday sung sunk sunny sunrise sunset super supervisor
supplies supply support supported suppose supposed sure surely surf surface surge surgery surprise surprised surrender
survey survive sushi suspect suspicious sustain swallow swam swamp swan swap swear sweat sweep sweet swell swelled
swelling swept swift swim swimming swing switch switched switzerland swollen sword swum swung symbol symptom symptoms
sync system table tables tablespoons tabs tackle taco tacos tactic tail tailor tails take takeaway taken takeout takes
taking tale talent talk talking talks tall tame tank tape target task tasks taste tastes tasty taught tavern taxes taxi
teach teacher teaches teaching team teams tear tears tease teaspoons tech teen teenager teenagers teens teeth telephone
television tell telling temp temperature temple tempt tenant tend tender tennis tense tent term terminate terms
terrible terror test tested testing tests texas text thai thailand than thank thanks that thatll theater theaters
theatre theft their them theme themselves then theory therapy there theres these they theyre theyve thick thief thigh
thin thing things think thinking third thirst thirteen thirty this thorn those though thought thousand thread threat
three thrill throat throne through throughout throw throwing thrown thru thrust thumb thunder thursday tick ticket
tickets tide tidy tied ties tight till time timer times timid timing tiny tips tire tired tires title tmrw toast
tobacco today toddler toddlers toes tofu together toilet token tokyo told tomato tomb tomo tomorrow tone tongue tonic
tonight took tool tools tooth toothpaste topic topics topped topping torch torn toss total totally touch touched tough
tour tourist toward towards towel towels tower town toxic toys trace track tracked tracking trade traffic tragic trail
train trainers training traits tram transaction transactions transfer transferred transferring transfers translate trap
trash travel traveling travelling tray treasure treat treated treatment treatments treaty tree tremble trending trends
trial tribe tribute trick tried tries trigger trim trip triumph troop tropical trouble truck true truly trunk trust
truth trying tube tuck tuesday tummy tuna tune tunes tunnel turkey turn turned turns tweet twelve twentieth twenty
twice twin twins twist type typed types typical typically tyrant ugly ulcer umbrella unable unauthorized unaware
unblock uncle uncomfortable under understand understanding understood undo unfair unfortunately unhappy uniform union
unique unit unite united unity university unknown unless unlike unlimited unlock unsure until unusual unwell upcoming
update updated updates updating upgrade upper upright upset upstairs urban urge urgent urgently urine usage used useful
user uses using usual usually utter vacant vacation vaccinations vaccine vaccines vacuum vague vain valid valley value
vampire vanish vanished various vast vault vegan vegetarian veggie vehicle vein velvet venue verb verdict verification
verified verify verifying verse version very vessel vest veteran vibe victim victory video vietnamese view village
violence violent virginia virtual virtue virus visa visible vision visit visited visiting visual vital vitamin vitamins
vivid vocal voice volcano volume volunteer vomit vomiting vote voucher vouchers voyage wage wages wagon waist wait
waiter waiters waiting waitlist waitress wake walk walked walking walks wall wallet walls wander wanna want wanted
wanting wants ward wardrobe warm warn warned warning warrior wars wash washing washington wasnt waste watch water wave
waves ways weak weaker wealth weapon wear wearing wears weary weather weave website wedding wedge wednesday weed week
weekday weekdays weekend weekends weekly weeks weep weigh weight weird welcome well wells went wept were werent west
western weve whale what whatever wheat wheel wheelchair when whenever whens where wheres wherever whether which
whichever while whine whip whisper whistle white whoever whole whom whos whose wicked wide widow width wife wifi wild
willing wind window windows windy wine wines wing wings wins winter wipe wire wisdom wise wish witch with withdraw
withdrawal withdrawals withdrawing withdrawn within without witness wives wknd woke wolf woman women wonder wonderful
wondering wood wooden wool word words wore work worked working workout works world worm worn worried worry worse
worship worst worth worthwhile would woulda wouldnt wound wove woven wrap wrapped wrapping wrath wreck wrestle wrist
wrists write writing written wrong wrote yacht yall yalls yard yards yawn yeah year yearly years yell yellow yesterday
yield yoga youll young younger youngest your youre yours yourself yourselves youth youve zebra zero zone
`
    .trim()
    .split(/\s+/),
);
