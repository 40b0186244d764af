import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeMemoryFolder } from '@tests/support/portal/memory-folder'
import { removeDataDir } from '@tests/support/portal/remove-data-dir'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start'

let dataDir: string
let server: EmbeddedPostgres

beforeEach(async () => {
  dataDir = await makeMemoryFolder('portal-embedded-')
  server = await startEmbeddedPostgres({ dataDir })
})
afterEach(async () => {
  await server.stop()
  await removeDataDir(dataDir)
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

it('the portal’s own role owns nothing, and comes to a data folder of an earlier version too', async () => {
  const path = join(dataDir, 'postgres.json')
  const { portal_worker: _, ...earlier } = JSON.parse(await fs.readFile(path, 'utf8'))
  const superuser = new URL('/postgres', server.url)
  superuser.username = 'postgres'
  superuser.password = earlier.superuser
  await query(superuser.href, 'DROP ROLE portal_worker')
  await server.stop()
  await fs.writeFile(path, JSON.stringify(earlier))

  server = await startEmbeddedPostgres({ dataDir })
  const { url, ownerUrl } = server
  expect(await query(ownerUrl, 'SELECT current_user::text')).toEqual(['portal'])
  expect(await query(url, 'SELECT current_user::text')).toEqual(['portal_worker'])
  await expect(query(url, 'CREATE TABLE mine (id int)')).rejects.toThrow('permission denied')
})
