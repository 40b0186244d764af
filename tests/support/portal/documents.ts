import type { Sample } from '@tests/support/samples/samples'
import type { FileStorage } from '@server/storage/port'
import { countIncoming } from '@server/storage/incoming'
import { countPlaced } from '@server/http/receive-file'
import type { Agent } from './agents'

/** How many uploads are being received now, or are being checked. */
export const countUploads = async ({ storage }: { storage: FileStorage }) =>
  countPlaced() + (await countIncoming(storage))

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
