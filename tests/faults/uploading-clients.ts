import { randomInt, randomUUID } from 'node:crypto'
import { maxFilesPerUser } from '@shared/file-kinds'
import { z } from '@shared/zod'
import type { PortalProcess } from '@tests/support/portal/portal-process'
import { samples, type Sample } from '@tests/support/samples/samples'
import { checksum, type PortalCaller } from '@tests/support/portal/portal-caller'
import { queryPortal } from './query-portal'

interface StoredContent {
  uploadKey: string
  sha256: string
}

interface OwnedFile extends StoredContent {
  id: number
  fileName: string
  email: string
  cookie: string
  /** Checksums of what was sent after the last acknowledged content, and got no answer. */
  unanswered: string[]
}

/** What the portal acknowledged since the last look. */
export interface Acknowledged {
  contents: StoredContent[]
  owned: OwnedFile[]
}

export const nothingYet = (): Acknowledged => ({ contents: [], owned: [] })

const listedFiles = z.array(z.object({ id: z.number(), uploadKey: z.string() }))

/** Big enough that some are killed in the middle. */
const newDocument = (): Sample =>
  samples.pdf({ text: randomUUID(), size: randomInt(2_000, 2_000_000) })

export async function upload(caller: PortalCaller, { contents }: Acknowledged) {
  const document = newDocument()
  const uploadKey = await caller.upload(document)
  if (!uploadKey) return null
  const stored = { uploadKey, sha256: checksum(document.bytes) }
  contents.push(stored)
  return { ...stored, fileName: document.name }
}

/** Signs up with a document, links two more, and then sends them again and again. */
export async function workAsPartner(
  caller: PortalCaller,
  signal: AbortSignal,
  acknowledged: Acknowledged,
): Promise<void> {
  const first = await upload(caller, acknowledged)
  const email = `${randomUUID()}@partner.example`
  const cookie = first && (await caller.register(first.uploadKey, email))
  if (!cookie) return
  const uploads = [first]
  while (!signal.aborted && uploads.length < maxFilesPerUser) {
    const linked = await uploadAndLink(caller, acknowledged, cookie)
    if (linked) uploads.push(linked)
  }
  const listed = await caller.send('GET', '/api/files', { cookie })
  if (listed?.status !== 200) return
  const owned = listedFiles.parse(listed.json).flatMap(({ id, uploadKey }) => {
    const found = uploads.find((one) => one.uploadKey === uploadKey)
    return found ? [{ ...found, id, email, cookie, unanswered: [] }] : []
  })
  acknowledged.owned.push(...owned)
  while (!signal.aborted) {
    const file = owned[randomInt(owned.length)]
    if (file) await sendAgain(caller, acknowledged, file)
  }
}

async function uploadAndLink(caller: PortalCaller, acknowledged: Acknowledged, cookie: string) {
  const uploaded = await upload(caller, acknowledged)
  if (!uploaded) return null
  const answer = await caller.send('POST', `/api/link-file/${uploaded.uploadKey}`, { cookie })
  return answer?.status === 200 ? uploaded : null
}

async function sendAgain(
  caller: PortalCaller,
  { contents }: Acknowledged,
  file: OwnedFile,
): Promise<void> {
  const document = newDocument()
  const sha256 = checksum(document.bytes)
  const path = `/api/reupload/${file.id}`
  const answer = await caller.send('POST', path, { cookie: file.cookie, file: document })
  if (answer?.status === 200) {
    contents.push({ uploadKey: file.uploadKey, sha256 })
    Object.assign(file, { sha256, unanswered: [] })
  } else {
    // No one knows whether it was kept.
    file.unanswered.push(sha256)
  }
}

const versionsSql = `select f.upload_key || ' ' || v.sha256 as name
  from file_versions v join files f on f.id = v.file_id`

/** How many earlier contents went because there were too many. */
const removedSql = `select f.upload_key as key,
    sum(cardinality(string_to_array(e.details ->> 'versions', ', '))) as removed
  from audit_events e join files f on e.object = 'file:' || f.id
  where e.action = 'file.contents-removed' group by f.upload_key`

/**
 * What was acknowledged and is not there: as a row, unless the trail says that so many had to go, and
 * for its owner as bytes. Whether every row has its bytes is for the fsck.
 */
export async function findLost(
  { contents, owned }: Acknowledged,
  caller: PortalCaller,
  portal: PortalProcess,
): Promise<string[]> {
  const rows = await queryPortal(portal, versionsSql)
  const known = new Set(rows.map(({ name }) => name))
  const removals = await queryPortal(portal, removedSql)
  const removed = new Map(removals.map((row) => [row['key'], Number(row['removed'])]))
  const lost: string[] = []
  for (const { uploadKey, sha256 } of contents) {
    if (known.has(`${uploadKey} ${sha256}`)) continue
    const left = removed.get(uploadKey) ?? 0
    if (left === 0) lost.push(`a content of ${uploadKey} is lost`)
    removed.set(uploadKey, Math.max(0, left - 1))
  }
  for (const file of owned) {
    const path = `/uploads/${file.uploadKey}/${file.fileName}`
    const answer = await caller.send('GET', path, { cookie: file.cookie })
    const shown = answer?.status === 200 ? checksum(answer.bytes) : `status ${answer?.status}`
    if (![file.sha256, ...file.unanswered].includes(shown)) lost.push(`${path} shows ${shown}`)
  }
  return lost
}
