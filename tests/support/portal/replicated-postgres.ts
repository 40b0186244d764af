import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { drawFreePort } from '@server/free-port'
import { holdCluster, makeCluster, type HeldPostgres } from './held-postgres'

/** A primary of its own, and a replica that streams from it. */
export interface ReplicatedPostgres {
  /** The roles of the primary's empty database. */
  url: string
  ownerUrl: string
  /** The portal's role on the replica. */
  replicaUrl: string
  replica: HeldPostgres
  /** Asks the replica as its superuser. */
  askReplica(statement: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const { dataDir, url, ownerUrl } = await makeCluster()
  const copy = await mkdtemp(join(tmpdir(), 'portal-replica-'))
  const cluster = await copyCluster(dataDir, copy)
  const primary = await holdCluster(dataDir, ownerUrl)

  const { superuser }: { superuser: string } = JSON.parse(
    await readFile(join(dataDir, 'postgres.json'), 'utf8'),
  )
  await writeFile(join(cluster, 'standby.signal'), '')
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  const port = await drawFreePort()
  const replicaUrl = withPort(url, port)
  const source = `host=127.0.0.1 port=${new URL(url).port} user=postgres password=${superuser}`
  const replica = await holdCluster(copy, replicaUrl, [
    '-D',
    cluster,
    '-p',
    String(port),
    '-c',
    `primary_conninfo=${source}`,
  ])
  const superuserUrl = `postgresql://postgres:${superuser}@127.0.0.1:${port}/portal`
  return {
    url,
    ownerUrl,
    replicaUrl,
    replica,
    async askReplica(statement) {
      const client = new Client({ connectionString: superuserUrl })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(statement)).rows
      } finally {
        await client.end()
      }
    },
    async stop() {
      await replica.stop()
      await primary.stop()
    },
  }
}

/**
 * A stopped cluster once more, next to its real folder: a system user that runs it reaches no other folder.
 * Returns the copy's folder, to which `postgres` in `copy` leads.
 */
async function copyCluster(dataDir: string, copy: string): Promise<string> {
  const source = await realpath(join(dataDir, 'postgres'))
  const isElsewhere = source !== join(await realpath(dataDir), 'postgres')
  const cluster = isElsewhere ? `${source}-replica` : join(copy, 'postgres')
  // With its owner, and the modes that Postgres insists on.
  execFileSync('cp', ['-a', source, cluster])
  if (isElsewhere) await symlink(cluster, join(copy, 'postgres'))
  return cluster
}

function withPort(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  return url.href
}
