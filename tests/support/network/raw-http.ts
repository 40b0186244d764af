import { request, type Agent } from 'node:http'
import type { TestApp } from '@tests/support/portal/app'

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** The body as JSON. */
  json(): unknown
}

/** Sends exactly these bytes to exactly this path, neither parsed nor corrected on the way. */
export function sendRaw(
  app: Pick<TestApp, 'url' | 'origin'>,
  options: {
    method?: string
    path: string
    headers?: Record<string, string | string[]>
    body?: Buffer | string
    /** Connections that are kept; by default each request has one of its own. */
    connections?: Agent
    /** When false, the body is received and discarded, and the answer has an empty one. */
    keepsBody?: boolean
  },
): Promise<RawAnswer> {
  const { method = 'GET', path, headers = {}, body, connections, keepsBody = true } = options
  return new Promise((resolve, reject) => {
    const sent = request(
      app.url,
      { method, path, headers: { Origin: app.origin, ...headers }, agent: connections ?? false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => {
          if (keepsBody) chunks.push(chunk)
        })
        answer.on('error', reject)
        answer.on('end', () => {
          const received = Buffer.concat(chunks)
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: received,
            json: () => JSON.parse(received.toString('utf8')),
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
