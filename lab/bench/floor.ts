import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import bcrypt from 'bcrypt'
import { Pool } from 'pg'
import { createStack } from './stack'

/**
 * A floor to measure the portal against: the same answers from the same database by nothing but
 * `node:http` and `pg`, without any check. `bare` does the job alone; `honest` also reads the session
 * and its user for each request, and keeps the portal's promises about stored bytes. `stack` is honest
 * behind the packages that the portal is made of.
 *
 * Arguments: bare, honest or stack, the folder for uploads. DATABASE_URL names the database.
 */
const [kind = '', folder = ''] = process.argv.slice(2)
const isHonest = kind !== 'bare'
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })

const userColumns =
  'id, first_name as "firstName", last_name as "lastName", email::text as email, ' +
  'phone_number as "phoneNumber", status, status_reason as "statusReason", ' +
  'contact_consent as "contactConsent", is_admin as "isAdmin", created_at as "createdAt"'
const fileColumns =
  'f.id, f.file_name as "fileName", f.file_size as "fileSize", f.file_type as "fileType", ' +
  'f.status, f.status_reason as "statusReason", f.upload_key as "uploadKey", f.user_id as "userId", ' +
  'f.created_at as "createdAt", f.sha256 as version, o.first_name, o.last_name, o.email, o.phone_number'

/** Every statement is planned once for each connection. */
const ask = (name: string, statement: string, values: unknown[]) =>
  pool.query({ name, text: statement, values })

type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  path: string[],
) => Promise<unknown>

const listUsers: Handler = async (_req, res, { searchParams: query }) => {
  const limit = Number(query.get('limit') ?? 25) + 1
  const status = query.get('status')
  const search = query.get('search')
  const rows = search
    ? await searchUsers(search, query.get('expect') === 'many', limit)
    : await ask(
        'newest',
        `select ${userColumns} from users where is_admin = 0 and kind = 'partner' and status = $1 order by id desc limit $2`,
        [status, limit],
      )
  if (query.get('total') === 'yes') {
    const { rows: counted } = await ask(
      'total',
      `select count(*)::int as total from (select 1 from users where is_admin = 0 and kind = 'partner' and status = $1 limit 10001) b`,
      [status],
    )
    res.setHeader('X-Total-Count', counted[0].total)
  }
  return rows.rows.slice(0, limit - 1)
}

/** The floor is told which plan is best. The portal has to find out. */
const searchUsers = (search: string, isOften: boolean, limit: number) =>
  ask(
    isOften ? 'search-many' : 'search-few',
    `select ${userColumns} from users where is_admin = 0 and kind = 'partner' and search ${
      isOften ? '|| $3' : ''
    } like '%' || lower($1) || '%' order by id ${isOften ? '' : '+ 0'} desc limit $2`,
    isOften ? [search, limit, ''] : [search, limit],
  )

const listFiles: Handler = async (_req, _res, { searchParams: query }) => {
  const limit = Number(query.get('limit') ?? 25) + 1
  const { rows } = await ask(
    'files',
    `select ${fileColumns} from files f left join users o on o.id = f.user_id order by f.id desc limit $1`,
    [limit],
  )
  return rows.slice(0, limit - 1)
}

const setStatus: Handler = async (req, _res, _url, [, , id]) => {
  const { status } = JSON.parse(await text(req))
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({
      name: 'lock',
      text: 'select status from users where id = $1 for update',
      values: [id],
    })
    const { rows } = await client.query({
      name: 'decide',
      text: `update users set status = $2, status_reason = null, status_at = now() where id = $1
        returning ${userColumns}`,
      values: [id, status],
    })
    await client.query({
      name: 'event',
      text: `insert into audit_events (action, actor_id, object, ip, details)
        values ('user.status-changed', 1, $1, '127.0.0.1', $2)`,
      values: [`user:${id}`, { status }],
    })
    await client.query('commit')
    return rows[0]
  } finally {
    client.release()
  }
}

/** The file part is what is between the first empty line and the last boundary. */
const upload: Handler = async (req) => {
  const key = randomBytes(32).toString('base64url')
  const temporary = join(folder, key)
  const hash = createHash('sha256')
  await pipeline(
    req,
    async function* measured(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (isHonest) hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(temporary, { flush: isHonest }),
  )
  if (isHonest) await keepTwoCopies(temporary, key)
  await ask(
    'upload',
    `insert into files (upload_key, file_name, file_size, file_type, sha256, storage_key)
      values ($1, 'floor.pdf', 1, 'application/pdf', $2, $1)`,
    [key, hash.digest('hex')],
  )
  return { uploadKey: key }
}

async function keepTwoCopies(temporary: string, key: string) {
  for (const copies of ['kept', 'copies'])
    await mkdir(join(folder, copies, key), { recursive: true })
  await copyFile(temporary, join(folder, 'copies', key, 'content.pdf'))
  await rename(temporary, join(folder, 'kept', key, 'content.pdf'))
  await sync(join(folder, 'copies', key, 'content.pdf'))
  for (const copies of ['copies', 'kept']) {
    await sync(join(folder, copies, key))
    await sync(join(folder, copies))
  }
}

async function sync(path: string) {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

const download: Handler = async (_req, res, _url, [, key]) => {
  const { rows } = await ask(
    'stored',
    'select sha256, file_size from files where upload_key = $1',
    [key],
  )
  // As the portal got it: what it has stored is sealed.
  const path = process.env['FLOOR_DOCUMENT'] ?? ''
  res.setHeader('Content-Type', 'application/pdf')
  res.setHeader('Content-Length', rows[0].file_size)
  if (!isHonest) {
    await pipeline(createReadStream(path), res)
    return undefined
  }
  const content = await readFile(path)
  const isWhole = createHash('sha256').update(content).digest('hex') === rows[0].sha256
  if (!isWhole) throw new Error('damaged')
  res.end(content)
  return undefined
}

const logIn: Handler = async (req) => {
  const { email, password } = JSON.parse(await text(req))
  const { rows } = await ask('login', 'select id, password_hash from users where email = $1', [
    email,
  ])
  await bcrypt.compare(password, process.env['FLOOR_HASH'] ?? '')
  const sid = randomBytes(24).toString('base64url')
  await ask(
    'session',
    `insert into sessions (sid, sess, expire) values ($1, $2, now() + interval '1 hour')`,
    [sid, { passport: { user: rows[0].id } }],
  )
  return { id: rows[0].id }
}

/** One read of the session with its user, by the cookie that the portal gave out. */
async function readSession(req: IncomingMessage) {
  const sid = /sid=s%3A([^.;]+)/.exec(req.headers.cookie ?? '')?.[1] ?? ''
  const { rows } = await ask(
    'who',
    `select u.id, u.email::text, u.is_admin from sessions s
      join users u on u.id = (s.sess -> 'passport' ->> 'user')::int
      where s.sid = $1 and s.expire > now()`,
    [sid],
  )
  if (rows.length === 0) throw new Error('no session')
}

const handlers: [method: string, path: RegExp, handler: Handler, isOpen?: boolean][] = [
  ['GET', /^\/api\/admin\/users$/, listUsers],
  ['GET', /^\/api\/admin\/files$/, listFiles],
  ['PATCH', /^\/api\/admin\/users\/(\d+)\/status$/, setStatus],
  ['POST', /^\/api\/upload$/, upload, true],
  ['POST', /^\/api\/login$/, logIn, true],
  ['GET', /^\/uploads\/[\w-]+\/[^/]+$/, download],
]

async function answer(req: IncomingMessage, res: ServerResponse, isKnown: boolean) {
  const url = new URL(req.url ?? '/', 'http://localhost')
  const [, , handler, isOpen] =
    handlers.find(([method, path]) => method === req.method && path.test(url.pathname)) ?? []
  if (!handler) throw new Error('no such call')
  if (isHonest && !isOpen && !isKnown) await readSession(req)
  const path = url.pathname.split('/').slice(url.pathname.startsWith('/api') ? 2 : 1)
  const body = await handler(req, res, url, path)
  if (res.headersSent || body === undefined) return undefined
  res.statusCode = req.method === 'POST' && url.pathname.endsWith('/upload') ? 201 : 200
  return body
}

async function answerAlone(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const body = await answer(req, res, false)
    if (body === undefined) return
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
  } catch (error) {
    res.statusCode = 500
    res.end(String(error))
  }
}

const { SESSION_SECRET: secret = '' } = process.env
const server = createServer(
  kind === 'stack' ? createStack(pool, secret, answer) : (...call) => void answerAlone(...call),
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
