export const PRIVACY = '/api/privacy';

export type Due = { kind: string; next: number; week: number; month: number };
export type Privacy = {
  retentionDays: number;
  requestLogDays: number;
  keptSince: string;
  due: Due[];
  deletion: { deletesAt: string } | null;
};
