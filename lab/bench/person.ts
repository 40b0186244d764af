import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { callPortal, type PortalCaller } from '@tests/support/portal/portal-caller'
import { testAdmin } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { withPortal } from './with-portal'
import { cpuMs, postmasterPid, residentMb } from './usage'

const people = 100
const documentBytes = 500_000
const together = 4

interface Usage {
  nodeMs: number
  postgresMs: number
  databaseBytes: number
  storageBytes: number
}

/** One person of the bench, as far as they have come. */
interface Person {
  email: string
  uploadKey: string
  cookie: string
  fileId: number
  userId: number
}

/**
 * `npm run lab -- bench:person`: what a person takes of CPU and disk, step by step: a document of 500 kB, their account,
 * a login, a look at the document, and the administrator's decisions on both. Needs `npm run build` before it.
 */
async function main(): Promise<void> {
  await withPortal(async ({ portal, databaseUrl, client }) => {
    const pids = { node: portal.process.pid ?? 0, postgres: await postmasterPid(databaseUrl) }
    const uploads = portal.env['UPLOADS_DIR'] ?? ''
    const readUsage = async (): Promise<Usage> => ({
      nodeMs: cpuMs(pids.node),
      postgresMs: cpuMs(pids.postgres),
      databaseBytes: await databaseSize(client),
      storageBytes: await folderSize(uploads),
    })
    console.log(`${people} people. Of each step, for each of them:`)
    const everyone = Array.from({ length: people }, (_, index) => newPerson(index))
    for (const [name, step] of Object.entries(await stepsOf(callPortal(portal.origin)))) {
      const before = await readUsage()
      await eachOf(everyone, step)
      await settle(client)
      console.log(`${name.padEnd(38)}${describe(before, await readUsage())}`)
    }
    console.log(`The portal holds ${residentMb(pids.node).toFixed(0)} MB of memory.`)
  })
}

const newPerson = (index: number): Person => ({
  email: `person-${index}@bench.example`,
  uploadKey: '',
  cookie: '',
  fileId: 0,
  userId: 0,
})

type Step = (person: Person) => Promise<void>

async function stepsOf(caller: PortalCaller): Promise<Record<string, Step>> {
  const admin = (await caller.logIn(testAdmin)) ?? ''
  const decide = async (path: string) => {
    const json = { status: 'approved' }
    const answer = await caller.send('PATCH', path, { cookie: admin, json })
    if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status}`)
  }
  const read = async (path: string, person: Person) =>
    (await caller.send('GET', path, { cookie: person.cookie }))?.json

  return {
    'a document, sent and read for a score': async (person) => {
      const document = samples.pdf({ text: person.email, size: documentBytes })
      person.uploadKey = (await caller.upload(document)) ?? ''
    },
    'an account': async (person) => {
      person.cookie = (await caller.register(person.uploadKey, person.email)) ?? ''
      Object.assign(
        person,
        idsOf(await read('/api/user', person), await read('/api/files', person)),
      )
    },
    'a login': async (person) => {
      const { email } = person
      person.cookie = (await caller.logIn({ email, password: 'a long enough phrase' })) ?? ''
    },
    'a look at the document': async ({ uploadKey, cookie }) => {
      const answer = await caller.send('GET', `/uploads/${uploadKey}/credit-report.pdf`, { cookie })
      if (answer?.status !== 200) throw new Error(`The document answered ${answer?.status}`)
    },
    'a decision on the document': ({ fileId }) => decide(`/api/admin/files/${fileId}/status`),
    'a decision on the person': ({ userId }) => decide(`/api/admin/users/${userId}/status`),
  }
}

function idsOf(user: unknown, files: unknown): Partial<Person> {
  return { userId: idOf(user), fileId: idOf(Array.isArray(files) ? files[0] : null) }
}

const idOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? Number(value.id) : 0

async function eachOf(everyone: Person[], step: Step): Promise<void> {
  const waiting = [...everyone]
  const work = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) await step(person)
  }
  await Promise.all(Array.from({ length: together }, work))
}

/** Waits until all reports are read. */
async function settle(client: Client): Promise<void> {
  for (let waited = 0; waited < 9_000; waited += 1) {
    const { rows } = await client.query("select from file_readings where state = 'waiting' limit 1")
    if (rows.length === 0) return
    await delay(100)
  }
  throw new Error('Reports were not read within a quarter of an hour.')
}

async function databaseSize(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes)
}

async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function describe(before: Usage, after: Usage): string {
  const each = (name: keyof Usage) => (after[name] - before[name]) / people
  return [
    `Node ${each('nodeMs').toFixed(1)} ms`,
    `Postgres ${each('postgresMs').toFixed(1)} ms`,
    `database ${(each('databaseBytes') / 1000).toFixed(1)} kB`,
    `storage ${(each('storageBytes') / 1000).toFixed(0)} kB`,
  ]
    .map((cell) => cell.padEnd(22))
    .join('')
}

await main()
