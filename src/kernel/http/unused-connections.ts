import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers preconnect. Node treats such connections as open requests and would wait a minute for them on shutdown. */
export function closeUnusedConnections(server: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let isClosing = false;
  server.server.on('connection', (socket) => {
    if (isClosing) return socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
