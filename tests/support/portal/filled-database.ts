import { addManyRows } from './many-rows'
import { cloneDatabase, filledTemplateOf, runAs, withClient, type TestPostgres } from './postgres'

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
