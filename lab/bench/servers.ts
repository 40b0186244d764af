import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import bcrypt from 'bcrypt'
import { writePdf } from '@tests/support/samples/pdf-writer'
import {
  testAdmin,
  type PortalProcess,
  readStartCommand,
} from '@tests/support/portal/portal-process'
import { createTarget, send, type Target } from './drive'
import { buildUpload, type Stage } from './jobs'
import { measureStart, startPortals } from './portals'

export const serverNames = ['portal', 'bare', 'honest', 'stack'] as const
export type ServerName = (typeof serverNames)[number]

interface BenchServer {
  pids: number[]
  /** By who asks. */
  targets: Record<'administrator' | 'owner' | 'nobody', Target>
}

export interface Bench {
  /** The first one, where there are several. */
  portal: PortalProcess
  startMs: number
  servers: Record<ServerName, BenchServer>
  stage: Stage
  stop: () => Promise<void>
}

const bcryptCost = 12
const readDocument = writePdf(['The document that is read.'], 5 * 1024 ** 2)
/** Where the floors have it from. */
const documentFile = ({ folder }: PortalProcess) => join(folder, 'document.pdf')
const owner = { email: 'owner@bench.example', password: 'a long password for the bench' }

/** The portal in production mode and the floors, on one database, with the same sessions. */
export async function startServers(
  databaseUrl: string,
  people: number,
  { settings, processes }: { settings: Record<string, string>; processes: number },
): Promise<Bench> {
  const allSettings = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    BCRYPT_COST: String(bcryptCost),
    LIMITS: '1000000',
    LOG_LEVEL: 'info',
    ...settings,
  }
  const startMs = await measureStart(allSettings)
  // Its folders are new, the database is not.
  const portals = await startPortals({ ...allSettings, ACCEPT_FOLDERS: 'once' }, processes)
  const portal = portals.first
  const floors: ChildProcess[] = []
  try {
    await writeFile(documentFile(portal), readDocument)
    const { port, hostname } = new URL(portals.origin)
    const headers = { Host: `${hostname}:${port}`, Origin: portals.origin }
    const stage = await prepareStage(createTarget(Number(port), headers), people)
    const cookies = {
      administrator: await logIn(createTarget(Number(port), headers), testAdmin),
      owner: await logIn(createTarget(Number(port), headers), owner),
    }
    const at = (serverPort: number): BenchServer['targets'] => ({
      administrator: createTarget(serverPort, { ...headers, Cookie: cookies.administrator }),
      owner: createTarget(serverPort, { ...headers, Cookie: cookies.owner }),
      nobody: createTarget(serverPort, headers),
    })
    const startFloor = async (kind: Exclude<ServerName, 'portal'>) => {
      const floor = await spawnFloor(kind, portal, databaseUrl)
      floors.push(floor.process)
      return { pids: [floor.process.pid ?? 0], targets: at(floor.port) }
    }
    return {
      portal,
      startMs,
      stage,
      servers: {
        portal: { pids: portals.pids, targets: at(Number(port)) },
        bare: await startFloor('bare'),
        honest: await startFloor('honest'),
        stack: await startFloor('stack'),
      },
      async stop() {
        for (const floor of floors) floor.kill()
        await portals.stop()
      },
    }
  } catch (error) {
    for (const floor of floors) floor.kill()
    await portals.stop()
    throw error
  }
}

async function spawnFloor(kind: string, portal: PortalProcess, databaseUrl: string) {
  const folder = join(portal.folder, `floor-${kind}`)
  await mkdir(folder, { recursive: true })
  const { environment, nodeOptions } = await readStartCommand()
  const options = [...nodeOptions, '--import', 'tsx']
  const child = spawn(process.execPath, [...options, 'lab/bench/floor.ts', kind, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...environment,
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: portal.env['SESSION_SECRET'],
      FLOOR_DOCUMENT: documentFile(portal),
      FLOOR_HASH: await bcrypt.hash('another password', bcryptCost),
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The ${kind} floor ended at its start.`)))
    child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())))
  })
  return { process: child, port }
}

/** Someone with a document of five megabytes, who has come in as everyone does. */
async function prepareStage(target: Target, people: number): Promise<Stage> {
  const uploaded = await send(target, buildUpload(readDocument))
  const { uploadKey, fileName } = JSON.parse(uploaded.text)
  const registered = await send(target, {
    method: 'POST',
    path: '/api/register',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...owner,
      firstName: 'Olivia',
      lastName: 'Owner',
      phoneNumber: '303-555-0134',
      agreeToTerms: true,
      uploadKey,
    }),
  })
  if (registered.status !== 201) throw new Error(`Registration failed: ${registered.text}`)
  return {
    people,
    document: { path: `/uploads/${uploadKey}/${fileName}`, bytes: readDocument.length },
    login: owner,
  }
}

async function logIn(target: Target, login: { email: string; password: string }) {
  const answer = await send(target, {
    method: 'POST',
    path: '/api/login',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(login),
  })
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0]
  if (!cookie) throw new Error(`Login failed: ${answer.text}`)
  return cookie
}
