import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SystemUser } from '@server/db/embedded/runner'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@server/db/embedded/start'
import { makeMemoryFolder } from './memory-folder'
import { withClient } from './postgres'
import { removeDataDir } from './remove-data-dir'

/** The values of all rows in one list. */
export const valuesOf = (url: string, text: string, values: unknown[] = []): Promise<unknown[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<unknown[]>({ text, values, rowMode: 'array' })
    return rows.flat()
  })

/** What holds of the embedded Postgres in whichever way it is run; all of it on one cluster. */
export function itKeepsADatabase(findUser: () => SystemUser | undefined = () => undefined): void {
  let dataDir: string
  let server: EmbeddedPostgres
  const start = () => startEmbeddedPostgres({ dataDir, systemUser: findUser() })
  const modeOf = async (name: string) => (await fs.stat(join(dataDir, name))).mode & 0o777

  beforeAll(async () => {
    dataDir = await makeMemoryFolder('portal-embedded-')
    server = await start()
  })
  afterAll(async () => {
    await server.stop()
    await removeDataDir(dataDir)
  })

  it('keeps data and passwords to their owner and listens on this machine only', async () => {
    const { url, ownerUrl } = server
    expect(await modeOf('postgres')).toBe(0o700)
    for (const name of ['postgres.json', 'postgres.log']) expect(await modeOf(name)).toBe(0o600)
    expect(await valuesOf(url, 'SHOW listen_addresses')).toEqual(['127.0.0.1'])
    expect(await valuesOf(url, 'SHOW fsync')).toEqual(['on'])
    expect(await valuesOf(url, 'SHOW is_superuser')).toEqual(['off'])
    await expect(valuesOf(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
    await valuesOf(ownerUrl, 'CREATE TABLE people (email text UNIQUE)')
    const twice = valuesOf(ownerUrl, 'INSERT INTO people VALUES ($1), ($1)', ['rosa@example.com'])
    await expect(twice).rejects.toThrow('duplicate key')
    const log = await fs.readFile(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).not.toContain('rosa@example.com')
  })

  it('offers the extensions of the schema, for letters of every script', async () => {
    const { ownerUrl } = server
    await valuesOf(ownerUrl, 'CREATE EXTENSION pg_trgm')
    await valuesOf(ownerUrl, 'CREATE EXTENSION citext')
    expect(await valuesOf(ownerUrl, "SELECT 'ÉMILE'::citext = 'émile'")).toEqual([true])
    expect(await valuesOf(ownerUrl, "SELECT cardinality(show_trgm('Жанна'))")).toEqual([6])
  })

  it('refuses a second start over the same folder and leaves the first alone', async () => {
    await expect(start()).rejects.toThrow(`already running with the data folder ${dataDir}`)
    expect(await valuesOf(server.url, 'SELECT 1')).toEqual([1])
  })

  it('is found by commands while it runs, and has its data after a restart', async () => {
    await valuesOf(server.ownerUrl, "CREATE TABLE notes AS SELECT 'kept' AS text")
    expect(server).toMatchObject((await findEmbeddedPostgres({ dataDir })) ?? { url: 'none' })
    await server.stop()
    expect(await findEmbeddedPostgres({ dataDir })).toBeUndefined()
    server = await start()
    expect(await valuesOf(server.ownerUrl, 'SELECT text FROM notes')).toEqual(['kept'])
  })

  it('gives the portal a role that owns nothing, in a data folder of an earlier version too', async () => {
    const path = join(dataDir, 'postgres.json')
    const { portal_worker: _, ...earlier } = JSON.parse(await fs.readFile(path, 'utf8'))
    const superuser = new URL('/postgres', server.url)
    superuser.username = 'postgres'
    superuser.password = earlier.superuser
    await valuesOf(superuser.href, 'DROP ROLE portal_worker')
    await server.stop()
    await fs.writeFile(path, JSON.stringify(earlier))

    server = await start()
    const { url, ownerUrl } = server
    expect(await valuesOf(ownerUrl, 'SELECT current_user::text')).toEqual(['portal'])
    expect(await valuesOf(url, 'SELECT current_user::text')).toEqual(['portal_worker'])
    await expect(valuesOf(url, 'CREATE TABLE mine (id int)')).rejects.toThrow('permission denied')
  })

  it('says why it does not start', async () => {
    await server.stop()
    await fs.appendFile(join(dataDir, 'postgres/postgresql.conf'), 'no_such_setting = 1\n')
    const starting = start()
    await expect(starting).rejects.toThrow('unrecognized configuration parameter "no_such_setting"')
    await expect(starting).rejects.not.toThrow('already running')
  })
}
