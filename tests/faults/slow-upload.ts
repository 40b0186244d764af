import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { checksum } from '@tests/support/portal/portal-caller'
import { samples } from '@tests/support/samples/samples'
import { filePart, multipart, multipartType } from '../hostile/attacker'

/** Sends half of an upload; the rest is sent when told. The key is empty when it was not answered. */
export async function beginUpload(origin: string) {
  const document = samples.pdf({ size: 200_000 })
  const body = multipart([filePart(document.name, document.bytes, document.type)])
  const sent = request(`${origin}/api/upload`, {
    method: 'POST',
    headers: { ...multipartType, 'Content-Length': body.length, Origin: origin },
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
