import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { writeUpload, type Crowd } from './crowd'

const pieceMs = 100

/**
 * Sends an upload at such a speed, until the portal answers it, hangs up, or it is over. Returns the
 * status; 0 when there was none.
 */
export async function trickleUpload(
  { portal }: Pick<Crowd, 'portal'>,
  options: { address: string; bytesPerSecond: number; bytes: number; over: AbortSignal },
): Promise<number> {
  const { address, bytesPerSecond, bytes, over } = options
  const { headers, body } = writeUpload(bytes)
  const ended = new AbortController()
  let status = 0
  const sent = request(`${portal.origin.replace('localhost', '127.0.0.1')}/api/upload`, {
    method: 'POST',
    agent: false,
    headers: { Origin: portal.origin, 'X-Forwarded-For': address, ...headers },
  })
  sent.on('response', (answer) => {
    status = answer.statusCode ?? 0
    answer.resume()
    ended.abort()
  })
  sent.on('error', () => ended.abort())
  const closed = new Promise<void>((resolve) => sent.once('close', () => resolve()))
  const stop = AbortSignal.any([over, ended.signal])
  const pieceBytes = (bytesPerSecond * pieceMs) / 1_000
  for (let at = 0; !stop.aborted; at += pieceBytes) {
    if (at < body.length) sent.write(body.subarray(at, at + pieceBytes))
    await delay(pieceMs)
  }
  sent.destroy()
  await closed
  return status
}
