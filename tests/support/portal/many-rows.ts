import type { Client } from 'pg'
import { withClient } from './postgres'

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
    select 'person' || n || '@example.com', 'x', (array['Ada', 'Grace', 'Zoe', 'Linus'])[1 + n % 4],
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

/** For each change of a person, Postgres would look through all documents while these have no indexes. */
const keepSearch = (way: 'enable' | 'disable') => `
  alter table files ${way} trigger files_keep_search;
  alter table users ${way} trigger users_keep_files_search`

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
    await client.query(keepSearch('disable'))
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
    await client.query(keepSearch('enable'))
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
