import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Keyring } from '../crypto.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { FieldError, Problem, ProblemCode } from '../problem.ts';
import type { EventStream, StreamEvent } from './event-stream.ts';

/** The workspace of a request. The sandbox is a separate workspace beside the live one. */
export type Workspace = {
  id: string;
  /** The id of the live workspace: the same as `id`, except in its sandbox. */
  liveId: string;
  mode: 'live' | 'test';
  name: string;
  plan: string;
  timezone: string;
};

/** A visitor of a business's website, from the widget's token. */
export type Visitor = {
  id: string;
  /** The business's server has signed the visitor's identity and customer details. */
  verified: boolean;
  customer: { name?: string; phone?: string; email?: string };
  expiresAt: Date;
};

export type Actor =
  | {
      kind: 'key';
      id: string;
      publishable: boolean;
      /** Undefined: all scopes. */
      scopes?: ReadonlySet<string>;
      /** The origin of the page with the widget. */
      origin?: string;
      visitor?: Visitor;
      /** The client's IPv4 address or IPv6 network. */
      network?: string;
    }
  | { kind: 'user'; id: string; email: string; name: string; role?: string };

/** The authenticated caller of a request. */
export type Principal = {
  workspace?: Workspace;
  actor?: Actor;
  /** Called before the response is sent, for example to refund a rejected call to the quota. */
  beforeResponse?(status: number): Promise<void>;
};

/** Authenticates and authorizes a request before its body is read. */
export type Gate<RequestPrincipal extends Principal = Principal> = {
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<RequestPrincipal>;
  /** The security scheme in the API reference. */
  security: 'key' | 'session' | 'none';
  /** The required scope or role, only to be named in the API reference: `authorize` checks it. */
  documentedRequirement?: string;
  /** The problems that `authorize` throws, for the API reference. */
  problems?: readonly ProblemCode[];
  /** Throws if the caller lacks a scope that only a part of the response needs. */
  requireScope?(actor: Actor, scope: string): void;
  /** Pages of other origins can call the route with a publishable key. */
  allowsWidget?: boolean;
};

/** The caller of a request in a workspace. */
export type WorkspacePrincipal = {
  workspace: Workspace;
  actor: Actor;
  /** The limit that this call exceeds: thrown unless the route finds that somebody is in danger (`answersEmergencies`). */
  exceededLimit?: Problem;
};

/**
 * The first parameter of a handler. In a workspace, `db` is the request's transaction, which commits when the handler
 * returns. A handler that waits for something slow returns a DeferredResponse and continues in a second transaction.
 */
export type Context<RequestPrincipal extends Principal = Principal> = RequestPrincipal &
  (RequestPrincipal extends WorkspacePrincipal ? { db: Db; keyring: Keyring } : unknown) & {
    now: Date;
    requestId: string;
    log: Log;
    dryRun: boolean;
    /** Runs `work` after the commit. Never runs on a dry run. */
    afterCommit(work: () => void): void;
    /** Call in a GET before writing. If the transaction is read-only, the handler is run again in one that can write. */
    requireWriteTransaction(): void;
  };

export const DEFAULT_BODY_LIMIT: number = 64 * 1024;
export const MAX_BODY_LIMIT: number = 1024 * 1024;

export type RouteResponse<Body = unknown> = {
  status: number;
  body?: Body;
  headers?: Record<string, string>;
  /** Rolls back the transaction, for protocols that report errors in a successful response. */
  isRolledBack?: boolean;
};

/** Streams the beginning of a response before it is complete. `sentCharacters` is the length of its text so far. */
export type SendPartial = (events: Iterable<StreamEvent>, sentCharacters: number) => void;

/** The rest of a request, run in its own transaction. */
// biome-ignore lint/suspicious/noExplicitAny: each route has its own context type
export type DeferredStep = (ctx: Context<any>) => Promise<RouteResponse | DeferredResponse>;

/**
 * A handler's response that depends on something slow, such as a language model, which must not hold a transaction open.
 * The handler's transaction is committed, `work` runs outside of any transaction, and its result runs in the next one.
 */
export class DeferredResponse {
  readonly work: (sendPartial: SendPartial) => Promise<DeferredStep>;
  constructor(work: (sendPartial: SendPartial) => Promise<DeferredStep>) {
    this.work = work;
  }
}

/** How a repeated request is recognized where its envelope differs each time. */
export type RequestDeduplication = {
  key(request: FastifyRequest): unknown;
  /** The part of the request that must be the same. */
  content(request: FastifyRequest): unknown;
  /** Wraps the stored response in the envelope of this request. */
  wrapResponse(storedBody: string, body: unknown): string;
};

/** A kind of object that others refer to, presented as in the list of its kind. */
export type ExpandableObjects = {
  /** The scope that reading these objects requires. */
  scope: string;
  schema: TSchema;
  read(ctx: Context<WorkspacePrincipal>, ids: string[]): Promise<Map<string, object>>;
};

/** A reference from an item of a response to an object. `findReferencedIds` returns the object's id by the item's id. */
export type Expansion = ExpandableObjects & {
  findReferencedIds(
    ctx: Context<WorkspacePrincipal>,
    items: ({ id: string } & Record<string, unknown>)[],
  ): Map<string, string> | Promise<Map<string, string>>;
};

/** Sets of path prefixes: a route exists under each prefix of its set. The first one is shown in the API reference. */
export const PATH_PREFIXES = {
  all: ['/api', '/api/v1', '/v1'],
  versioned: ['/api/v1', '/v1'],
  dashboard: ['/api'],
  top: [''],
} as const;

/** Dates, such as `2026-11-18`. `successor` is the path to use instead. */
export type Deprecation = { since: string; sunset?: string; successor?: string };

export type RouteExample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

export type RouteSpec<
  RequestPrincipal extends Principal,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  pathPrefixSet: keyof typeof PATH_PREFIXES;
  path: string;
  /** Complete paths, without the prefix, that lead to the same handler. Not in the API reference. */
  absoluteAliases?: string[];
  /** A second path below the same prefixes, such as an earlier one. Not in the API reference. */
  aliasPath?: string;
  gate: Gate<RequestPrincipal>;
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * A request that succeeds as it stands in a new sandbox with the templates, at `EXAMPLE_TIME`. A test sends each.
   */
  example?: RouteExample;
  /** The problems that its handler throws, besides those that follow from its gate, body and parameters. */
  problems?: readonly ProblemCode[];
  /** Announced in the API reference and in the headers of every response (docs/versions.md). */
  deprecated?: Deprecation;
  /** In bytes. A function can decide by the parsed body, up to `MAX_BODY_LIMIT`. */
  bodyLimit?: number | ((body: unknown) => number);
  /** For a GET that writes. By default, only other methods can write. */
  transaction?: 'write';
  /** Passes schema errors to the handler, which adds its own, so that one response lists all errors. */
  collectErrors?: boolean;
  /** Objects that the response, or each item of its list, refers to. A client asks for them with `expand`. */
  expand?: Record<string, Expansion>;
  /** Response schemas by status. Null if there is no body. */
  responses: Record<number, TSchema | null>;
  /** The content type, if not JSON. */
  produces?: string;
  /** The media types of file exports that the client can request instead of JSON. */
  fileTypes?: readonly string[];
  stream?: EventStream;
  deduplication?: RequestDeduplication;
  /** Slow work that must not hold a transaction open, such as encoding text. The handler finds the result in a cache. */
  prepare?(body: Static<Body>): Promise<void>;
  handle(
    ctx: Context<RequestPrincipal>,
    input: {
      params: Static<Params>;
      query: Static<Query>;
      body: Static<Body>;
      /** With `collectErrors`. Empty otherwise. */
      schemaErrors: FieldError[];
      request: FastifyRequest;
    },
  ): Promise<RouteResponse | DeferredResponse>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of routes holds routes of every shape
export type Route = RouteSpec<any, any, any, any>;

/** Declares a route. Only infers the handler's types from the schemas. */
export function route<
  RequestPrincipal extends Principal,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
>(spec: RouteSpec<RequestPrincipal, Params, Query, Body>): Route {
  return spec;
}

export const publicGate: Gate<Principal> = { authorize: async () => ({}), security: 'none' };

export const ok = <Body>(body: Body): RouteResponse<Body> => ({ status: 200, body });
export const created = <Body>(body: Body): RouteResponse<Body> => ({ status: 201, body });
export const noContent = (): RouteResponse => ({ status: 204 });
