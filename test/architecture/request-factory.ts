import type { FullWorkspace } from '../full-workspace.ts';
import type { Service } from '../harness.ts';

export type ValidRequest = {
  as?: 'key' | 'sandbox' | 'session' | 'visitor' | 'nobody' | { cookie: string };
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** The request contains a secret that authorizes it, whoever sends it. */
  carriesSecret?: boolean;
  /** Do not substitute another workspace's ids: the request is public, or is authorized by a password or link alone. */
  skipSubstitution?: boolean;
  /** The expected status if the request cannot succeed in this test. */
  status?: number;
};
export type RequestFactory = (
  workspace: FullWorkspace,
  service: Service,
) => ValidRequest | ValidRequest[] | Promise<ValidRequest | ValidRequest[]>;
