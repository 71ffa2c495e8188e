// Neither NLP.js nor Botkit can be told an address to listen on: this makes every server of the process local.
import { type ListenOptions, Server } from 'node:net';

const listen = Server.prototype.listen as (this: Server, options: ListenOptions, listener?: () => void) => Server;

Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  const [first] = args;
  const options = typeof first === 'object' ? (first as ListenOptions) : { port: Number(first) };
  const listener = args.find((arg): arg is () => void => typeof arg === 'function');
  return listen.call(this, { ...options, host: '127.0.0.1' }, listener);
};
