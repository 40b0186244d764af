import { Agent, request, type IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'

export interface Call {
  method: 'GET' | 'HEAD' | 'PATCH' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  bytes: number
  /** Empty for large bodies: only their length is kept. */
  text: string
}

export interface Load {
  perSecond: number
  p50: number
  p99: number
  answered: number
}

export interface Target {
  port: number
  /** As the browser would send it: the portal checks where a call comes from. */
  headers: Record<string, string>
  agent: Agent
}

const keptTextBytes = 200_000

export const createTarget = (port: number, headers: Record<string, string>): Target => ({
  port,
  headers,
  agent: new Agent({ keepAlive: true, maxSockets: 64 }),
})

/** Sends one call and reads its whole answer. */
export function send(target: Target, call: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, path, body } = call
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const sent = request(
      {
        host: '127.0.0.1',
        port: target.port,
        agent: target.agent,
        method,
        path,
        headers: { ...target.headers, ...length, ...call.headers },
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= keptTextBytes) chunks.push(chunk)
        })
        response.once('error', reject)
        response.once('end', () => {
          const text = bytes <= keptTextBytes ? Buffer.concat(chunks).toString() : ''
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text })
        })
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/**
 * Keeps so many clients busy for so long, each with one call at a time. Throws at the first answer
 * with another status than expected.
 */
export async function drive(
  target: Target,
  options: { clients: number; milliseconds: number; nextCall: () => Call; status: number },
): Promise<Load> {
  // What has been idle since the last round may be closed by the server just now.
  target.agent.destroy()
  const times: number[] = []
  const began = performance.now()
  const end = began + options.milliseconds

  async function client() {
    while (performance.now() < end) {
      const call = options.nextCall()
      const sentAt = performance.now()
      const { status, text } = await send(target, call)
      if (status !== options.status) {
        throw new Error(`${call.method} ${call.path} answered ${status}: ${text.slice(0, 200)}`)
      }
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: options.clients }, client))
  const seconds = (performance.now() - began) / 1000

  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, sorted.length * share) | 0] ?? 0
  return {
    perSecond: sorted.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    answered: sorted.length,
  }
}
