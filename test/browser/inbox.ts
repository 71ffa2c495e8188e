/** Adds many conversations ($2) to a workspace ($1), as after years of use. */
export const FILL_INBOX_SQL = `
  with created as (
    insert into conversations (workspace_id, id, status, channel, business_type, customer, metadata, episodes, publishable,
      preview, message_count, created_at, updated_at)
    select $1, 'conv_0' || lpad(n::text, 25, '0'), case n % 10 when 0 then 'open' else 'resolved' end, 'widget', 'restaurant',
      jsonb_build_object('name', 'Customer ' || n), '{}', '[]', false, 'Is table ' || n || ' free?', 1, at, at
    from (select n, now() - (($2 - n) || ' minutes')::interval as at from generate_series(1, $2) n) as numbered (n, at)
    returning workspace_id, id, preview, created_at)
  insert into messages (workspace_id, id, conversation_id, role, text, created_at)
  select workspace_id, replace(id, 'conv_', 'msg_'), id, 'customer', preview, created_at from created`;
