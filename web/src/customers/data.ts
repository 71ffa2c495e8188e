import { api, type Customer, type CustomerImport, type CustomerProfile } from '../api.ts';

export type { Customer, CustomerImport, CustomerProfile };

export const CUSTOMERS_PATH = '/api/v1/customers';
export const IMPORTS_PATH = `${CUSTOMERS_PATH}/imports`;

export type CustomerFields = {
  name: string;
  phone: string | null;
  email: string | null;
  language: string | null;
  tags: string[];
  notes: string;
  dateOfBirth?: string;
  consents: { texts: boolean | null; marketing: boolean | null };
};

export const customerApi = {
  create: (fields: CustomerFields) => api.post<CustomerProfile>(CUSTOMERS_PATH, fields),
  update: ({ id, version }: CustomerProfile, fields: Partial<CustomerFields>) =>
    api.patch<CustomerProfile>(`${CUSTOMERS_PATH}/${id}`, { ...fields, version }),
  merge: (keptId: string, duplicateId: string) =>
    api.post<CustomerProfile>(`${CUSTOMERS_PATH}/${keptId}/merge`, { customerId: duplicateId }),
  erase: (id: string) => api.delete(`${CUSTOMERS_PATH}/${id}`),
  startImport: (csv: string) => api.post<CustomerImport>(IMPORTS_PATH, { csv }),
};
