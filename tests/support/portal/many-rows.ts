import type { Client } from 'pg'
import { withClient, cloneDatabase, filledTemplateOf, runAs, type TestPostgres } from './postgres'

interface Amounts {
  users: number
  filesPerUser: number
  credentials: number
  /** SQL for the last name of the person `n`. */
  lastName?: string
  /** Whether people and documents have what a review leaves; without it, all but the oldest are new. */
  areReviewed?: boolean
  /** Statements that change the rows while there are no indexes to keep up to date. */
  changes?: string
}

/** The first is the oldest, the last a minute old. */
const minutesAgo = (count: number) => `now() - (${count} + 1 - n) * interval '1 minute'`

/** So many people at a time: the checks of one statement wait in memory. */
const batchSize = 500_000

/** Users with files, a quarter of them named Grace, the ten oldest rejected, and shared logins. */
const inserts = {
  users: ({ users, lastName = `'Surname' || n` }: Amounts) => `
    insert into users (email, password_hash, first_name, last_name, phone_number, status, created_at)
    select 'person' || n || '@example.com', '$2b$', (array['Ada', 'Grace', 'Zoe', 'Linus'])[1 + n % 4],
      ${lastName}, '303' || lpad(n::text, 7, '0'),
      case when n <= 10 then 'rejected' else 'pending' end, ${minutesAgo(users)}
    from generate_series($1::int, $2::int) n`,
  files: ({ filesPerUser }: Amounts) => `
    insert into files (upload_key, file_name, file_size, file_type, sha256, storage_key, user_id,
      claimed_at, status, created_at, search)
    select 'key' || u.id || '-' || n, 'report-' || u.id || '-' || n || '.pdf', 1, 'application/pdf',
      '', '', u.id, now(), status, created_at, lower('report-' || u.id || '-' || n || '.pdf ' || u.search)
    from users u, generate_series(1, ${filesPerUser}) n where u.id between $1 and $2 order by u.id, n`,
  credentials: ({ credentials }: Amounts) => `
    insert into monitoring_credentials (upload_key, service_name, service_url, username,
      sealed_password, status, created_at)
    select 'key' || n, (array['Score Watch', 'Grace Credit', 'Credit Lens', 'Linus Report'])[1 + n % 4],
      'https://score-watch.example', 'surname' || n || '.303' || lpad(n::text, 7, '0'), 'x',
      case when n <= 10 then 'rejected' else 'pending' end, ${minutesAgo(credentials)}
    from generate_series($1::int, $2::int) n`,
}

/** For each row, Postgres would look through all people and documents while these have no indexes. */
const triggers = (way: 'enable' | 'disable') => `
  alter table files ${way} trigger user;
  alter table users ${way} trigger user`

const tables = ['users', 'files', 'monitoring_credentials']

const reviewTables = ['decisions', 'credit_scores', 'file_versions']

/**
 * Two of three are approved after 20 hours, every other one has a score, everyone came from an address and every
 * document has its version. Decisions are kept for 200 days.
 */
const review = `
  update users set
    status = case when id % 3 > 0 and created_at < now() - interval '2 days' then 'approved' else status end,
    status_at = case when id % 3 > 0 and created_at < now() - interval '2 days' then created_at + interval '20 hours' end,
    credit_score = case when id % 2 = 0 then 300 + id * 7 % 551 end,
    terms_accepted_from = '10.' || (id >> 16) % 256 || '.' || (id >> 8) % 256 || '.' || id % 256;
  insert into decisions (kind, subject_id, user_id, from_status, to_status, at)
    select 'user', id, id, 'pending', 'approved', status_at from users
    where status_at > now() - interval '200 days' order by status_at;
  insert into credit_scores (user_id, score, is_as_read)
    select id, credit_score, true from users where credit_score is not null;
  insert into file_versions (file_id, storage_key, file_name, file_size, file_type, sha256, reason, checked_at)
    select id, 'content' || id, file_name, 1, file_type, md5(id::text), 'upload', now() from files`

/**
 * Fills an empty, migrated database, for what depends on the number of rows. Indexes that are not unique and
 * references are dropped in the meantime: what grows or is checked row by row takes many times as long.
 */
export const addManyRows = (databaseUrl: string, amounts: Amounts): Promise<void> =>
  // Not of the portal's pool, whose statements end after seconds.
  withClient(databaseUrl, async (client) => {
    await client.query("set maintenance_work_mem = '2GB'")
    const { rows: references } = await client.query<{ of: string; name: string; def: string }>(
      `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as def
       from pg_constraint where contype = 'f' and conrelid::regclass::text = any ($1)`,
      [tables],
    )
    for (const { of, name } of references) {
      await client.query(`alter table ${of} drop constraint ${name}`)
    }
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes
       where tablename = any ($1) and indexdef not like '%UNIQUE%'`,
      [tables],
    )
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
    await client.query(triggers('disable'))
    await insertBatches(client, inserts.users(amounts), amounts.users)
    const { rows } = await client.query<{ last: number }>('select max(id) as last from users')
    await insertBatches(client, inserts.files(amounts), rows[0]?.last ?? 0)
    await insertBatches(client, inserts.credentials(amounts), amounts.credentials)
    if (amounts.areReviewed) await client.query(review)
    if (amounts.changes) {
      await client.query(amounts.changes)
      // As if they had come so: changed rows are behind all others.
      for (const table of tables) await client.query(`cluster ${table} using ${table}_pkey`)
    }
    await client.query(triggers('enable'))
    for (const { indexdef } of indexes) await client.query(indexdef)
    for (const { of, name, def } of references) {
      await client.query(`alter table ${of} add constraint ${name} ${def}`)
    }
    // Not of tables that stay empty: known to be so, they are read without their indexes.
    const filled = amounts.areReviewed ? [...tables, ...reviewTables] : tables
    await client.query(`vacuum analyze ${filled.join()}`)
  })

async function insertBatches(client: Client, insert: string, last: number): Promise<void> {
  for (let first = 1; first <= last; first += batchSize) {
    await client.query(insert, [first, Math.min(last, first + batchSize - 1)])
  }
}

/**
 * 10,000 entrepreneurs, a third of them ready, and 100,000 introductions, 300 of them open, and at least as
 * many people of `addManyRows`.
 */
export const manyIntroductions = `
  insert into entrepreneurs (first_name, last_name, business_name, email, phone_number, time_zone, summary,
    amount_cents, status, status_at)
  select 'Ana', 'Rivera' || n, 'Bakery ' || n, 'ana' || n || '@bakery.example', '303' || lpad(n::text, 7, '0'),
    'America/Denver', 'Bakes bread.', 100, (array['ready', 'vetting', 'withdrawn'])[1 + n % 3],
    now() - n * interval '1 minute'
  from generate_series(1, 10000) n;
  insert into matches (partner_id, entrepreneur_id, state, ended_because, offered_times, moved_at)
  select n, 1 + n % 10000, 'ended', 'withdrawn', '{}', now() - n * interval '1 minute'
  from generate_series(1, 99700) n;
  insert into matches (partner_id, entrepreneur_id, offered_times, token_hash)
  select 30000 + 3 * n, n, array[now() + n * interval '1 hour'], 'link ' || n from generate_series(1, 300) n;
  update matches set state = 'booked', starts_at = offered_times[1],
    ends_at = offered_times[1] + interval '45 minutes' where state = 'arranging' and id % 2 = 0;
  update users set has_match = true where id in (select partner_id from matches where state <> 'ended');
  analyze users, entrepreneurs, matches`

/** Of people, documents and shared logins each. */
export const filledRows = 100_000

/** From one person to the next: 300 come in a day. */
export const filledEverySeconds = 288

const filledEvents = 200_000

const createdAt = `now() - (${filledRows} - id) * interval '${filledEverySeconds} seconds'`

/**
 * Every third person is approved, but for the last day. Thirty are rejected: the ten oldest, and twenty whose name
 * comes last. Two are called Ezq, and the oldest 399 Oldest. Each document has its version; two people have
 * the same each.
 */
const changes = `
  update users set created_at = ${createdAt},
    first_name = case when id % 5000 = 0 then 'Zzz' when id < 400 then 'Oldest' else first_name end,
    last_name = case when id in (1, 50000) then 'Ezq' else last_name end,
    status = case when id <= 10 or id % 5000 = 0 then 'rejected'
      when id % 3 = 0 and ${createdAt} < now() - interval '1 day' then 'approved' else 'pending' end;
  update users set status_at = created_at + interval '20 hours' where status = 'approved';
  update files set file_name = 'zzz' || id where user_id % 5000 = 0;
  update files set created_at = users.created_at, status = users.status,
    search = lower(file_name || ' ' || users.search) from users where users.id = files.user_id;
  update monitoring_credentials set created_at = ${createdAt},
    username = case when id < 400 then 'oldest' || id else username end;
  insert into file_versions (file_id, storage_key, file_name, file_size, file_type, sha256, reason)
    select id, 'key' || id, file_name, 1, file_type, md5((id / 2)::text), 'upload' from files`

/** The first person opens documents, the first 2,000 log in, and long ago one template was changed. */
const events = `
  insert into audit_events (at, action, object, actor_id)
    select now() - (${filledEvents} - n) * interval '1 minute',
      case when n = 7 then 'template.changed' when n % 2 = 0 then 'file.opened' else 'account.logged-in' end,
      case when n = 7 then 'template:welcome' when n % 2 = 0 then 'file:' || n % 2000 + 1 else 'user:' || n % 2000 + 1 end,
      case when n = 7 or n % 2 = 0 then 1 else n % 2000 + 1 end
    from generate_series(1, ${filledEvents}) n`

// Any fixed number.
const fillingLock = 7_316_500

/** Names a template with many rows. Anyone who needs it first fills it; the others wait for that. */
export async function ensureFilledTemplate(postgres: TestPostgres): Promise<string> {
  const name = filledTemplateOf(postgres.template)
  await withClient(postgres.adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [fillingLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const filling = await cloneDatabase(postgres)
    const amounts = { users: filledRows, filesPerUser: 1, credentials: filledRows, changes }
    await addManyRows(filling.url, amounts)
    await runAs(filling.url, events)
    await runAs(filling.url, 'vacuum analyze file_versions, audit_events')
    await client.query(`alter database "${filling.name}" rename to "${name}"`)
  })
  return name
}
