import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { RawAnswer } from './raw-http'

/** A connection to a portal; what comes back is read and dropped, and no error ends the test. */
export async function openSocket(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  return socket
}

/**
 * Sends bytes that no HTTP client would, and reads until the portal hangs up. With `halfClose` the
 * sender says first that nothing more will come. No answer at all is an empty list.
 */
export async function sendBytes(
  origin: string,
  bytes: Buffer | string,
  { halfClose = false }: { halfClose?: boolean } = {},
): Promise<RawAnswer[]> {
  const socket = await openSocket(origin)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // Not `once`, which would reject on the error that comes before.
  const isClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  if (halfClose) socket.end(bytes)
  else socket.write(bytes)
  await isClosed
  return readAnswers(Buffer.concat(chunks))
}

/** Bodies end where their Content-Length says, or with the connection. */
function readAnswers(received: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = received
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const head = rest.toString('latin1', 0, headEnd < 0 ? rest.length : headEnd)
    const [statusLine = '', ...lines] = head.split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0)
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.split(':', 1).join().toLowerCase(),
        line.replace(/^[^:]*:\s*/, ''),
      ]),
    )
    const bodyAt = headEnd < 0 ? rest.length : headEnd + 4
    // An interim answer (100 Continue) has no body.
    const length = status < 200 ? 0 : Number(headers['content-length'] ?? rest.length - bodyAt)
    const body = rest.subarray(bodyAt, bodyAt + length)
    rest = rest.subarray(bodyAt + length)
    answers.push({ status, headers, body, json: () => JSON.parse(body.toString('utf8')) })
  }
  return answers
}
