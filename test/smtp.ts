import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

type ReceivedMail = { from: string; to: string[]; data: string };

/** A mail server that accepts every mail, unless `answer` rejects the recipient. */
export async function startSmtp(answer: (address: string) => string = () => '250 ok') {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).write('220 test\r\n');
    handleSmtp(socket, answer, (mail) => received.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function handleSmtp(socket: Socket, answer: (address: string) => string, onMail: (mail: ReceivedMail) => void): void {
  let mail: ReceivedMail = { from: '', to: [], data: '' };
  let inData = false;
  const addressIn = (line: string) => /<(.*)>/.exec(line)?.[1] ?? '';
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    const reply = (text: string) => socket.write(`${text}\r\n`);
    if (inData && line !== '.') {
      mail.data += `${line.replace(/^\.\./, '.')}\r\n`;
      return;
    }
    if (inData) {
      inData = false;
      onMail(mail);
      mail = { from: '', to: [], data: '' };
      reply('250 taken');
    } else if (/^MAIL/i.test(line)) {
      mail.from = addressIn(line);
      reply('250 ok');
    } else if (/^RCPT/i.test(line)) {
      const response = answer(addressIn(line));
      if (response.startsWith('2')) mail.to.push(addressIn(line));
      reply(response);
    } else if (/^DATA/i.test(line)) {
      inData = true;
      reply('354 go on');
    } else if (/^QUIT/i.test(line)) {
      socket.end('221 bye\r\n');
    } else {
      reply('250 ok');
    }
  });
}
