import { once } from 'node:events'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from '@shared/zod'
import { drawFreePort } from '@server/free-port'
import { backupKey } from '@tests/support/portal/backups'
import {
  hasBubblewrap,
  makeContainerFolder,
  runConfined,
  runPlainly,
  type ContainerFolder,
  type ContainerProcess,
} from '@tests/support/portal/container'
import { createUnmigratedDatabase } from '@tests/support/portal/database'
import { eventually } from '@tests/support/portal/eventually'
import { folderSettings, waitUntilReady } from '@tests/support/portal/portal-process'
import { queryAs, type TestDatabase } from '@tests/support/portal/postgres'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'

/** As long as a reading may take. */
const readingMs = 60_000

let folder: ContainerFolder
let database: TestDatabase

beforeAll(async () => {
  ;[folder, database] = await Promise.all([makeContainerFolder(), createUnmigratedDatabase()])
})
afterAll(async () => {
  await Promise.all([folder.remove(), database.drop()])
})

type Run = typeof runPlainly

/** `data` is where the documents are, as the portal sees it. */
async function settings(data: string) {
  const port = await drawFreePort()
  const documents = { UPLOADS_DIR: `${data}/uploads`, SECOND_COPY_DIR: `${data}/copies` }
  return {
    port,
    env: {
      ...folderSettings({ folder: data, port }),
      ...documents,
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
    },
  }
}

/** Stops it in order, unless it has ended by itself. */
async function end({ child, terminate }: ContainerProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  terminate()
  await ended
}

/** Runs to its end. */
async function finish(run: Run, args: string[], env: Record<string, string>) {
  const { child } = run(folder, args, env)
  if (!child.stdout || !child.stderr) throw new Error('Nothing to read from.')
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, output: printed + complaints }
}

const getReading = () =>
  queryAs<{ state: string | null }>(
    database.url,
    `select state from file_versions left join file_readings on version_id = id
    order by id desc limit 1`,
  )

/** Starts the portal, sends it a document, and stops it in order. */
async function tryPortal(run: Run, data: string) {
  const { port, env } = await settings(data)
  const portal = run(folder, ['server/index.js'], env)
  const { child } = portal
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (output += String(chunk)))
  }
  const origin = `http://localhost:${port}`
  try {
    await waitUntilReady({ origin, process: child, output: () => output })
    expect(await (await fetch(`${origin}/blog`)).text()).toContain('<title>')
    const form = new FormData()
    const { bytes } = samples.pdf()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'report.pdf')
    const uploaded = await fetch(`${origin}/api/upload`, { method: 'POST', body: form })
    expect(uploaded.status).toBe(201)
    const { uploadKey }: { uploadKey: string } = await uploaded.json()
    const registered = await fetch(`${origin}/api/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buildRegistration({ uploadKey })),
    })
    expect(registered.status).toBe(201)
    // Once it belongs to someone, a process of its own reads it.
    await eventually(async () => expect(await getReading()).toEqual([{ state: 'done' }]), readingMs)
    expect(folder.isHealthy(port)).toBe(true)
  } finally {
    await end(portal)
  }
  expect(child.exitCode).toBe(0)
  expect(folder.isHealthy(port)).toBe(false)
}

it('holds what the server needs, and neither sources nor what only builds need', async () => {
  expect((await readdir(folder.app)).toSorted()).toEqual(
    ['.env.example', 'client', 'migrations', 'node_modules', 'package.json', 'server']
      .concat('package-lock.json')
      .toSorted(),
  )
  const files = await readdir(folder.app, { recursive: true })
  expect(files.filter((path) => /^(?!node_modules).*\.tsx?$|seed|^\.git/.test(path))).toEqual([])
  const packages = await readdir(join(folder.app, 'node_modules'))
  expect(packages).toContain('express')
  expect(
    packages.filter((name) => /^(vite|react|tsx|typescript|@embedded-.*)$/.test(name)),
  ).toEqual([])
})

it('runs from an empty folder with production packages alone', async () => {
  await tryPortal(runPlainly, join(folder.data, 'plain'))
})

it('has the commands that an operator needs', async () => {
  const { env } = await settings(join(folder.data, 'plain'))
  const email = ['--email', 'admin@portal.example']
  const admin = await finish(runPlainly, ['server/portal.js', 'admin', ...email], env)
  expect(admin).toMatchObject({ code: 0, output: expect.stringContaining('Password: ') })
  const fsck = await finish(runPlainly, ['server/portal.js', 'fsck'], env)
  expect(fsck).toMatchObject({ code: 0, output: expect.stringContaining('Sound.') })
  const rotated = await finish(runPlainly, ['server/portal.js', 'keys:rotate'], env)
  expect(rotated).toMatchObject({
    code: 0,
    output: expect.stringContaining('the first key of DATA_KEY'),
  })
  const first = ['PUBLIC_URL=https://portal.example', 'ADMIN_EMAIL=admin@portal.example']
  const setup = await finish(
    runPlainly,
    ['server/portal.js', 'setup', ...first.flatMap((pair) => ['--set', pair])],
    {},
  )
  expect(setup).toMatchObject({ code: 0, output: expect.stringContaining('Next: npm start') })
  const envFile = join(folder.app, '.env')
  expect(await readFile(envFile, 'utf8')).toContain('PUBLIC_URL=https://portal.example')
  await rm(envFile)
})

it.skipIf(!hasBubblewrap)('runs in a read-only root, as a user without rights', async () => {
  const script = "require('node:fs').writeFileSync(process.argv[1], '')"
  for (const path of ['/app/server/index.js', '/app/new', '/new']) {
    const { code, output } = await finish(runConfined, ['-e', script, path], {})
    expect(code).toBe(1)
    expect(output).toContain('EROFS')
  }
  for (const name of ['uploads', 'copies']) await mkdir(join(folder.data, name))
  // Other folders are another portal.
  await database.drop()
  database = await createUnmigratedDatabase()
  await tryPortal(runConfined, '/data')
})

const composed = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      entrypoint: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
    }),
  ),
})

it.skipIf(!hasBubblewrap)(
  'is backed up and restored by the services of compose, as confined',
  async () => {
    const file = await readFile('docs/deploy/compose.yaml', 'utf8')
    const { services } = composed.parse(parse(file, { merge: true }))
    const { env } = await settings('/data')
    /** With the entry point and the folder of backups that compose gives it. */
    const runService = (name: string, given: Record<string, string>) => {
      const { entrypoint = [], environment = {} } = services[name] ?? {}
      const BACKUP_TO = String(environment['BACKUP_TO'])
      const BACKUP_KEY = backupKey.toString('base64')
      return finish(runConfined, entrypoint.slice(1), { ...env, ...given, BACKUP_TO, BACKUP_KEY })
    }
    expect(await runService('backup', {})).toMatchObject({
      code: 0,
      output: expect.stringMatching(/1 documents, 1 of them new\.\s*$/),
    })
    expect(await runService('check', { DATABASE_URL: '' })).toMatchObject({ code: 0 })
    const other = await createUnmigratedDatabase()
    onTestFinished(() => other.drop())
    const there = {
      DATABASE_URL: other.url,
      UPLOADS_DIR: '/data/restored/uploads',
      SECOND_COPY_DIR: '/data/restored/copies',
    }
    const migrate = await finish(runConfined, ['server/portal.js', 'migrate'], { ...env, ...there })
    expect(migrate).toMatchObject({ code: 0 })
    expect(await runService('restore', there)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Sound\.\s*$/),
    })
  },
)
