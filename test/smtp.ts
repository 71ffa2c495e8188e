import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

type ReceivedEmail = { from: string; to: string[]; data: string };

/** A mail server that accepts every email, unless `replyToRecipient` rejects the recipient. */
export async function startMailServer(replyToRecipient: (address: string) => string = () => '250 ok') {
  const receivedEmails: ReceivedEmail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).write('220 test\r\n');
    handleSmtp(socket, replyToRecipient, (email) => receivedEmails.push(email));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    receivedEmails,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function handleSmtp(
  socket: Socket,
  replyToRecipient: (address: string) => string,
  onEmail: (email: ReceivedEmail) => void,
): void {
  let email: ReceivedEmail = { from: '', to: [], data: '' };
  let isReadingData = false;
  const extractAddress = (line: string) => /<(.*)>/.exec(line)?.[1] ?? '';
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    const reply = (text: string) => socket.write(`${text}\r\n`);
    if (isReadingData && line !== '.') {
      email.data += `${line.replace(/^\.\./, '.')}\r\n`;
      return;
    }
    if (isReadingData) {
      isReadingData = false;
      onEmail(email);
      email = { from: '', to: [], data: '' };
      reply('250 taken');
    } else if (/^MAIL/i.test(line)) {
      email.from = extractAddress(line);
      reply('250 ok');
    } else if (/^RCPT/i.test(line)) {
      const recipientReply = replyToRecipient(extractAddress(line));
      if (recipientReply.startsWith('2')) email.to.push(extractAddress(line));
      reply(recipientReply);
    } else if (/^DATA/i.test(line)) {
      isReadingData = true;
      reply('354 go on');
    } else if (/^QUIT/i.test(line)) {
      socket.end('221 bye\r\n');
    } else {
      reply('250 ok');
    }
  });
}
