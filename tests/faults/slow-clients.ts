import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPortalProcess, type PortalProcess } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { haveHeld, type Fault } from './fault'
import { callPortal, type PortalCaller } from '@tests/support/portal/portal-caller'
import { listTemporaries, openFilesUnder } from '@tests/support/portal/stored-files'
import { within } from '../hostile/withstand'

const slotsPerAddress = 6
const silenceMs = 30_000
/** Node gives what it could not write a second period. */
const unreadMs = 2 * silenceMs

interface Scene {
  portal: PortalProcess
  caller: PortalCaller
  uploadsDir: string
  report: (line: string) => void
}

/** A client that sends this much of an upload, goes on in its own way, and must be hung up on in time. */
interface SlowClient {
  name: string
  sends: string
  goesOn?: (socket: Socket) => void
  /** What the portal promises, and the moment that noticing may take. */
  endsWithinMs: number
}

const halfHead = `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n`
const halfUpload =
  `${halfHead}Content-Type: multipart/form-data; boundary=b\r\n\r\n` +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 '

const slowClients: SlowClient[] = [
  { name: 'half a head', sends: halfHead, endsWithinMs: 15_000 + 5_000 },
  { name: 'half a document, then nothing', sends: halfUpload, endsWithinMs: silenceMs + 5_000 },
  {
    name: 'a byte a second',
    sends: halfUpload,
    goesOn: (socket) => {
      const timer = setInterval(() => socket.write('x'), 1_000)
      socket.once('close', () => clearInterval(timer))
    },
    endsWithinMs: 60_000 + 5_000,
  },
]

export const slowUploads: Fault = {
  name: 'slow-clients',
  what: 'half a head, silence in the middle, a byte a second, a reader that reads nothing',
  run: (report) =>
    withPortal(report, async (scene) => {
      const problems: string[] = []
      for (const client of slowClients) problems.push(...(await keepWaiting(scene, client)))
      problems.push(...(await readNothing(scene)))
      return problems
    }),
}

export const abortedUploads: Fault = {
  name: 'aborted-uploads',
  what: 'uploads broken off in the middle: places, descriptors and temporaries come back',
  run: (report, times = 30) =>
    withPortal(report, async (scene) => {
      for (let round = 0; round < times; round += 1) {
        const socket = await connectTo(scene.portal)
        const length = Math.floor(Math.random() * halfUpload.length * 2)
        socket.write(halfUpload.padEnd(halfUpload.length * 2, 'x').slice(0, length))
        await delay(Math.random() * 20)
        if (round % 2) socket.destroy()
        else socket.resetAndDestroy()
      }
      scene.report(`${times} uploads were broken off`)
      return []
    }),
}

async function withPortal(
  report: (line: string) => void,
  check: (scene: Scene) => Promise<string[]>,
): Promise<boolean> {
  // A place among the uploads that is not given back shows at a factor of 1.
  const portal = await startPortalProcess({ LIMITS: '1' })
  try {
    const caller = callPortal(portal.origin)
    const uploadsDir = join(portal.folder, 'uploads')
    const scene = { portal, caller, uploadsDir, report }
    const problems = [...(await check(scene)), ...(await isAsBefore(scene)), ...caller.complaints]
    return haveHeld(problems, report)
  } finally {
    await portal.stop()
  }
}

async function keepWaiting(scene: Scene, client: SlowClient): Promise<string[]> {
  const { caller, portal, report } = scene
  const problems: string[] = []
  const startedAt = Date.now()
  const lasted = Array.from({ length: slotsPerAddress }, async () => {
    const socket = await connectTo(portal)
    socket.write(client.sends)
    client.goesOn?.(socket)
    await Promise.race([
      once(socket, 'close'),
      delay(2 * client.endsWithinMs, null, { ref: false }),
    ])
    return Date.now() - startedAt
  })
  await delay(500)
  // Others are served in the meantime.
  if ((await caller.send('GET', '/api/mail-status'))?.status !== 200) {
    problems.push(`${client.name}: nobody else was served`)
  }
  const longest = Math.max(...(await Promise.all(lasted)))
  report(`${client.name}: ended after ${(longest / 1000).toFixed(1)} s`)
  if (longest > client.endsWithinMs) problems.push(`${client.name}: ended too late`)
  return problems
}

/** More than the system buffers for a connection, asked for and then left lying. */
async function readNothing({ caller, portal, report }: Scene): Promise<string[]> {
  const file = samples.pdf({ size: 10 * 1024 ** 2 })
  const partner = await caller.signUp(file)
  if (!partner) return ['nobody could sign up']
  const startedAt = Date.now()
  const socket = (await connectTo(portal)).pause()
  const path = `/uploads/${partner.file.uploadKey}/${partner.file.fileName}`
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${partner.cookie}\r\n\r\n`)
  while ((await isConnected(socket)) && Date.now() - startedAt < 2 * unreadMs) await delay(100)
  const lasted = Date.now() - startedAt
  socket.destroy()
  report(`a reader that reads nothing: ended after ${(lasted / 1000).toFixed(1)} s`)
  return lasted > unreadMs + 5_000 ? ['a reader that reads nothing was ended too late'] : []
}

/** Whether the portal still has this connection: one who reads nothing is not told of its end. */
async function isConnected({ localPort = 0, remotePort = 0 }: Socket): Promise<boolean> {
  const [client, server] = [localPort, remotePort].map((port) =>
    port.toString(16).toUpperCase().padStart(4, '0'),
  )
  const established = new RegExp(String.raw`:${server} \w+:${client} 01 `)
  const tables = ['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8'))
  return (await Promise.all(tables)).some((table) => established.test(table))
}

/** Every place among the uploads is free, and nothing is left open or lying about. */
async function isAsBefore({ caller, portal, uploadsDir }: Scene): Promise<string[]> {
  const problems: string[] = []
  const isClean = async () => {
    const open = await openFilesUnder(portal.process.pid ?? 0, uploadsDir)
    return open.length === 0 && (await listTemporaries(uploadsDir)).length === 0
  }
  if (!(await within(10_000, isClean))) problems.push('descriptors or temporaries were left')
  const all = Array.from({ length: slotsPerAddress }, () => caller.upload(samples.pdf()))
  const refused = (await Promise.all(all)).filter((key) => key === null).length
  if (refused > 0) problems.push(`${refused} places among the uploads were not given back`)
  return problems
}

async function connectTo(portal: PortalProcess): Promise<Socket> {
  const { port } = new URL(portal.origin)
  const socket = connect(Number(port), 'localhost')
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  return socket
}
