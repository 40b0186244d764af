import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawFreePort } from '@server/free-port'
import { createBuckets, type Buckets } from '@tests/support/storage/s3-buckets'
import { listMissing, runProgram, startProgram, until, type Program } from './program'

const daemons = 3
const user = 'portal'

/** Debian's ceph-mon, ceph-osd and radosgw, with three copies of everything. */
export interface ObjectStore {
  /** Settings of a portal that keeps its documents there. */
  settings: Record<string, string>
  buckets: Buckets
  /** The same for another portal: two portals share no buckets. */
  withNewBuckets(): Promise<ObjectStore>
  killDaemon(): Promise<void>
  bringDaemonBack(): Promise<void>
  killGateway(): Promise<void>
  bringGatewayBack(): Promise<void>
  /** How much the portal's user may keep; null: as much as there is room for. */
  limitBytes(most: number | null): void
  stop(): Promise<void>
}

export const missingForObjectStore = () =>
  listMissing(['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'monmaptool'])

export async function startObjectStore(labFolder: string): Promise<ObjectStore> {
  const folder = join(labFolder, 'ceph')
  mkdirSync(join(folder, 'mon'), { recursive: true })
  const ports = [await drawFreePort(), await drawFreePort(), await drawFreePort()] as const
  const conf = writeSettings(folder, ports)
  const endpoint = `http://127.0.0.1:${ports[2]}`
  const ceph = (...args: string[]) => runProgram(['ceph', '-c', conf, ...args])
  const start = (name: string, ...command: string[]) =>
    startProgram({ folder, name, command: [...command, '-c', conf] })
  const running = new Map<string, Program>()

  const startMonitor = () => running.set('mon', start('mon', 'ceph-mon', '-i', 'a', '-f'))
  const startDaemon = (id: number) =>
    running.set(`osd.${id}`, start(`osd.${id}`, 'ceph-osd', '-i', String(id), '-f'))
  const startGateway = () => running.set('rgw', start('rgw', 'radosgw', '-n', 'client.rgw', '-f'))
  const areUp = () => (ceph('osd', 'dump').match(/^osd\.\d+ up/gm) ?? []).length === daemons
  const gatewayAnswers = async () => (await fetch(endpoint)).ok

  async function stop(): Promise<void> {
    for (const name of ['rgw', 'osd.0', 'osd.1', 'osd.2', 'mon']) await running.get(name)?.end()
  }

  try {
    const address = `[v2:127.0.0.1:${ports[0]},v1:127.0.0.1:${ports[1]}]`
    const map = join(folder, 'monmap')
    runProgram(['monmaptool', '--create', '--fsid', fsidOf(folder), '--addv', 'a', address, map])
    runProgram(['ceph-mon', '-c', conf, '-i', 'a', '--mkfs', '--monmap', map])
    startMonitor()
    await until('the monitor answers', () => ceph('mon', 'stat') !== '')
    for (let id = 0; id < daemons; id += 1) {
      const uuid = randomUUID()
      mkdirSync(join(folder, `osd.${id}`))
      ceph('osd', 'new', uuid, String(id))
      runProgram(['ceph-osd', '-c', conf, '-i', String(id), '--mkfs', '--osd-uuid', uuid])
      startDaemon(id)
    }
    await until('the daemons are up', areUp)
    ceph('config', 'set', 'mon', 'auth_allow_insecure_global_id_reclaim', 'false')
    const keys = {
      accessKeyId: randomBytes(10).toString('hex'),
      secretAccessKey: randomBytes(20).toString('hex'),
    }
    const admin = (...args: string[]) => runProgram(['radosgw-admin', '-c', conf, ...args])
    admin(
      'user',
      'create',
      `--uid=${user}`,
      `--display-name=${user}`,
      `--access-key=${keys.accessKeyId}`,
      `--secret-key=${keys.secretAccessKey}`,
    )
    startGateway()
    await until('the gateway answers', gatewayAnswers)
    const withNewBuckets = async (): Promise<ObjectStore> => {
      const buckets = await createBuckets({ endpoint, keys })
      return { ...store, settings: { ...store.settings, STORAGE: buckets.text }, buckets }
    }
    const buckets = await createBuckets({ endpoint, keys })
    const store: ObjectStore = {
      settings: {
        STORAGE: buckets.text,
        AWS_ACCESS_KEY_ID: keys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
      },
      buckets,
      withNewBuckets,
      killDaemon: async () => running.get('osd.1')?.kill(),
      async bringDaemonBack() {
        startDaemon(1)
        await until('all daemons are up again', areUp)
      },
      killGateway: async () => running.get('rgw')?.kill(),
      async bringGatewayBack() {
        startGateway()
        await until('the gateway answers again', gatewayAnswers)
      },
      limitBytes(most) {
        const scope = [`--uid=${user}`, '--quota-scope=user']
        if (most === null) admin('quota', 'disable', ...scope)
        else {
          admin('quota', 'set', ...scope, `--max-size=${most}`)
          admin('quota', 'enable', ...scope)
        }
      },
      stop,
    }
    return store
  } catch (error) {
    await stop()
    throw error
  }
}

function fsidOf(folder: string): string {
  const path = join(folder, 'fsid')
  if (!existsSync(path)) writeFileSync(path, randomUUID())
  return runProgram(['cat', path]).trim()
}

function writeSettings(folder: string, [v2, v1, s3]: readonly [number, number, number]): string {
  const settings = {
    fsid: fsidOf(folder),
    'mon host': `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`,
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    // RGW insists on an encrypted way to the monitor, which needs keys: without them it never starts.
    'ms mon client mode': 'crc',
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'run dir': folder,
    'crash dir': folder,
    'admin socket': `${folder}/$name.asok`,
    'log file': `${folder}/log/ceph-$name.log`,
    'mon data': `${folder}/mon`,
    'mon cluster log file': `${folder}/log/cluster.log`,
    'mon data avail warn': 3,
    'mon max pg per osd': 1000,
    'osd data': `${folder}/$name`,
    'osd pool default size': daemons,
    'osd pool default min size': 2,
    'osd pool default pg num': 8,
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': 0,
    'osd heartbeat interval': 1,
    'osd heartbeat grace': 6,
    'mon osd min down reporters': 1,
    'bluestore block size': 4 * 1024 ** 3,
    'bluestore cache autotune': false,
    'bluestore cache size': 64 * 1024 ** 2,
    // Without nodelay every small answer waits 40 ms.
    'rgw frontends': `beast endpoint=127.0.0.1:${s3} tcp_nodelay=1`,
    'rgw gc obj min wait': 60,
    'rgw gc processor period': 60,
    // A quota holds right away, not when the gateway next looks.
    'rgw user quota bucket sync interval': 1,
    'rgw bucket quota ttl': 1,
  }
  mkdirSync(join(folder, 'log'), { recursive: true })
  const path = join(folder, 'ceph.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(path, `[global]\n${lines.join('\n')}\n`)
  return path
}
