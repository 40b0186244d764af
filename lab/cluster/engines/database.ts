import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { drawFreePort } from '@server/free-port'
import { childrenOf } from '@tests/support/portal/portal-process'
import { nodeSettings, proxySettings, type Node } from './database-settings'
import { listMissing, runProgram, startProgram, until, type Program } from './program'

/** Postgres of three nodes, one of them the leader; a proxy leads to it. */
export interface Database {
  url: string
  /** Kills the node that leads, and waits until another one takes changes. */
  killLeader(): Promise<void>
  /** Brings back what was killed, and waits until all follow. */
  bringNodesBack(): Promise<void>
  stop(): Promise<void>
}

const nodeNames = ['pg1', 'pg2', 'pg3']

export const missingForDatabase = () =>
  listMissing(['patroni', 'etcd', 'haproxy', 'setpriv', '/usr/lib/postgresql/15/bin/postgres'])

/** Debian's Patroni, etcd, HAProxy and Postgres; what is acknowledged is on two nodes. */
export async function startDatabase(labFolder: string): Promise<Database> {
  const folder = join(labFolder, 'database')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const secrets = { superuser: newSecret(), replica: newSecret(), portal: newSecret() }
  const [etcdPort, peerPort] = [await drawFreePort(), await drawFreePort()]
  const leaderPort = await drawFreePort()
  const nodes: Node[] = []
  for (const name of nodeNames) {
    nodes.push({ name, postgresPort: await drawFreePort(), apiPort: await drawFreePort() })
  }
  const running = new Map<string, Program>()
  const superuserUrl = `postgres://postgres:${secrets.superuser}@127.0.0.1:${leaderPort}/postgres`

  const startNode = ({ name }: Node) =>
    running.set(
      name,
      startProgram({
        folder,
        name,
        command: asPostgres('patroni', join(folder, `${name}.yml`)),
      }),
    )
  async function findLeader(): Promise<Node | undefined> {
    for (const node of nodes) {
      const answer = await fetch(`http://127.0.0.1:${node.apiPort}/primary`).catch(() => null)
      if (answer?.ok) return node
    }
    return undefined
  }
  /** Patroni first, which would start its Postgres again. */
  async function killNode({ name }: Node): Promise<void> {
    await running.get(name)?.kill()
    running.delete(name)
    killPostgres(join(folder, name, 'data'))
  }
  // Patroni's servers outlive it.
  const killAll = () => {
    for (const { name } of nodes) killPostgres(join(folder, name, 'data'))
  }
  process.once('exit', killAll)

  const allFollow = async () => {
    const [row] = await ask(
      superuserUrl,
      `select count(*)::int as count, bool_or(sync_state = 'sync') as "isSafe"
       from pg_stat_replication where state = 'streaming'`,
    )
    return row?.['count'] === nodes.length - 1 && row['isSafe'] === true
  }

  async function stop(): Promise<void> {
    await running.get('proxy')?.end()
    const leader = await findLeader()
    const last = nodes.toSorted((one) => (one.name === leader?.name ? 1 : -1))
    for (const { name } of last) await running.get(name)?.end()
    await running.get('etcd')?.end()
    process.off('exit', killAll)
    killAll()
  }

  try {
    const uid = Number(runProgram(['id', '-u', 'postgres']))
    for (const node of nodes) {
      const path = join(folder, `${node.name}.yml`)
      writeFileSync(path, nodeSettings(folder, node, etcdPort, secrets), { mode: 0o600 })
      chownSync(path, uid, uid)
      mkdirSync(join(folder, node.name), { mode: 0o700 })
      chownSync(join(folder, node.name), uid, uid)
    }
    running.set('etcd', startEtcd(folder, etcdPort, peerPort))
    await until('etcd answers', async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`)).ok)
    for (const node of nodes) startNode(node)
    const proxyFile = join(folder, 'haproxy.cfg')
    writeFileSync(proxyFile, proxySettings(nodes, leaderPort))
    running.set(
      'proxy',
      startProgram({ folder, name: 'proxy', command: ['haproxy', '-db', '-f', proxyFile] }),
    )
    await until('a node leads', async () => (await ask(superuserUrl, 'select 1')).length === 1, 90)
    await ask(superuserUrl, `create role portal login createdb password '${secrets.portal}'`)
    await ask(superuserUrl, 'create database portal owner portal')
    await until('all nodes follow', allFollow, 90)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `postgres://portal:${secrets.portal}@127.0.0.1:${leaderPort}/portal`,
    async killLeader() {
      const leader = await findLeader()
      if (!leader) throw new Error('No node leads.')
      await killNode(leader)
      await until('another node leads', async () => {
        const [row] = await ask(superuserUrl, 'select not pg_is_in_recovery() as leads')
        return row?.['leads'] === true
      })
    },
    async bringNodesBack() {
      for (const node of nodes) if (!running.has(node.name)) startNode(node)
      await until('all nodes follow again', allFollow, 90)
    },
    stop,
  }
}

const newSecret = () => randomBytes(16).toString('hex')

const postgresUser =
  'setpriv --reuid postgres --regid postgres --init-groups env -i HOME=/ LANG=C.UTF-8 PATH=/usr/bin:/bin'

const asPostgres = (...command: string[]) => [...postgresUser.split(' '), ...command]

/** The server that works in a node's own folder, if one does, with all its processes. */
function killPostgres(data: string): void {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    if (readlinkSync(`/proc/${pid}/cwd`) !== data) return
    for (const one of [pid, ...childrenOf(pid)]) process.kill(one, 'SIGKILL')
  } catch {
    // There is none, or it has just ended.
  }
}

/** A connection of its own, as one that was open before leads to a node that is gone. */
async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

function startEtcd(folder: string, port: number, peerPort: number): Program {
  const [own, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  return startProgram({
    folder,
    name: 'etcd',
    command: [
      'etcd',
      '--name=etcd1',
      `--data-dir=${join(folder, 'etcd')}`,
      '--logger=zap',
      '--log-level=warn',
      `--listen-client-urls=${own}`,
      `--advertise-client-urls=${own}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=etcd1=${peers}`,
    ],
  })
}
