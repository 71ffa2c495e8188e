import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Keyring } from '../crypto.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { FieldError } from '../problem.ts';
import type { EventStream, StreamEvent } from './event-stream.ts';

/** Whose rows a request works on. The sandbox is a workspace of its own, with the same account. */
export type Workspace = {
  id: string;
  accountId: string;
  mode: 'live' | 'test';
  name: string;
  plan: string;
  timezone: string;
};

/** Somebody on a business's page, as the widget's token says. */
export type Visitor = {
  id: string;
  /** The business has vouched for who this is, and for what it says of them. */
  verified: boolean;
  customer: { name?: string; phone?: string; email?: string };
  expiresAt: Date;
};

export type Actor =
  | {
      kind: 'key';
      id: string;
      publishable: boolean;
      /** Left out: all of them. */
      scopes?: ReadonlySet<string>;
      /** The page’s. */
      origin?: string;
      visitor?: Visitor;
      /** Where the request came from; all of a network of IPv6 are one. */
      network?: string;
    }
  | { kind: 'user'; id: string; email: string; name: string; role?: string };

/** Who is asking, as the route's gate found out. */
export type Principal = {
  workspace?: Workspace;
  actor?: Actor;
  /** Told the status of the answer before it is sent, so that a refused call can be given back. */
  settle?(status: number): Promise<void>;
};

/** Lets a request in or throws a Problem. Runs before the body is read. */
export type Gate<P extends Principal = Principal> = {
  enter(request: FastifyRequest, reply: FastifyReply): Promise<P>;
  /** What the API reference says about it: the security scheme, and a sentence. */
  security: 'key' | 'session' | 'none';
  /** The scope of a key or the role of a member that it asks for. */
  needs?: string;
  /** Pages of other origins may call it with a publishable key. */
  widget?: boolean;
};

export type InWorkspace = { workspace: Workspace; actor: Actor };

/**
 * What a handler gets. In a workspace, `db` is the request's one transaction: it commits when the handler returns, or
 * leaves nothing behind. Whoever has to wait for somebody else answers `later` and goes on in a second one.
 */
export type Context<P extends Principal = Principal> = P &
  (P extends InWorkspace ? { db: Db; keyring: Keyring } : unknown) & {
    now: Date;
    requestId: string;
    log: Log;
    dryRun: boolean;
    /** Runs once the transaction is committed; not at all on a dry run. */
    afterCommit(work: () => void): void;
    /** For a GET that finds that it leaves a trace: unless it can write already, it is run again where it can. */
    mustWrite(): void;
  };

export const BODY_LIMIT: number = 64 * 1024;
export const LARGEST_BODY: number = 1024 * 1024;

export type Answer<B = unknown> = {
  status: number;
  body?: B;
  headers?: Record<string, string>;
  /** Nothing of what was done stays, as on a dry run: a refusal that is no problem to the protocol. */
  undone?: boolean;
};

/** Streams the beginning of an answer before it is complete: events that carry `sent` characters of its text. */
export type SendPartial = (events: Iterable<StreamEvent>, sent: number) => void;

/** The rest of a request, in a transaction of its own. */
// biome-ignore lint/suspicious/noExplicitAny: each route has a context of its own
export type DeferredStep = (ctx: Context<any>) => Promise<Answer | DeferredAnswer>;

/**
 * A handler's answer that depends on something slow, such as a language model, which must not hold a transaction open.
 * The handler's transaction is committed, `work` runs outside of any transaction, and its result runs in the next one.
 */
export class DeferredAnswer {
  readonly work: (ahead: SendPartial) => Promise<DeferredStep>;
  constructor(work: (ahead: SendPartial) => Promise<DeferredStep>) {
    this.work = work;
  }
}

/** How a repeated request is recognized where its envelope differs each time. */
export type RequestDeduplication = {
  key(request: FastifyRequest): unknown;
  /** What has to be the same. */
  content(request: FastifyRequest): unknown;
  /** The stored answer, put into the envelope of this request. */
  answer(stored: string, body: unknown): string;
};

/** Under which prefixes a route answers; the first is the one in the API reference. */
export const ROOTS = {
  core: ['/api', '/api/v1', '/v1'],
  versioned: ['/api/v1', '/v1'],
  dashboard: ['/api'],
  top: [''],
} as const;

export type RouteSpec<P extends Principal, Params extends TSchema, Query extends TSchema, Body extends TSchema> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  root: keyof typeof ROOTS;
  path: string;
  /** Further paths, outside the root, with the same handler. */
  also?: string[];
  gate: Gate<P>;
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** In bytes; where it depends on what the body turns out to be, up to `LARGEST_BODY`. */
  bodyLimit?: number | ((body: unknown) => number);
  /** For a GET whose reading leaves a trace; left out, a GET cannot write and everything else can. */
  transaction?: 'write';
  /** The handler gets what the schema found wrong and adds what it finds itself, so that one answer names it all. */
  collectErrors?: boolean;
  /** Answer schemas by status; null where there is no body. */
  answers: Record<number, TSchema | null>;
  /** What is sent where it is not JSON. */
  produces?: string;
  /** What it is sent as where the caller asks for a file in place of that. */
  files?: readonly string[];
  stream?: EventStream;
  repeats?: RequestDeduplication;
  /** Work that must not hold a transaction open, such as a model's. What it finds is kept where the handler looks. */
  prepare?(body: Static<Body>): Promise<void>;
  handle(
    ctx: Context<P>,
    input: {
      params: Static<Params>;
      query: Static<Query>;
      body: Static<Body>;
      invalid: FieldError[];
      request: FastifyRequest;
    },
  ): Promise<Answer | DeferredAnswer>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of routes holds routes of every shape
export type Route = RouteSpec<any, any, any, any>;

/** Declares a route; its only work is to infer the handler's types from the schemas. */
export function route<P extends Principal, Params extends TSchema, Query extends TSchema, Body extends TSchema>(
  spec: RouteSpec<P, Params, Query, Body>,
): Route {
  return spec;
}

export const open: Gate<Principal> = { enter: async () => ({}), security: 'none' };

export const ok = <B>(body: B): Answer<B> => ({ status: 200, body });
export const created = <B>(body: B): Answer<B> => ({ status: 201, body });
export const noContent = (): Answer => ({ status: 204 });
