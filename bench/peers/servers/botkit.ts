// Botkit by its own means: its web adapter, patterns that it hears, and a conversation that asks for a booking.
import './listen-on-loopback-only.ts';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const requirePeer = createRequire(join(process.cwd(), 'package.json'));
const { Botkit, BotkitConversation } = requirePeer('botkit');
const { WebAdapter } = requirePeer('botbuilder-adapter-web');

type Bot = { reply(message: unknown, text: string): Promise<unknown>; beginDialog(id: string): Promise<unknown> };

const ANSWERS: readonly [RegExp, string][] = [
  [/\b(close|open|opening|hours)\b/i, 'On Friday and Saturday we close at 23:00, on other days at 22:00.'],
  [/\b(vegan|vegetarian)\b/i, 'Yes: seven vegan dishes, marked with a leaf on the menu.'],
  [/\b(park|parking)\b/i, 'There is free parking behind the house.'],
];

const controller = new Botkit({ webhook_uri: '/api/messages', adapter: new WebAdapter({}) });
const booking = new BotkitConversation('booking', controller);
booking.ask('For how many people?', [], 'people');
booking.ask('For which day and time?', [], 'when');
booking.ask('Under which name?', [], 'name');
booking.say('Booked for {{vars.people}}, {{vars.when}}, {{vars.name}}.');
controller.addDialog(booking);
controller.ready(() => {
  for (const [pattern, answer] of ANSWERS)
    controller.hears(pattern, 'message', (bot: Bot, message: unknown) => bot.reply(message, answer));
  controller.hears(/\b(book|reserve|table)\b/i, 'message', (bot: Bot) => bot.beginDialog('booking'));
  controller.on('message', (bot: Bot, message: unknown) => bot.reply(message, "Sorry, I didn't understand you."));
});
