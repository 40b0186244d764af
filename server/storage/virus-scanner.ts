import { connect } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'

/** `unavailable`: clamd is away, too slow, or says that it could not scan. */
export type ScanResult = 'clean' | 'unavailable' | { signature: string }

export interface VirusScanner {
  /** Reads the content to its end and closes it. Throws only when the content cannot be read. */
  scan(content: Readable, timeoutMs: number): Promise<ScanResult>
}

const maxReply = 4_096
const maxSignature = 100

/** Asks clamd, at `tcp://host:port` or `unix:/path`, in its INSTREAM protocol. Null without a URL. */
export function createVirusScanner(url: string | undefined, logger: Logger): VirusScanner | null {
  if (!url) return null
  const address = parseAddress(url)
  return {
    async scan(content, timeoutMs) {
      let unreadable: Error | undefined
      content.once('error', (error) => {
        // Node's error for a stream that was abandoned before its end.
        if (error.name !== 'AbortError') unreadable = error
      })
      try {
        return readResult(await ask(address, content, timeoutMs))
      } catch (error) {
        if (unreadable) throw unreadable
        const reason = error instanceof Error ? error.message : String(error)
        logger.warn({ reason }, 'a virus check could not be made')
        return 'unavailable'
      }
    },
  }
}

type Address = { path: string } | { host: string; port: number }

function parseAddress(url: string): Address {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

async function ask(address: Address, content: Readable, timeoutMs: number): Promise<string> {
  const socket = addAbortSignal(AbortSignal.timeout(timeoutMs), connect(address))
  try {
    await pipeline(toFrames(content), socket, { end: false })
    let reply = ''
    for await (const part of socket) {
      reply += String(part)
      if (reply.endsWith('\0') || reply.length > maxReply) break
    }
    return reply
  } finally {
    content.destroy()
    socket.destroy()
  }
}

/** The command; each chunk after its length, four bytes, the highest first; a length of zero. */
async function* toFrames(content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const part of content) {
    const chunk = Buffer.from(part)
    yield encodeLength(chunk.length)
    yield chunk
  }
  yield encodeLength(0)
}

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
