import { mkdir, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyId } from '@server/db/sealing'
import { backupKey } from '@tests/support/portal/backups'
import { createUnmigratedDatabase } from '@tests/support/portal/database'
import {
  startPortalProcess,
  testAdmin,
  type PortalProcess,
} from '@tests/support/portal/portal-process'
import { runCommand } from '@tests/support/portal/run-command'
import { secrets } from '@tests/support/portal/settings'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'

type Place = Record<string, string>

const removals: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const remove of removals) await remove()
})

/** A database and folders that nothing is in. */
async function makeNewPlace(): Promise<Place> {
  const database = await createUnmigratedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'portal-losses-'))
  removals.push(
    () => database.drop(),
    () => rm(folder, { recursive: true, force: true }),
  )
  const folders = { UPLOADS_DIR: join(folder, 'uploads'), SECOND_COPY_DIR: join(folder, 'copies') }
  await makeFolders(folders)
  const { url, portalUrl = url } = database
  return { ...folders, DATABASE_URL: portalUrl, MIGRATION_DATABASE_URL: url }
}

/** On new disks, when they are lost. */
async function makeFolders(place: Place): Promise<void> {
  for (const name of ['UPLOADS_DIR', 'SECOND_COPY_DIR']) {
    const path = place[name] ?? ''
    await rm(path, { recursive: true, force: true })
    await mkdir(path, { mode: 0o700 })
  }
}

const page = await readFile('docs/when-something-is-wrong.md', 'utf8')

/** Runs a command as the page has it, with what is in capital letters there replaced. */
async function runFromPage(place: Place, command: string, values: Place = {}) {
  expect(page).toContain(`\`${command}\``)
  const [, setting = '', rest = ''] = /^(?:(\w+=\w+) )?npm run portal -- (.*)$/.exec(command) ?? []
  const [name = '', ...args] = rest.split(' ').map((word) => values[word] ?? word)
  const [accept, value] = setting.split('=')
  return run({ ...place, ...(accept && { [accept]: value ?? '' }) }, name, ...args)
}

let backups: Place
const run = (place: Place, name: string, ...args: string[]) => {
  const settings = { PATH: process.env['PATH'], NODE_ENV: 'test', BCRYPT_COST: '4' }
  return runCommand(name, { env: { ...settings, ...secrets, ...backups, ...place } }, ...args)
}
const sound = { exitCode: 0, output: expect.stringMatching(/Sound\.$/) }

async function inPortal(place: Place, work: (portal: PortalProcess) => Promise<void>) {
  const portal = await startPortalProcess({ ...backups, ...place })
  try {
    await work(portal)
  } finally {
    await portal.stop()
  }
}

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

async function register({ origin }: PortalProcess, registration: object): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(samples.pdf().bytes)]), 'report.pdf')
  const uploaded = await fetch(`${origin}/api/upload`, { method: 'POST', body: form })
  const { uploadKey }: { uploadKey: string } = await uploaded.json()
  expect((await post(`${origin}/api/register`, { ...registration, uploadKey })).status).toBe(201)
}

/** The portal starts, and lets this person in. */
const expectLogin = (place: Place, { email, password }: { email: string; password: string }) =>
  inPortal(place, async ({ origin }) => {
    expect((await post(`${origin}/api/login`, { email, password })).status).toBe(200)
  })

const partner = buildRegistration({})
let lost: Place

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-losses-'))
  removals.push(() => rm(folder, { recursive: true, force: true }))
  backups = { BACKUP_TO: folder, BACKUP_KEY: backupKey.toString('base64') }
  lost = await makeNewPlace()
  await inPortal(lost, (portal) => register(portal, partner))
  expect(await run(lost, 'backup')).toMatchObject({ exitCode: 0 })
}, 120_000)

it('the database is lost, and the new one was only migrated', async () => {
  const place = await makeNewPlace()
  expect(await run(place, 'migrate')).toMatchObject({ exitCode: 0 })
  expect(await runFromPage(place, 'npm run portal -- restore')).toMatchObject(sound)
  await expectLogin(place, partner)
})

it('database and folders are lost, and the portal was started with new ones', async () => {
  const place = await makeNewPlace()
  await inPortal(place, async () => {
    const { exitCode, output } = await run(place, 'restore')
    expect(output).toContain('A portal runs with this database. Stop it first.')
    expect(exitCode).toBe(2)
  })
  expect(await runFromPage(place, 'npm run portal -- restore')).toMatchObject(sound)
  await expectLogin(place, partner)
  expect(await run(place, 'audit:verify')).toMatchObject(sound)
})

it('one of the two folders is lost', async () => {
  await rm(lost['UPLOADS_DIR'] ?? '', { recursive: true })
  await mkdir(lost['UPLOADS_DIR'] ?? '')
  expect(await run(lost, 'fsck', '--repair')).toMatchObject({ exitCode: 2 })
  const repair = 'ACCEPT_FOLDERS=once npm run portal -- fsck --repair'
  expect(await runFromPage(lost, repair)).toMatchObject(sound)
  await expectLogin(lost, partner)
})

it('both folders are lost', async () => {
  await makeFolders(lost)
  const bring = 'ACCEPT_FOLDERS=once npm run portal -- restore --documents'
  expect(await runFromPage(lost, bring)).toMatchObject(sound)
  await expectLogin(lost, partner)
})

it('one document is lost', async () => {
  const paths = await Promise.all(
    ['UPLOADS_DIR', 'SECOND_COPY_DIR'].map(async (name) => {
      const root = lost[name] ?? ''
      const names = await readdir(root, { recursive: true })
      return join(root, names.find((path) => path.endsWith('.pdf')) ?? 'none')
    }),
  )
  await truncate(String(paths[0]), 10)
  await rm(String(paths[1]))
  expect(await run(lost, 'fsck')).toMatchObject({ exitCode: 1 })
  const { exitCode, output } = await runFromPage(lost, 'npm run portal -- restore --documents')
  expect(output).toMatch(/^Documents that came back: 1\. [^]*Sound\.$/m)
  expect(exitCode).toBe(0)
})

it('the wrong thing was restored', async () => {
  const wrong = await makeNewPlace()
  await run(wrong, 'restore')
  await inPortal(wrong, (portal) => register(portal, buildRegistration({})))
  // What has been used since is not replaced.
  expect(await run(wrong, 'restore')).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining('The database is not empty'),
  })
  const [name = ''] = (await readdir(String(backups['BACKUP_TO']))).filter((one) =>
    one.endsWith('Z'),
  )
  const right = await makeNewPlace()
  expect(
    await runFromPage(right, 'npm run portal -- restore --backup NAME', { NAME: name }),
  ).toMatchObject(sound)
  await expectLogin(right, partner)
})

const newKey = Buffer.alloc(32, 'a new key').toString('base64')

it('BACKUP_KEY is lost', async () => {
  const folder = join(String(backups['BACKUP_TO']), '../', `${Date.now()}`)
  removals.push(() => rm(folder, { recursive: true, force: true }))
  const place = { ...lost, BACKUP_KEY: newKey, BACKUP_TO: folder }
  const refused = expect.stringContaining('is empty or not there, but this portal has made')
  expect(await run(place, 'backup')).toMatchObject({ exitCode: 2, output: refused })
  expect(await runFromPage(place, 'ACCEPT_FOLDERS=once npm run portal -- backup')).toMatchObject({
    exitCode: 0,
  })
  expect(await run(place, 'restore', '--check')).toMatchObject({ exitCode: 0 })
})

it('PASSWORD_PEPPER is lost', async () => {
  const place = { ...lost, PASSWORD_PEPPER: 'another-password-pepper-0123456789abc' }
  await expect(startPortalProcess({ ...backups, ...place })).rejects.toThrow('PASSWORD_PEPPER')
  const { output } = await runFromPage(place, 'npm run portal -- admin --email EMAIL', {
    EMAIL: testAdmin.email,
  })
  const [, password = ''] = /^Password: +(\S+)/m.exec(output) ?? []
  await expectLogin(place, { email: testAdmin.email, password })
})

it('DATA_KEY is lost', async () => {
  const place = {
    ...lost,
    DATA_KEY: newKey,
    PASSWORD_PEPPER: 'another-password-pepper-0123456789abc',
  }
  await expect(startPortalProcess({ ...backups, ...place })).rejects.toThrow(
    'DATA_KEY lacks the key',
  )
  const id = keyId(Buffer.from(secrets.DATA_KEY, 'base64'))
  const { exitCode } = await runFromPage(
    place,
    'npm run portal -- keys:rotate --give-up ID --yes',
    { ID: id },
  )
  expect(exitCode).toBe(0)
  await inPortal(place, (portal) => register(portal, buildRegistration({})))
})
