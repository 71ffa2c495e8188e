import { newId } from '../../src/kernel/ids.ts';
import { queryAsDbOwner, type Service } from '../harness.ts';
import { createPdf } from '../knowledge/files.ts';

export const MENU_PDF = {
  name: 'menu.pdf',
  base64: createPdf([{ heading: 'Menu', lines: ['Soup ...... 5.00', 'Bread ...... 3.00'] }]).toString('base64'),
};

/** An import that has been read, with one proposal. */
export async function addReadImport(service: Service, workspaceId: string): Promise<string> {
  const id = newId('imp');
  const value = { question: 'Is there parking?', answer: 'Behind the house.' };
  const source = { url: 'https://www.example.com/faq', quote: 'Is there parking?' };
  const proposal = {
    id: 'p1',
    pointer: '/faqs/-',
    missing: [],
    options: [{ value, certainty: 'markup', sources: [source] }],
  };
  await queryAsDbOwner(
    service.connection,
    `insert into site_imports (workspace_id, id, url, status, proposals, created_at, expires_at)
     values ($1, $2, 'https://www.example.com', 'ready', $3, now(), now() + interval '1 day')`,
    [workspaceId, id, JSON.stringify([proposal])],
  );
  return id;
}
