import { Client } from 'pg'

interface Amounts {
  users: number
  filesPerUser: number
  credentials: number
}

/** The first is the oldest, the last a minute old. */
const minutesAgo = (count: number) => `now() - (${count} + 1 - n) * interval '1 minute'`

/** So many people at a time: the checks of one statement wait in memory. */
const batchSize = 500_000

/** Users with files, a quarter of them named Grace, the ten oldest rejected, and shared logins. */
const inserts = {
  users: ({ users }: Amounts) => `
    insert into users (email, password_hash, first_name, last_name, phone_number, status, created_at)
    select 'person' || n || '@example.com', 'x', (array['Ada', 'Grace', 'Zoe', 'Linus'])[1 + n % 4],
      'Surname' || n, '303' || lpad(n::text, 7, '0'),
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

/**
 * Fills an empty, migrated database, for what depends on the number of rows. Indexes that are not unique are
 * dropped meanwhile: one that grows row by row takes many times as long.
 */
export async function addManyRows(databaseUrl: string, amounts: Amounts): Promise<void> {
  // Not of the portal's pool, whose statements end after seconds.
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("set maintenance_work_mem = '512MB'")
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes
       where tablename in ('users', 'files', 'monitoring_credentials') and indexdef not like '%UNIQUE%'`,
    )
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
    await client.query('alter table files disable trigger files_keep_search')
    await insertBatches(client, inserts.users(amounts), amounts.users)
    const { rows } = await client.query<{ last: number }>('select max(id) as last from users')
    await insertBatches(client, inserts.files(amounts), rows[0]?.last ?? 0)
    await insertBatches(client, inserts.credentials(amounts), amounts.credentials)
    await client.query('alter table files enable trigger files_keep_search')
    for (const { indexdef } of indexes) await client.query(indexdef)
    await client.query('vacuum analyze users, files, monitoring_credentials')
  } finally {
    await client.end()
  }
}

async function insertBatches(client: Client, insert: string, last: number): Promise<void> {
  for (let first = 1; first <= last; first += batchSize) {
    await client.query(insert, [first, Math.min(last, first + batchSize - 1)])
  }
}
