import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { listen } from '@tests/support/network/listen'
import { z } from '@shared/zod'
import { roleOf } from '@server/db/database-urls'
import { parseEnv, settingNames } from '@server/env'
import { openRawStorage } from '@server/open-storage'
import { runAs } from '@tests/support/portal/postgres'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'

const folder = 'docs/deploy'
const run = promisify(execFile)

const serviceSchema = z.looseObject({
  image: z.string().optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.looseObject({})).default({}),
})
type Service = z.infer<typeof serviceSchema>

const fileSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.unknown()).default({}),
  volumes: z.record(z.string(), z.unknown()).default({}),
})

async function readCompose(name: string) {
  return fileSchema.parse(parse(await readFile(join(folder, name), 'utf8'), { merge: true }))
}
const plain = await readCompose('compose.yaml')
const onS3 = await readCompose('compose.s3.yaml')

/** As `docker compose -f … -f …` joins them. */
const joined = {
  services: {
    ...plain.services,
    ...onS3.services,
    portal: joinServices('portal'),
    backup: joinServices('backup'),
    restore: joinServices('restore'),
  },
  networks: { ...plain.networks, ...onS3.networks },
  volumes: { ...plain.volumes, ...onS3.volumes },
}
function joinServices(name: string): Service {
  const [one, other] = [serviceOf(plain, name), serviceOf(onS3, name)]
  return {
    ...one,
    environment: { ...one.environment, ...other.environment },
    volumes: [...one.volumes, ...other.volumes],
    depends_on: { ...one.depends_on, ...other.depends_on },
  }
}
function serviceOf({ services }: { services: Record<string, Service> }, name: string): Service {
  const service = services[name]
  if (!service) throw new Error(`There is no ${name}.`)
  return service
}

const secret = (name: string) => `${name.toLowerCase()}-0123456789abcdef0123456789abcdef`
/** What `setup` writes into portal.env. */
const written = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  TRUST_PROXY: 'loopback',
  SESSION_SECRET: secret('SESSION'),
  PASSWORD_PEPPER: secret('PEPPER'),
  DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
}
const variable = /\$\{(\w+)(?::[?-]([^}]*))?\}/g
/** As it is without an `.env`. */
const byDefault = (text: string) =>
  text.replaceAll(variable, (_all, _name, fallback: string) => fallback)
const fill = (text: string) => text.replaceAll(variable, (_all, name: string) => secret(name))
const fillAll = (environment: Record<string, string>) =>
  Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]))

describe.each([
  ['compose.yaml', plain, 'disk'],
  ['compose.yaml with compose.s3.yaml', joined, 's3'],
] as const)('%s', (_name, file, storage) => {
  const portal = serviceOf(file, 'portal')
  const migrate = serviceOf(file, 'migrate')

  it('gives the portal settings that it knows and takes', () => {
    for (const { environment } of [portal, migrate]) {
      const unknown = Object.keys(environment).filter((name) => !settingNames.includes(name))
      expect(unknown.filter((name) => name !== 'NODE_EXTRA_CA_CERTS')).toEqual([])
    }
    const env = parseEnv({ ...written, ...fillAll(portal.environment) })
    expect(env).toMatchObject({ migrate: false, host: '0.0.0.0', storage: { kind: storage } })
    expect(roleOf(env.databaseUrl ?? '')).toBe('credit_partner')
    const owner = parseEnv({ ...written, ...fillAll(migrate.environment) })
    expect(roleOf(owner.migrationUrl ?? '')).toBe('credit_partner_owner')
  })

  it('keeps passwords that the portal does not need away from it', () => {
    const all = JSON.stringify(portal)
    expect(all).not.toMatch(/OWNER_PASSWORD|POSTGRES_PASSWORD/)
    expect(portal['env_file']).toBe('portal.env')
  })

  it('names services, volumes, networks and files that are there, and images by their version', async () => {
    const services = Object.keys(file.services)
    for (const service of Object.values(file.services)) {
      expect(services).toEqual(expect.arrayContaining(Object.keys(service.depends_on)))
      expect(Object.keys(file.networks)).toEqual(expect.arrayContaining(service.networks))
      for (const volume of service.volumes) {
        const [source = ''] = byDefault(volume).split(':')
        if (source.startsWith('./')) await stat(join(folder, source))
        else expect(Object.keys(file.volumes)).toContain(source)
      }
      const image = service.image && byDefault(service.image)
      expect(image).toMatch(/^credit-partner-portal$|^[\w/]+:[\w.-]+$/)
      expect(image).not.toContain('latest')
    }
  })

  it('confines every container', () => {
    for (const service of Object.values(file.services)) {
      expect(service['security_opt']).toEqual(['no-new-privileges:true'])
    }
    for (const name of ['portal', 'migrate', 'backup', 'check', 'restore']) {
      expect(serviceOf(file, name)).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    }
  })

  it('backs up what the portal works with, as its role, and restores as the owner of the tables', () => {
    const [backup, restore] = [serviceOf(file, 'backup'), serviceOf(file, 'restore')]
    for (const { environment, volumes } of [backup, restore]) {
      const env = parseEnv({ ...written, ...fillAll(environment) })
      expect(roleOf(env.databaseUrl ?? '')).toBe('credit_partner')
      expect(env.storage.kind).toBe(storage)
      expect(env.backupTo).toBe('/backups')
      expect(volumes).toEqual(expect.arrayContaining(portal.volumes))
    }
    const owner = parseEnv({ ...written, ...fillAll(restore.environment) })
    expect(roleOf(owner.migrationUrl ?? '')).toBe('credit_partner_owner')
    expect(JSON.stringify(backup)).not.toContain('OWNER_PASSWORD')
    // Which tells the portal, over the socket.
    const check = serviceOf(file, 'check')
    const { databaseUrl = '' } = parseEnv({ ...written, ...fillAll(check.environment) })
    expect(roleOf(databaseUrl)).toBe('credit_partner')
    expect(check.volumes.map((volume) => volume.split(':')[1])).toContain(
      new URL(databaseUrl).searchParams.get('host'),
    )
  })
})

it('the settings of set-up are made once: given again, its commands leave the keys alone', async () => {
  const page = await readFile('docs/set-up.md', 'utf8')
  const [, block = ''] =
    /^# 2\. .*three database roles.*\ncd docs\/deploy\n([^]*?)\n\n/m.exec(page) ?? []
  const here = await mkdtemp(join(tmpdir(), 'portal-set-up-'))
  onTestFinished(() => rm(here, { recursive: true }))
  // As `setup` does, which writes new keys where there is no .env.
  const docker = `#!/bin/sh\ntest -e .env || echo "DATA_KEY=$(od -An -N8 -tx8 /dev/urandom)" > .env\n`
  await writeFile(join(here, 'docker'), docker, { mode: 0o700 })
  const env = { PATH: `${here}:${process.env['PATH']}` }
  const read = () =>
    Promise.all(['portal.env', '.env'].map((name) => readFile(join(here, name), 'utf8')))
  await run('sh', ['-c', block], { cwd: here, env })
  const before = await read()
  expect(before).toEqual([
    expect.stringMatching(/^DATA_KEY=/),
    expect.stringMatching(/^POSTGRES_PASSWORD=\w+\nOWNER_PASSWORD=\w+\nPORTAL_PASSWORD=\w+\n$/),
  ])
  await run('sh', ['-c', `${block}\ntrue`], { cwd: here, env })
  expect(await read()).toEqual(before)
})

const { superuserUrl } = inject('postgres')
const hasPsql = spawnSync('psql', ['--version']).status === 0

it.skipIf(!hasPsql || superuserUrl === null)(
  'an empty database gets both roles, and so does the next one after a loss',
  async () => {
    const { host, hostname, port, username, password } = new URL(superuserUrl ?? '')
    const script = await readFile(join(folder, 'database-roles.sh'), 'utf8')
    const passwords = { OWNER_PASSWORD: 'owner-secret', PORTAL_PASSWORD: 'portal-secret' }
    const server = { PGHOST: hostname, PGPORT: port, PGPASSWORD: decodeURIComponent(password) }
    const drop = async () => {
      await runAs(superuserUrl ?? '', 'drop database if exists credit_partner with (force)')
      await runAs(superuserUrl ?? '', 'drop role if exists credit_partner, credit_partner_owner')
    }
    onTestFinished(drop)
    const makeDatabase = (words: typeof passwords) =>
      run('sh', ['-euc', script.replace('/database-roles.sql', `${folder}/database-roles.sql`)], {
        env: { PATH: process.env['PATH'], POSTGRES_USER: username, ...server, ...words },
      })
    await makeDatabase({ OWNER_PASSWORD: 'lost', PORTAL_PASSWORD: 'lost' })
    await runAs(superuserUrl ?? '', 'drop database credit_partner')
    await makeDatabase(passwords)
    for (const [role, word] of [
      ['credit_partner', 'portal-secret'],
      ['credit_partner_owner', 'owner-secret'],
    ]) {
      const client = new Client({
        connectionString: `postgres://${role}:${word}@${host}/credit_partner`,
      })
      await client.connect()
      const { rows } = await client.query('select current_user as role')
      await client.end()
      expect(rows).toEqual([{ role }])
    }
  },
)

it('the store gets the buckets that the portal asks for', async () => {
  const server = await startS3Server()
  onTestFinished(() => server.close())
  const keys = {
    AWS_ACCESS_KEY_ID: serverKeys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
  }
  const [program, ...args] = serviceOf(onS3, 'buckets').command ?? []
  const here = (text: string) => text.replace('https://objects:9000', server.endpoint)
  expect(program).toBe('node')
  await run(process.execPath, args.map(here), { env: keys })
  const environment = fillAll(serviceOf(onS3, 'portal').environment)
  const STORAGE = here(environment['STORAGE'] ?? '')
  const uploads = await mkdtemp(join(tmpdir(), 'portal-compose-'))
  onTestFinished(() => rm(uploads, { recursive: true }))
  const env = parseEnv({ ...written, ...keys, STORAGE, UPLOADS_DIR: uploads })
  const storage = await openRawStorage(env, pino({ level: 'silent' }))
  await storage.check()
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

it.skipIf(!hasOpenssl)('the store gets a certificate that the portal believes, once', async () => {
  const certificates = await mkdtemp(join(tmpdir(), 'portal-certificate-'))
  onTestFinished(() => rm(certificates, { recursive: true }))
  const script = (serviceOf(onS3, 'certificate').command?.[0] ?? '')
    .replaceAll('/certificate', certificates)
    // Only a container's root may.
    .replaceAll(/^chown .*$/gm, '')
  await run('sh', ['-euc', script])
  const read = (name: string) => readFile(join(certificates, name))
  const [key, cert] = [await read('private.key'), await read('public.crt')]
  await run('sh', ['-euc', script])
  expect(await read('private.key')).toEqual(key)

  const server = createServer({ key, cert }, (socket) => socket.end())
  onTestFinished(() => void server.close())
  const port = await listen(server)
  const socket = connect({ host: '127.0.0.1', port, servername: 'objects', ca: cert })
  await once(socket, 'secureConnect')
  expect(socket.authorized).toBe(true)
  socket.destroy()
})
