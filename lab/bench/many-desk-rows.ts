import { withClient } from '@tests/support/portal/postgres'

const messages = `
  insert into messages (name, email, subject, message, user_id, status, created_at)
  select 'Surname' || n, 'person' || n || '@example.com', 'About my report ' || n,
    'My report of ' || n || repeat(' does not say what I expected.', 6) || e'\\nPlease call me.',
    case when n % 2 = 0 then n end, case when n % 10 = 0 then 'new' else 'done' end,
    now() - ($1::int + 1 - n) * interval '1 minute'
  from generate_series(1, $1::int) n`

const referrals = `
  insert into referrals (name, email, phone, referral_name, referral_email, referral_phone, status, created_at)
  select 'Surname' || n, 'person' || n || '@example.com', '303' || lpad(n::text, 7, '0'),
    'Friend' || n, 'friend' || n || '@example.com', '720' || lpad(n::text, 7, '0'),
    case when n % 10 = 0 then 'new' else 'done' end, now() - ($1::int + 1 - n) * interval '1 minute'
  from generate_series(1, $1::int) n`

/** The first person is who decides; every other event is about someone's document, login or message, or is a login. */
const events = `
  insert into audit_events (at, actor_id, action, object, ip, request_id, details)
  select coalesce(status_at, created_at), case when id % 5 = 4 then id else 1 end,
    (array['user.status-changed', 'file.opened', 'credential.revealed', 'message.status-changed',
      'account.logged-in'])[1 + id % 5],
    (array['user:', 'file:', 'credential:', 'message:', 'user:'])[1 + id % 5] || id,
    terms_accepted_from, gen_random_uuid(),
    case when id % 5 in (0, 3) then jsonb_build_object('status', status) end
  from users where id <= $1 order by coalesce(status_at, created_at), id`

/**
 * So many messages, referrals and events of the trail, and as many people of `addManyRows`. The events count as
 * chained: to chain them takes the portal minutes, in which nothing else of it could be measured.
 */
export async function addManyDeskRows(databaseUrl: string, count: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query("set maintenance_work_mem = '2GB'")
    // To keep them up to date row by row takes many times as long as to make them.
    const { rows: searches } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where indexname in ('messages_search', 'referrals_search')`,
    )
    for (const { indexname } of searches) await client.query(`drop index ${indexname}`)
    await client.query('alter table audit_events disable trigger audit_events_keep_pending')
    for (const insert of [messages, referrals, events]) await client.query(insert, [count])
    await client.query('alter table audit_events enable trigger audit_events_keep_pending')
    for (const { indexdef } of searches) await client.query(indexdef)
    await client.query('vacuum analyze messages, referrals, audit_events')
  })
}
