import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

type ProviderHook = {
  url: string;
  methods: HTTPMethods[];
  maxBytes: number;
  handle(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<unknown>;
};

/** An address that a provider calls. It gets the body's bytes as they came, because signatures are over them. */
export function addProviderHook(server: FastifyInstance, { url, methods, maxBytes, handle }: ProviderHook): void {
  server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async (_: unknown, body: Buffer) => body,
    );
    scope.route({
      method: methods,
      url,
      schema: { hide: true } as object,
      handler: (request, reply) =>
        handle(request, reply, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
    });
    done();
  });
}
