import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Crowd } from './crowd'

const pieceMs = 100
const boundary = 'x-trickle-x'
const head =
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n` +
  'Content-Type: application/pdf\r\n\r\n%PDF-1.4 '

/** Sends an upload of 9 MB at such a speed, until the portal answers it, hangs up, or it is over. */
export async function trickleUpload(
  { portal }: Pick<Crowd, 'portal'>,
  options: { address: string; bytesPerSecond: number; over: AbortSignal },
): Promise<number> {
  const { address, bytesPerSecond, over } = options
  const ended = new AbortController()
  let status = 0
  const sent = request(`${portal.origin.replace('localhost', '127.0.0.1')}/api/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      Origin: portal.origin,
      'X-Forwarded-For': address,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': 9_000_000,
    },
  })
  sent.on('response', (answer) => {
    status = answer.statusCode ?? 0
    answer.resume()
    ended.abort()
  })
  sent.on('error', () => ended.abort())
  const closed = new Promise<void>((resolve) => sent.once('close', () => resolve()))
  sent.write(head)
  const stop = AbortSignal.any([over, ended.signal])
  while (!stop.aborted) {
    sent.write(Buffer.alloc((bytesPerSecond * pieceMs) / 1_000, 'x'))
    await delay(pieceMs)
  }
  sent.destroy()
  await closed
  return status
}
