import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers connect ahead of time. Node takes that for a request under way, and would wait a minute for it before it stops. */
export function endSilentConnections(server: FastifyInstance): void {
  const open = new Set<Socket>();
  let closing = false;
  server.server.on('connection', (socket) => {
    if (closing) return socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', async () => {
    closing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
