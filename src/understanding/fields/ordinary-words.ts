/**
 * Ordinary words of chats with a business, of four letters and more. One of them is never taken for a slip of the
 * pen: "parking" is not the park salad.
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `
abdomen abit able about above abroad absolutely accent accept acceptable accepted accepts access accessible
accessing accidentally accommodate according account accounts accurate ache aches aching acne acquiring across
action actions activate activated activating activation active activities activity actual actually added adding
additional address adds adjust adult adults advance advice advise affirmative afford afraid africa after
afternoon again against agenda agree ahead airline airlines airport aisle alarm alarms alaska album alcohol alert
alerts allergen allergens allergic allergies allergy allow allowed almond almost alone along alot already alright
also alter alternative alternatives although always amazing america american americans amount android angry
animal animals ankle anniversary annoyed annoying annual another answer answering answers antibiotic antibiotics
anybody anymore anyone anything anytime anyway anywhere apart apartment apologies apologise apologize apparently
appear appeared appears appetite apple apples application applied apply applying appointment appointments
appreciate appreciated appropriate approval approve approved approx approximately appt appts april area areas
arent arms around arrange arrival arrive arrived arrives arriving articles artist asap asian aside asked asking
asks assist assistance associated asthma aswell atleast attack attempted attend attending audio aunt australia
australian authorize authorized auto automatic automatically avail availability available average avocado avoid
aware away awesome awful awhile babies baby back bacon bags bake baked bakery balance balcony ball banana bananas
band bank banking banks banned barbecue bare barely base baseball based basic basically basis bath bathe bathroom
battery bday beach bean beans bears beat beautiful beauty became because become bedroom bedtime beef been beer
beers before began begin beginner beginners beginning begun behind being believe bell bells beneficiary benefits
besides best better between bigger biggest bike bill billing bills bird birds birth birthday bite black blank
bleeding block blocked blocking blood blouse blue board boarding boat boats body boil bone bones book booked
booking bookings books boot booth booths boots born boss boston both bottle bottles bottom bought bowl bowls
boxes boyfriend boys brand bread break breakfast breaking bride brides bridge bright brighten brighter brightness
bring britain british broad broadway broccoli broke broken brother brothers brought brown brownies brunch brush
buddy budget buds buffalo buffet bugs build building built bump bunch burger burn business bust busy butter
button buying cable cafe cake cakes calculate calculated calendar california call called calling calls calm
calorie calories came camera camp canada canadian cancel canceled canceling cancellation cancelled cancelling
candle candles candy cannot canyon capital caps card cards care careful cares carpet carrots carry cars case cash
catch cats cause caused ceiling cell cellphone cent center centimeters central centre cents cereal certain
certainly chair chairs chance change changed changes changing channel chapter charge charged charger charges
charging charming chase chat chatting cheap cheaper cheapest check checked checking checks cheers cheese
cheeseburger cheesecake chef chefs cheque chess chest chicago chicken child children chili chill chilly chin
china chinese chip chips chocolate choice choices choose chore chores chose christmas church circle city claim
clarify class classes classical clean cleaner cleaning clear cleared client clinic clock close closed closer
closest closing cloth clothes club clue coast coat coats code coffee coin coke cold colds colleagues college
color colorado colors colour columbia columbus come comes comfortable coming command comment comments common
commute companies company compare compared compile complain complaint complaints complete completed completely
completing compose compromised computer concern concerned concerns condition conditions conference configure
confirm confirmed confused connect considered consist consumer contact contacted contactless contacts contagious
contain contains content contents continue control convenient conversation conversion convert converter cook
cooked cookie cookies cooking cool cooler coordinates copy corner correct correctly cost costa costs cough
coughing could coulda couldnt count counter countries country county couple couples course court cousin cousins
cover covered cozy crap crazy cream create created credit cross crowd crowded cuff cuisine cups curious curl
currencies currency current currently curry customer customers cute cuts daily dairy damage damaged dance dare
dark data date dates daughter daughters days deactivate deactivated dead deal deals dear debit debt december
decide decision decline declined declining decrease deducted deep default define definitely definition delayed
delete deleted deli delicious delight deliver delivered delivers delivery delta denied dentist depart department
deposit deposited deposits describe description desk desperately dessert desserts destination detail details
detergent determine device diabetes diabetic dial dice died diet dietary diets difference different digits dine
diner dining dinner direct direction directions directly dirty disable disabled disappeared disappointed
disappointing disconnect discount discounts discover dish dishes display disposable dispute dissatisfied distance
divide divided dizzy doctor doctors documents does dogs doing doll dollar dollars done donut door doors dosage
dose double doubt down download downtown dozen dozens draft drag drain drank draw drawer drawn dream dress
dresses drew drink drinks drive drivers driving drop dropped dropping drugs drunk duck dumb dunno duplicate
during dust dutch each earlier earliest early earn earned ears earth earthquake east easter easy eaten eating
eats economic economy edge edit eggs eight eighty either elaborate elbow elderly election electric electricity
electronic elevator eleven eligible else email emails embarrassed emergency employees employer employment empty
enable ending ends energy engage engaged engine england english enjoy enjoyed enough enquire enquiry enrolled
ensure enter entered entering entertainment entire entrance entry episode equal equals equipment equivalent erase
error especially estimated euro europe european euros even evening evenings event events ever every everybody
everyday everything everytime everywhere exact exactly exam example exams excellent exchange exchanged exchanges
exchanging excited exciting excuse exercise exist existing expect expected expecting expensive experience
experienced experiencing expert expiration expire expired expires expiring expiry explain explanation express
extra eyes fabric face faces facing fact factory facts fail failed failing fair fairly fall falls false familiar
family famous fancy fantastic farm farther fast faster father fault favor favorite favorites favour favourite
fear feature features february federal feed feel feeling feels fees feet fell felt female festival fever fiance
field fifteen fifth fifty fight figure figured figuring file fill film filter final finally financial find
finding fine finish finished fire first fish fishing fitness fits fitted fitting five fixed fixing flare flat
flight flights flip floor floors florida flour flowers fluid folks follow following food foods fool foot football
force forces forecast foreign forever forget forgot forgotten fork form format forms forth fortnight forty
forward found four fourteen fourth frame france frank fraud fraudulent free freedom freeze freezer french
frequently fresh friday fridge fried friend friendly friends fries from front frozen fruit fruits fuel full fully
function fund funds funniest funny furniture further future gallon game games garage garden garlic gate gather
gave general gentle gents genuine georgia german germany gets getting gift gimme girl girlfriend girls give given
gives giving glad glass glasses glove gloves gluten gods goes going gold golf gone gonna good goodbye goods
gotcha gotten grab grand grandparents grapes grass grateful gray great greater greece greek green grew grey grill
groceries grocery group grow grown guarantee guaranteed guess guest guests guide gums guys gyms habit hadnt hair
half hall hallway hamburger hamburgers hand handle hands handy hang happen happened happening happens happy hard
hardly hasnt hate hats have havent having hawaiian head headache headaches headed heading headlines heads heal
healed health healthcare healthy hear heard hearing heart heat heated heavy height held hell hello help helped
helpful helping helps hence here heres hero hers herself hidden high highchair higher highest highly highway hill
himself hips hire history hits hives hobbies hold holding holds hole holiday holidays home homemade hometown
honest honestly honey hood hope hopefully hoping horrible horse hose hospital hosting hotel hotels hotter hour
hourly hours house however huge humid hundred hungover hungry hurt hurts husband idea ideal ideas identification
identify identity illness images imho immediately importance important impressed improve inbox inch inches
include included including inclusive income incoming incorrect incorrectly increase increased incur india indian
indoor indoors infact infant infection info inform information ingredients initial initiate injured injury inner
input inquire insect inside instalments instant instead instruct instruction instructions insurance insured
intend interest interested interesting interior international internationally internet into intolerance
intolerant introduce investigate invite involved ireland iron island issue issued issues italian italy itch
itching itchy item items itll jack jacket january japan japanese jazz jeans jersey jewelry jingle jobs join
joined joining joint joints joke jokes judge juice july jump june just keen keep keeping keeps kept keys kick
kicks kidding kidney kids kilometers kind kinda kindly kinds king kiss kitchen knee knees knew knife knock know
knowledge known korean lack ladies lady laid lain lamb lame lamp lamps land landed landlord lands lane language
laptop large larger largest lasagna last lasts late lately later latest latex laugh laundry lawn lead leads leaf
leaks learn least leather leave leaving left legs lemme lend lends length less lesson lessons lets letter letting
level liberty library lied life light lighting lights like likely likes limit limitations limited limits line
link list listed listen listening lists little live liver living load loads loan lobby lobster local locate
located location locations lock locked login london lonely long longer longest look looked looking looks lookup
loose lord lose losing loss lost lots loud louder lounge love lovely loves lower lowest luggage lump lunch lungs
macaroni machine machines made mail mailed main mains maintenance make maker makes making male males mall manage
managed manager manhattan manner manual many march mark marketing marks married marry mashed massage master
mastercard match mate material mates math matter matters maximum maybe meal meals mean meaning means meant meat
meatballs meatloaf mechanic media medical medication medications medicine medicines mediterranean medium meds
meet meeting meetings meets melt member members membership memberships mention menu menus merchant mess message
messages messed method methods metro mexican mexico microwave midday middle midnight might mild milder mile
mileage miles milk mind mine minimum minor mins minus minute minutes mirror misplaced missed missing mistake
mixed mobile mode moderate modern modify moist moment mommy moms monday money month monthly months mood moon
moral more morning mornings mortgage most mother motivational mountain mouth move moved moves movie movies moving
msgs much mugged multiple multiply muscle muscles museum mushrooms music must mustard mute myself nail nails name
named names national natural nausea nauseous navy near nearby nearest nearly neat necessary neck need needed
needing needle needs negative neighborhood nephew nerve nervous never newest news newspaper next nice nicely
nicer niece night nine nineteen ninety ninth nobody noise noisy none noodle noodles noon nope normal normally
north nose note notes nothing notice noticed notification notifications notified notify november nowadays nowhere
numb number nurse nurses nutrition nutritional nuts object obtain obtaining obviously occasion occasionally
occupied occurred ocean october oddly offer offered offering offers office official often oily okay older oldest
olive once ones onions online only onset onto oops open opened opening opens operate opinion opposite option
options orange oranges order ordered ordering orders ordinary organization origin original originally originate
other others otherwise ought ounce ounces ours outback outdoor outdoors outer outfit outlet outlets outside outta
oven over overcharged overseas owed owner pacific pack package paid pain painful pains paint pair palace pale
pancakes pants paper paperwork parcel parents paris park parking part particular parties party pass passcode
passed password past pasta pastry patient patients patio pattern pause paycheck payday paying payment payments
payroll pays peace peak peanuts pear peas peel pencil pending people pepper pepperoni percent percentage perfect
perfectly perform period permission person personal persons peruvian pest petite pets pharmacy phone phones photo
photos phrase physical pick picked picking pickup picture piece pill pills pinch pine pink pint pitch pizza
pizzas place placed places plain plan plane planned planning plans plants plate plates platter play played player
playing playlist plays please pleasure plenty plug plugs plus pocket podcast point points police policies policy
polish politics pollen pool poor popping popular population porch pork portion portions portugal position
positive possibility possible possibly post postcode posted posts potato potatoes pound pounds pour power
practice prefer preferably preference preferred pregnancy pregnant premium preparation prepare prescribe
prescribed prescription prescriptions present president press pressure pretty prevent previous previously price
priced prices pricey pricing print prior private privately prob probably problem problems probs procedure proceed
process processed processing product products profile program programmed progress promise promised promo proof
proper properly protect proud prove provide provided providing public pull pulled pulse pump punch purchase
purchased purchases purchasing pure purple purpose purse push puts putting quality quarter quarters question
questions queue quick quicker quickly quiet quieter quit quite quote radio radius rain raining raise random rang
range rash rashes rate rated rates rather rating ratings reach reaches reactivate read reading ready real realize
really rear reason reasons rebook recall receipt receive received receiver receiving recent recently receptionist
recipe recipes recipient recognise recognize recommend recommendation recommendations recommended record recorded
recurring redeem reduce refer reference referral refill refills reflect refresh refreshing refrigerator refund
refunded regarding regards regular rejected related relax relaxed relaxing release released relief rely remain
remainder remaining remedy remember remind reminded reminder reminders remote remove removed renew rent rental
repair repairs repeat repeated repeating rephrase replace replaced replacement replacing replay reply report
reported reporting request requested requesting require required requirements reschedule rescheduled rescheduling
research reservation reservations reserve reserved reset reside reso resolve resos respond response responses
responsible rest restart restaurant restaurants restrictions restroom result results resume resv retail retrieve
return returned returning returns reverse revert review reviewed reviews reward rewards rezzo ribs rice ride
rides right ring rings rise risen risk risky river road roast robin robot rock roll rolled rolls romantic rome
roof room rooms root rose rough round route routing rows ruby rude rule rules running runs rush russia russian
safe safely safest safety said salad salads salary sale salt same sample sand sandwich satisfied saturday sauce
sauces sausage saved saving savings saying says scale scan scar scared scarf scary scent sched schedule scheduled
schedules school science scissors scoop score scores scratch screen seafood seal search searching season seasonal
seat seated seating seats second seconds secret secs section secure security seeing seeking seem seems seen sees
seldom select selected sell seller selling sells send sending senior seniors sense sensitive sent sentence series
serious seriously serve served serves service services serving session sets setting settings seven seventeen
seventh seventy several severe sexy shade shades shall shape shapes share shark sharp shave shaved shed sheet
shelf shell shift shine ship shipped shipping shirt shirts shock shoe shoes shone shoot shop shopping shops shore
short shorter shot shots should shoulda shoulder shoulders shouldnt shout show showed shower showers showing
shown shows shrink shrunk shuffle shut shuttle sibling siblings sick side sided sides sign signal signed signing
silence silk silly silver similar simple since singapore singer single sings sink sinus sister sisters site sites
sits sitting situation sixteen sixty size sized sizes skin skip skirt sleep sleeve sleeves slept slid slight
slightly slip slot slots slow slower small smallest smart smell smells smile smoke smoking smooth snack snacks
snow snowing soap soccer social sock socket socks soda soft softer sold sole solid solo solution solve some
somebody somehow someone something sometime somewhere song songs sons soon sooner sore sorry sort sorta sorts
sound sounds soup sour source south southern southwest space spaghetti spain spanish spare speak speaker speakers
speaking speaks special species specific specified specify speech speed spell spelling spend spending spent spice
spices spicy spill spin spine splash split spoil spoken spoon sports spot spots spouse spray spread spring sprint
square squeeze stadium staff stage stain stains stair stairs stand standard standing stands star stares stars
start started starting starts state statement statements states station stations statue status stay staying stays
steak steakhouse steal steam steel step steps stick sticky stiff still stir stitch stitches stock stocks stole
stolen stomach stone stood stool stop stopped storage store stored stores stories storm story straight strange
strap street streets strength stress stretch strike string strip stripe strong structure stuck student studio
study stuff stupid style styles subject subjects submit submitted subscription substitute subtract subway
successfully such suck sucks suddenly suffer suffering sugar suggest suggestion suggestions suit suitable suits
summary summer sunburn sunday sung sunny sunset super supervisor supplies support supported suppose supposed sure
surely surgery surprise surprised sushi suspicious swam swap sweet swell swelled swelling swift swim swimming
switch switched switzerland swollen swum swung symptom symptoms sync system table tables tablespoons tabs taco
tacos tail tails take takeaway taken takeout takes taking tale talk talking talks tall tank tape target task
tasks taste tastes tasty taught taxes taxi teach teacher teaches teaching team teams teaspoons tech teen teenager
teenagers teens teeth telephone television tell telling temp temperature temple tend tennis term terminate terms
terrible test tested testing tests texas text thai thailand than thank thanks that thatll theater theaters
theatre their them themselves then theory therapy there theres these they theyre theyve thick thigh thin thing
things think thinking third thirteen thirty this those though thought thousand three throat through throughout
throw throwing thrown thru thursday tick ticket tickets tide tidy tied ties tight till time timer times timing
tiny tips tire tired tires title tmrw toast today toddler toddlers toes tofu together toilet tokyo told tomato
tomo tomorrow tone tongue tonight took tool tools tooth toothpaste topic topics topped topping torn total totally
touch tough tour tourist toward towards towel towels tower town toys trace track tracked tracking trade traffic
train trainers training transaction transactions transfer transferred transferring transfers translate trash
travel traveling travelling treat treated treatment treatments tree trending trends trial trick tried tries trim
trip trouble truck true trust truth trying tube tuck tuesday tummy tuna tune tunes turkey turn turned turns tweet
twelve twentieth twenty twice twin twins twist type typed types typical typically ugly ulcer umbrella unable
unauthorized unaware unblock uncle uncomfortable under understand understanding understood undo unfortunately
unhappy uniform union united university unknown unless unlike unlimited unlock unsure until unusual unwell
upcoming update updated updates updating upgrade upper upset upstairs urgent urgently urine usage used useful
user uses using usual usually vacation vaccinations vaccine vaccines vacuum valid valley value vanished various
vegan vegetarian veggie vehicle venue verification verified verify verifying version very vest vibe victim video
vietnamese view virginia virtual visa visible visit visited visiting vitamin vitamins voice volume vomit vomiting
voucher vouchers wages waist wait waiter waiters waiting waitlist waitress wake walk walked walking walks wall
wallet walls wanna want wanted wanting wants warm warned wars wash washing washington wasnt waste watch water
waves waxing ways weak weaker wear wearing wears weather website wedding wednesday week weekday weekdays weekend
weekends weekly weeks weigh weight weird welcome well wells went wept were werent west western weve what whatever
wheel wheelchair when whenever whens where wheres wherever whether which whichever while whisper white whoever
whole whom whos whose wide width wife wifi wild willing wind window windows windy wine wines wing wings wins
winter wire wise wish with withdraw withdrawal withdrawals withdrawing withdrawn within without wives wknd woke
woman women wonder wonderful wondering wood wool word words wore work worked working workout works world worn
worried worry worse worst worth worthwhile would woulda wouldnt wove woven wrap wrapped wrapping wrist wrists
write writing written wrong wrote yall yalls yard yards yeah year yearly years yell yellow yesterday yoga youll
young younger youngest your youre yours yourself yourselves youve zero zone
`
    .trim()
    .split(/\s+/),
);
