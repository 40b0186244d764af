import { readdirSync, readlinkSync } from 'node:fs'
import { rm, mkdir, readFile, rename, rmdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { describe, expect, it, beforeAll } from 'vitest'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { flipBit } from '@tests/support/portal/stored-files'
import { jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { files as filesTable, fileVersions } from '../../db/schema/files'
import { countMissing, findMissing, noteMissing } from './missing-contents'
import { noteDamage } from './queries'
import { verifyContents } from './verify-contents'

const app = await startSharedApp()

const account = await buildAdmin(app)

const admin = await logIn(app, account)

const user = await buildUser(app)

const ownAgent = await logIn(app, user)

const expired = {
  message: 'This link has expired. Please open the file from the list again.',
  code: 'link_expired',
}

const pathOf = (file: { uploadKey: string; fileName: string }, token?: string) =>
  `/uploads/${file.uploadKey}/${encodeURIComponent(file.fileName)}${token ? `?token=${token}` : ''}`

const ask = (uploadKey: unknown, agent: Agent = admin) =>
  agent.post('/api/admin/generate-file-token').send({ uploadKey })

async function tokenFor(file: { uploadKey: string }, agent = admin): Promise<string> {
  const { body } = await ask(file.uploadKey, agent).expect(200)
  expect(body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
  return body.token
}

describe('a file token', () => {
  it('lets the administrator look, open and save, as often as a viewer needs', async () => {
    const sample = samples.pdf()
    const file = await buildFile(app, { owner: user, sample })
    const path = pathOf(file, await tokenFor(file))
    await admin.head(path).expect(200)
    for (const more of ['', '&download=true', '']) {
      const { body } = await admin
        .get(path + more)
        .responseType('blob')
        .expect(200)
      expect(sample.bytes.equals(body)).toBe(true)
    }
    await admin.get(path).set('Range', 'bytes=0-9').expect(206)
  })

  it('opens files that have no account as well', async () => {
    const file = await buildFile(app)
    await admin.get(pathOf(file, await tokenFor(file))).expect(200)
  })

  it('is needed: the administrator’s session alone opens nothing', async () => {
    const file = await buildFile(app, { owner: user })
    const token = await tokenFor(file)
    await admin.get(pathOf(file)).expect(401, expired)
    await admin.head(pathOf(file)).expect(401).expect('X-Error-Code', 'link_expired')
    for (const query of [
      'token=',
      'token=x',
      `token=${unknownKey()}`,
      'token=%00',
      `token[]=${token}`,
      `token=${token}&token=x`,
    ]) {
      await admin.get(`${pathOf(file)}?${query}`).expect(401, expired)
    }
  })

  it('is worth nothing for another file, under another name, or without a session', async () => {
    const file = await buildFile(app, { owner: user })
    const other = await buildFile(app, { owner: user })
    const token = await tokenFor(file)
    await admin.get(pathOf(other, token)).expect(401, expired)
    await admin.get(pathOf({ ...file, fileName: 'other.pdf' }, token)).expect(404, notFound)
    await visit(app).get(pathOf(file, token)).expect(401, pleaseLogIn)
  })

  it('is worth nothing in another session of the same administrator, or a partner’s', async () => {
    const file = await buildFile(app, { owner: user })
    const token = await tokenFor(file)
    const elsewhere = await logIn(app, account)
    await elsewhere.get(pathOf(file, token)).expect(401, expired)
    const stranger = await logIn(app, await buildUser(app))
    await stranger.get(pathOf(file, token)).expect(404, notFound)
    await admin.get(pathOf(file, token)).expect(200)
  })

  it('ends with the session and after five minutes', async () => {
    const file = await buildFile(app, { owner: user })
    const { rows } = await app.pool.query("select now() + interval '5 minutes' as latest")
    const token = await tokenFor(file)
    const { rows: stored } = await app.pool.query(
      'select expires_at, token_hash from file_tokens where file_id = $1',
      [file.id],
    )
    expect(stored).toHaveLength(1)
    expect(Math.abs(stored[0].expires_at - rows[0].latest)).toBeLessThan(5_000)
    expect(stored[0].token_hash).not.toContain(token)
    await app.pool.query("update file_tokens set expires_at = now() - interval '1 second'")
    await admin.get(pathOf(file, token)).expect(401, expired)

    const session = await logIn(app, account)
    const another = await tokenFor(file, session)
    await session.post('/api/logout').expect(200)
    await session.get(pathOf(file, another)).expect(401, pleaseLogIn)
  })

  it('leaves a trace of each opening, not of looking, and is in no log', async () => {
    const file = await buildFile(app, { owner: user })
    const token = await tokenFor(file)
    await admin.head(pathOf(file, token)).expect(200)
    await admin.get(pathOf(file, token)).expect(200)
    const events = await eventsOf(app, `file:${file.id}`)
    expect(events.filter(({ action }) => action === 'file.opened')).toMatchObject([
      { action: 'file.opened', actorId: account.id },
    ])
    expect(app.logs()).toContain('"path":"/uploads/[redacted]"')
    expect(app.logs()).not.toContain(token)
    expect(app.logs()).not.toContain(file.uploadKey)
  })
})

const readings = /^file\.(loaded-ahead|opened)$/

const readingsOf = async ({ id }: { id: number }) =>
  (await eventsOf(app, `file:${id}`))
    .map(({ action }) => action)
    .filter((action) => readings.test(action))

const noteOpened = (id: number, basedOnVersion: string) =>
  admin.post(`/api/admin/files/${id}/opened`).send({ basedOnVersion })

describe('a document that is loaded ahead of its review', () => {
  it('is not opened before it is shown', async () => {
    const sample = samples.pdf()
    const file = await buildFile(app, { owner: user, sample })
    const path = `${pathOf(file, await tokenFor(file))}&ahead=true`
    await admin.head(path).expect(200)
    expect(await readingsOf(file)).toEqual([])
    const { body } = await admin.get(path).responseType('blob').expect(200)
    expect(sample.bytes.equals(body)).toBe(true)
    expect(await readingsOf(file)).toEqual(['file.loaded-ahead'])
    await noteOpened(file.id, file.sha256).expect(200, { message: 'Recorded' })
    expect(await readingsOf(file)).toEqual(['file.loaded-ahead', 'file.opened'])
  })

  it('is opened by the person who saves it', async () => {
    const file = await buildFile(app, { owner: user })
    await admin.get(`${pathOf(file, await tokenFor(file))}&ahead=true&download=true`).expect(200)
    expect(await readingsOf(file)).toEqual(['file.opened'])
  })

  it('is opened when it is of a kind that every browser saves', async () => {
    const file = await buildFile(app, { owner: user, sample: samples.docx() })
    const path = `${pathOf(file, await tokenFor(file))}&ahead=true`
    const { headers } = await admin.get(path).responseType('blob').expect(200)
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(await readingsOf(file)).toEqual(['file.opened'])
  })

  it('is not shown once another content has taken its place', async () => {
    const file = await buildFile(app, { owner: user })
    const { body } = await noteOpened(file.id, 'another').expect(409)
    expect(body.message).toBe(
      'This document has changed since it was loaded. Please load it again.',
    )
    await app.pool.query("update files set quarantine = 'waiting' where id = $1", [file.id])
    await noteOpened(file.id, file.sha256).expect(409)
    await noteOpened(2_000_000_000, file.sha256).expect(404, notFound)
    expect(await readingsOf(file)).toEqual([])
  })
})

const noBase = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const sandboxed = `default-src 'none'; sandbox; ${noBase}`

describe('opening a file', () => {
  it('gives its owner the bytes, with headers that let nothing in them run', async () => {
    const sample = samples.png()
    const file = await buildFile(app, { owner: user, sample })
    const { body, headers } = await ownAgent.get(pathOf(file)).responseType('blob').expect(200)
    expect(sample.bytes.equals(body)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(sample.bytes.length),
      'content-disposition': 'inline; filename="score-screenshot.png"',
      'content-security-policy': sandboxed,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
    })
  })

  it('answers HEAD like GET, without the bytes', async () => {
    const file = await buildFile(app, { owner: user })
    const { headers } = await ownAgent.head(pathOf(file)).expect(200)
    expect(headers).toMatchObject({
      'content-length': String(file.fileSize),
      'content-type': 'application/pdf',
      etag: `"${file.sha256}"`,
      'cache-control': 'no-store',
    })
  })

  it.each([
    ['pdf', `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; ${noBase}`],
    ['png', sandboxed],
    ['jpeg', sandboxed],
  ] as const)('shows a %s in the browser', async (kind, policy) => {
    const file = await buildFile(app, { owner: user, sample: samples[kind]() })
    const { headers } = await ownAgent.get(pathOf(file)).responseType('blob').expect(200)
    expect(headers['content-disposition']).toMatch(/^inline; /)
    expect(headers['content-security-policy']).toBe(policy)
  })

  it.each(['doc', 'docx'] as const)('offers a %s for saving only', async (kind) => {
    const file = await buildFile(app, { owner: user, sample: samples[kind]() })
    const { headers } = await ownAgent.get(pathOf(file)).responseType('blob').expect(200)
    expect(headers['content-disposition']).toMatch(/^attachment; /)
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  it('saves it under its own name when that is asked for', async () => {
    const sample = { ...samples.pdf(), name: 'Кредитный отчёт "2026".pdf' }
    const file = await buildFile(app, { owner: user, sample })
    const { headers } = await ownAgent
      .get(`${pathOf(file)}?download=true`)
      .responseType('blob')
      .expect(200)
    const encoded = encodeURIComponent(sample.name)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[ -~]+"; filename\*=/)
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encoded}`)
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  it('does not download for other values of the parameter', async () => {
    const file = await buildFile(app, { owner: user })
    for (const query of ['download=false', 'download=', 'download=true&download=true']) {
      const { headers } = await ownAgent.get(`${pathOf(file)}?${query}`).expect(200)
      expect(headers['content-disposition']).toMatch(/^inline/)
    }
  })
})

describe('ranges and caches', () => {
  const sample = samples.pdf({ size: 5000 })
  const size = sample.bytes.length
  let path: string
  let etag: string

  beforeAll(async () => {
    const file = await buildFile(app, { owner: user, sample })
    path = pathOf(file)
    etag = `"${file.sha256}"`
  })

  const get = (headers: Record<string, string>) =>
    ownAgent.get(path).set(headers).responseType('blob')

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, size - 1],
    ['bytes=-1', size - 1, size - 1],
    [`bytes=0-${10 * size}`, 0, size - 1],
    ['bytes=0-9,10-19', 0, 19],
  ])('%s gets that part', async (Range, start, end) => {
    const { body, headers } = await get({ Range }).expect(206)
    expect(sample.bytes.subarray(start, end + 1).equals(body)).toBe(true)
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': String(end - start + 1),
    })
  })

  it.each([`bytes=${size}-`, 'bytes=999999999-'])('%s is a 416', async (Range) => {
    const { body, headers } = await get({ Range }).expect(416)
    expect(headers['content-range']).toBe(`bytes */${size}`)
    expect(body).toHaveLength(0)
  })

  it('If-None-Match with the same checksum is a 304 without bytes', async () => {
    const { body, headers } = await get({ 'If-None-Match': etag }).expect(304)
    expect(body ?? '').toHaveLength(0)
    expect(headers.etag).toBe(etag)
    await get({ 'If-None-Match': '"other"' }).expect(200)
  })

  it('If-Range with another checksum gets the whole', async () => {
    await get({ Range: 'bytes=0-9', 'If-Range': etag }).expect(206)
    await get({ Range: 'bytes=0-9', 'If-Range': '"other"' }).expect(200)
  })

  it('HEAD with a range answers its length', async () => {
    const { headers } = await ownAgent.head(path).set('Range', 'bytes=0-9').expect(206)
    expect(headers['content-length']).toBe('10')
  })
})

describe('a file that cannot be opened', () => {
  const missing = { message: 'The original file was not found on the server.', code: 'not_found' }

  it('is a 401 without a session, there or not', async () => {
    const file = await buildFile(app, { owner: user })
    await visit(app).get(pathOf(file)).expect(401, pleaseLogIn)
    await visit(app).head(pathOf(file)).expect(401)
    await visit(app).get(`/uploads/${unknownKey()}/a.pdf`).expect(401, pleaseLogIn)
  })

  it('is a 404 for a stranger, even with the key that claims it', async () => {
    const stranger = await logIn(app, await buildUser(app))
    for (const file of [await buildFile(app, { owner: user }), await buildFile(app)]) {
      await stranger.get(pathOf(file)).expect(404, notFound)
      await stranger.head(pathOf(file)).expect(404)
    }
  })

  it('is a 404 that says so when its bytes are missing', async () => {
    const file = await buildFile(app, { owner: user })
    await rm(join(app.uploadsDir, file.storageKey))
    await ownAgent.get(pathOf(file)).expect(404, missing)
    await ownAgent.head(pathOf(file)).expect(404)
  })

  it('is a 404 when only a part of its address is given', async () => {
    const file = await buildFile(app, { owner: user })
    for (const path of ['/uploads', '/uploads/', `/uploads/${file.uploadKey}`]) {
      const { body } = await ownAgent.get(path).expect(404)
      expect(body).toEqual({ message: 'There is no such call.', code: 'not_found' })
    }
    await ownAgent.post(pathOf(file)).expect(404)
    await ownAgent.delete(pathOf(file)).expect(404)
  })
})

/** A document with its owner's session. */
async function buildReadable(sample = samples.pdf()) {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner, sample })
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  return { ...file, path, agent: await logIn(app, owner) }
}

const damage = (storageKey: string, folder = app.uploadsDir) => flipBit(join(folder, storageKey))

const storedPathOf = (storageKey: string) => join(app.uploadsDir, storageKey)

const noOpenDescriptors = (uploadKey: string) =>
  expect
    .poll(() =>
      readdirSync('/proc/self/fd').filter((descriptor) => {
        try {
          return readlinkSync(`/proc/self/fd/${descriptor}`).includes(uploadKey)
        } catch {
          return false
        }
      }),
    )
    .toEqual([])

const damageLogged = () =>
  app
    .logs()
    .split('\n')
    .filter((line) => line.includes('a stored file is damaged'))
    .map((line) => JSON.parse(line))

/** Of files and connections, by all of this process. */
async function countBytesRead(call: () => Promise<unknown>): Promise<number> {
  const before = await bytesReadSoFar()
  await call()
  return (await bytesReadSoFar()) - before
}

async function bytesReadSoFar(): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1])
}

describe('a stored file', () => {
  it.each([100, 0])('cut to %i bytes is missing, and never served', async (size) => {
    const { storageKey, uploadKey, path, agent } = await buildReadable()
    await truncate(join(app.uploadsDir, storageKey), size)
    const answer = await agent.get(path).expect(404)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-disposition']).toBeUndefined()
    await noOpenDescriptors(uploadKey)
  })

  it('with one changed bit is missing, no part of it is served, and its damage is remembered', async () => {
    const { storageKey, uploadKey, path, agent } = await buildReadable()
    await damage(storageKey)
    await agent.get(path).set('Range', 'bytes=200-300').expect(404)
    await agent.head(path).expect(404)
    const before = damageLogged().length
    const answer = await agent.get(path).expect(404)
    expect(damageLogged()).toHaveLength(before + 1)
    expect(answer.body.message).toBe('The original file was not found on the server.')
    expect(answer.headers).not.toHaveProperty('etag')
    await noOpenDescriptors(uploadKey)
  })

  it('is known as damaged to every process, to those as well that only ask for it', async () => {
    const { storageKey, path, agent } = await buildReadable()
    await agent.get(path).expect(200)
    await noteDamage(app.db, storageKey, true)
    await agent.head(path).expect(404)
  })

  it('is not known as damaged while it is missing or can’t be read: it may be whole', async () => {
    const { storageKey, path, agent } = await buildReadable()
    await rename(storedPathOf(storageKey), `${storedPathOf(storageKey)}.away`)
    await agent.get(path).expect(404)
    await mkdir(storedPathOf(storageKey))
    await agent.get(path).expect(404)
    await rmdir(storedPathOf(storageKey))
    await rename(`${storedPathOf(storageKey)}.away`, storedPathOf(storageKey))
    await agent.head(path).expect(200)
  })

  it('is read again by everyone who opens it, and counts as whole once it is', async () => {
    const { storageKey, path, agent } = await buildReadable()
    await damage(storageKey)
    await agent.get(path).expect(404)
    await damage(storageKey)
    await agent.get(path).expect(200)
    await agent.head(path).expect(200)
  })

  it('is not read for HEAD, and read once for each reader', async () => {
    const { fileSize, path, agent } = await buildReadable(samples.pdf({ size: 5_000_000 }))
    expect(await countBytesRead(() => agent.head(path).expect(200))).toBeLessThan(1_000_000)
    // The bytes from the disk, those that are sent, and the same ones as this test receives them.
    const read = await countBytesRead(() => agent.get(path).expect(200))
    expect(read).toBeGreaterThan(2 * fileSize)
    expect(read).toBeLessThan(3.5 * fileSize)
  })
})

describe('what fails in the database', () => {
  it('a file that cannot be recorded as opened is not opened, and its descriptor is closed', async () => {
    const agent = admin
    const { uploadKey, fileName } = await buildFile(app)
    const asked = agent.post('/api/admin/generate-file-token').send({ uploadKey })
    const { body } = await asked.expect(200)
    await app.asOwner('alter table audit_events rename to audit_events_away')
    try {
      await agent.get(`/uploads/${uploadKey}/${fileName}?token=${body.token}`).expect(500)
    } finally {
      await app.asOwner('alter table audit_events_away rename to audit_events')
    }
    await noOpenDescriptors(uploadKey)
  })

  it('a re-upload that it cannot take leaves no temporary', async () => {
    const { id, agent } = await buildReadable()
    const { bytes, name } = samples.pdf()
    await app.asOwner('alter table files rename to files_away')
    try {
      await agent.post(`/api/reupload/${id}`).attach('file', bytes, name).expect(500)
    } finally {
      await app.asOwner('alter table files_away rename to files')
    }
    expect((await app.storedPaths()).filter((path) => path.startsWith('.tmp'))).toEqual([])
  })
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)

/** Stored, and last checked, so many hours ago. */
async function buildStored(hours: number, checkedHours?: number) {
  const file = await buildReadable()
  const checkedAt = checkedHours === undefined ? null : hoursAgo(checkedHours)
  await app.db
    .update(fileVersions)
    .set({ createdAt: hoursAgo(hours), checkedAt })
    .where(eq(fileVersions.fileId, file.id))
  return file
}

const verify = (signal = new AbortController().signal) =>
  verifyContents({ ...app, days: 30, signal })

async function checkedOf(...files: { id: number }[]): Promise<number[]> {
  const ids = files.map(({ id }) => id)
  const rows = await app.db
    .select({ id: fileVersions.fileId })
    .from(fileVersions)
    .where(and(inArray(fileVersions.fileId, ids), gt(fileVersions.checkedAt, hoursAgo(1))))
    .orderBy(asc(fileVersions.id))
  return rows.map(({ id }) => id)
}

describe('documents that were removed while the portal runs', () => {
  it('are told by the log and a number at the first reader, and by readiness when they are several', async () => {
    await app.db.delete(filesTable)
    const files = await Promise.all(Array.from({ length: 4 }, () => buildReadable()))
    const [first, ...others] = files
    if (!first) throw new Error('They were not stored.')
    for (const { storageKey } of files) await rm(storedPathOf(storageKey))
    expect(await countMissing(app)).toBe(0)
    await first.agent.get(first.path).expect(404)
    await first.agent.get(first.path).expect(404)
    const lines = app.logs().split('\n')
    const said = lines.filter((line) => line.includes(`"file":${first.id},"msg":"a stored file is`))
    expect(said.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, file: first.id }])
    expect(await countMissing(app)).toBe(1)
    for (const { agent, path } of others) await agent.head(path).expect(404)
    expect(await findMissing(app)).toEqual([
      expect.stringMatching(/^4 or more documents are missing/),
    ])
    await app.storage.repair(first.storageKey, 'content')
    await app.db.delete(fileVersions).where(eq(fileVersions.fileId, others[0]?.id ?? 0))
    expect(await countMissing(app)).toBe(2)
    expect(await findMissing(app)).toEqual([])
  })

  it('are noted up to a hundred, told once each, and readiness stops at the fourth', async () => {
    const { id } = await buildReadable()
    const { rows } = await app.pool.query<{ storage_key: string }>(`
      insert into file_versions (file_id, storage_key, file_name, file_size, file_type, sha256, reason)
      select file_id, lpad(n::text, 43, '0') || '/gone.pdf', file_name, file_size, file_type, sha256, reason
      from file_versions, generate_series(1, 110) as n where file_id = ${id} returning storage_key`)
    const noted = await countMissing(app)
    const tell = async () => {
      for (const { storage_key } of rows)
        await noteMissing(app, { id, storageKey: storage_key, fileSize: 1 })
      return app.logs().split(`"file":${id},"msg":"a stored file is missing`).length - 1
    }
    expect([await tell(), await tell()]).toEqual([100 - noted, 100 - noted])
    const asked: string[] = []
    const sizeOf = async (key: string) => asked.push(key) && null
    expect(await findMissing({ ...app, storage: { sizeOf } })).toHaveLength(1)
    expect(asked).toHaveLength(4)
    await app.pool.query("delete from file_versions where storage_key like '%/gone.pdf'")
    expect(await countMissing(app)).toBe(noted)
  })

  it('are no mistake when they were infected', async () => {
    const { id, storageKey, path, agent } = await buildReadable()
    await rm(storedPathOf(storageKey))
    await app.db.update(filesTable).set({ quarantine: 'infected' }).where(eq(filesTable.id, id))
    const before = await countMissing(app)
    await agent.get(path).expect(404)
    expect(await countMissing(app)).toBe(before)
  })
})

describe('the regular check of what is stored', () => {
  it('reads what is nearly due, stored or checked so long ago, and nothing else', async () => {
    const due = await buildStored(29 * 24)
    const again = await buildStored(90 * 24, 28 * 24)
    const others = [await buildStored(20 * 24), await buildStored(90 * 24, 20 * 24)]
    const logged = damageLogged()
    await verify()
    expect(await checkedOf(due, again, ...others)).toEqual([due.id, again.id])
    expect(damageLogged()).toEqual(logged)
  })

  it('stops when it is told to, and goes on where it was', async () => {
    const file = await buildStored(40 * 24)
    await verify(AbortSignal.abort())
    expect(await checkedOf(file)).toEqual([])
    await verify()
    expect(await checkedOf(file)).toEqual([file.id])
  })

  it('finds damage before any reader does, and says where it is', async () => {
    const days = [60, 50, 40].map((count) => 24 * count)
    const [content, copy, lost] = await Promise.all(days.map((hours) => buildStored(hours)))
    if (!content || !copy || !lost) throw new Error('They were not stored.')
    await damage(content.storageKey)
    await damage(copy.storageKey, app.env.secondCopyDir)
    await rm(join(app.uploadsDir, lost.storageKey))
    const logged = damageLogged().length
    await verify()
    const broken = 'is damaged: its checksum does not hold'
    expect(damageLogged().slice(logged)).toMatchObject([
      { level: 50, file: content.id, problem: `the content ${broken}` },
      { level: 50, file: copy.id, problem: `the backup copy ${broken}` },
      { level: 50, file: lost.id, problem: 'the content is missing' },
    ])
    await content.agent.head(content.path).expect(404)
    await copy.agent.head(copy.path).expect(200)
    await lost.agent.head(lost.path).expect(404)
  })

  it('looks at damaged ones again every day, and takes back what is whole after all', async () => {
    const file = await buildStored(48, 25)
    await noteDamage(app.db, file.storageKey, true)
    await file.agent.head(file.path).expect(404)
    await verify()
    await file.agent.head(file.path).expect(200)
    await file.agent.get(file.path).expect(200)
  })

  it('is a job of the portal', async () => {
    const file = await buildStored(40 * 24)
    await withJobs(app, async (jobs) => {
      const done = jobDone(jobs, 'verify-contents')
      await app.pool.query("select graphile_worker.add_job('verify-contents')")
      await done
    })
    expect(await checkedOf(file)).toEqual([file.id])
  })
})
