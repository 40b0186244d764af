import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { checksum } from '@tests/support/portal/portal-caller'
import { samples } from '@tests/support/samples/samples'

/** Sends half of an upload; the rest is sent when told. The key is empty when it was not answered. */
export async function beginUpload(origin: string) {
  const document = samples.pdf({ size: 200_000 })
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${document.name}"\r\n`
  const body = Buffer.concat([
    Buffer.from(`${head}Content-Type: ${document.type}\r\n\r\n`),
    document.bytes,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const sent = request(`${origin}/api/upload`, {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': body.length,
      Origin: origin,
    },
    agent: false,
  })
  const answered = new Promise<string>((resolve) => {
    sent.once('response', (answer) => void text(answer).then(resolve))
    sent.once('error', () => resolve(''))
  })
  await new Promise<void>((resolve) => sent.write(body.subarray(0, 100_000), () => resolve()))
  return async () => {
    sent.end(body.subarray(100_000))
    const [, uploadKey = ''] = /"uploadKey":"([\w-]+)"/.exec(await answered) ?? []
    return { uploadKey, sha256: checksum(document.bytes) }
  }
}
