import type { Sample } from '@tests/support/samples/samples'
import type { Agent } from './agents'

/** The bytes of a document, as its owner gets them. */
export async function downloadFile(
  owner: Agent,
  file: { uploadKey: string; fileName: string },
): Promise<Buffer> {
  const path = `/uploads/${file.uploadKey}/${encodeURIComponent(file.fileName)}`
  const { body } = await owner.get(path).responseType('blob').expect(200)
  return Buffer.from(body)
}

export const reuploadFile = (owner: Agent, id: number, sample: Sample) =>
  owner.post(`/api/reupload/${id}`).attach('file', sample.bytes, sample.name)
