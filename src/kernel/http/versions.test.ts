import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { addLink, announceDeprecation } from './versions.ts';

it('announces a deprecation', async () => {
  const server = Fastify();
  server.get('/', async (_, reply) => {
    const deprecation = { since: '2026-11-18', sunset: '2027-05-18', successor: '/api/v1/new' };
    announceDeprecation(reply, deprecation, 'https://desk.example.com');
    addLink(reply, '</?starting_after=a>; rel="next"');
    return {};
  });
  const { headers } = await server.inject('/');
  expect(headers).toMatchObject({
    deprecation: '@1794960000',
    sunset: 'Tue, 18 May 2027 00:00:00 GMT',
    link: '<https://desk.example.com/api/v1/new>; rel="successor-version", </?starting_after=a>; rel="next"',
  });
  await server.close();
});
