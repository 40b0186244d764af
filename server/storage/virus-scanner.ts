import { connect } from 'node:net'
import { addAbortSignal } from 'node:stream'
import type { Logger } from 'pino'

/** `unavailable`: clamd is away, too slow, or says that it could not scan. */
type ScanResult = 'clean' | 'unavailable' | { signature: string }

export interface VirusScanner {
  scan(content: Buffer, timeoutMs: number): Promise<ScanResult>
}

const maxReply = 4_096
const maxSignature = 100

/** Asks clamd, at `tcp://host:port` or `unix:/path`, in its INSTREAM protocol. Null without a URL. */
export function createVirusScanner(url: string | undefined, logger: Logger): VirusScanner | null {
  if (!url) return null
  const address = parseAddress(url)
  return {
    async scan(content, timeoutMs) {
      try {
        return readResult(await ask(address, content, timeoutMs))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        logger.warn({ reason }, 'a virus check could not be made')
        return 'unavailable'
      }
    },
  }
}

/** Whether it scans at all, which a document that it can't handle doesn't tell. */
export const isScanning = async (scanner: VirusScanner, timeoutMs: number): Promise<boolean> =>
  (await scanner.scan(Buffer.from('A document.'), timeoutMs)) === 'clean'

type Address = { path: string } | { host: string; port: number }

function parseAddress(url: string): Address {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

async function ask(address: Address, content: Buffer, timeoutMs: number): Promise<string> {
  const socket = addAbortSignal(AbortSignal.timeout(timeoutMs), connect(address))
  try {
    // The command; the content after its length; a length of zero.
    socket.write('zINSTREAM\0')
    socket.write(encodeLength(content.length))
    socket.write(content)
    socket.write(encodeLength(0))
    let reply = ''
    for await (const part of socket) {
      reply += String(part)
      if (reply.endsWith('\0') || reply.length > maxReply) break
    }
    return reply
  } finally {
    socket.destroy()
  }
}

/** In four bytes, the highest first. */
function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Throws on any reply it does not understand, so that nothing is mistaken for clean. */
function readResult(reply: string): ScanResult {
  if (reply === 'stream: OK\0') return 'clean'
  const [, found] = /^stream: ([^\0]+) FOUND\0$/.exec(reply) ?? []
  if (!found) throw new Error(`clamd answered: ${printable(reply) || 'nothing'}`)
  return { signature: printable(found) }
}

const printable = (text: string) => text.replace(/[^ -~]/g, '').slice(0, maxSignature)
