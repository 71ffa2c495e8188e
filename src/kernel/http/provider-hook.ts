import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

type ProviderHook = {
  url: string;
  methods: HTTPMethods[];
  maxBytes: number;
  handle(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<unknown>;
};

/** A URL that a provider calls. The handler gets the unparsed body, because that is what is signed. */
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
