import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { runFsck } from '@tests/support/portal/run-fsck'
import {
  callPortal,
  checksum,
  type AcknowledgedPartner,
  type PortalCaller,
} from '@tests/support/portal/portal-caller'
import {
  startPortalProcess,
  testAdmin,
  type PortalProcess,
} from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import type { ObjectStore } from './engines/object-store'
import type { Check, Tell } from './table'

/** A portal on the embedded Postgres, with its documents in the real object store. */
export async function checkPortalOnStore(store: ObjectStore, tell: Tell): Promise<void> {
  const portal = await startPortalProcess({ ...store.settings, LOG_LEVEL: 'warn' })
  const caller = callPortal(portal.origin)
  try {
    const partner = await signUp(caller)
    tell(await checkReading(caller, partner))
    tell(await checkReplacing(caller, partner))
    tell(await checkFull(caller, store))
    tell(await checkSound(portal))
    tell(await checkDeleting(caller, store, partner))
    tell({ what: 'its answers', found: caller.complaints.join('; ') || 'as promised' })
  } finally {
    await portal.stop()
  }
}

async function checkReading(caller: PortalCaller, { file, cookie }: AcknowledgedPartner) {
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  const whole = await caller.send('GET', path, { cookie })
  const part = await caller.send('GET', path, { cookie, range: 'bytes=10-19' })
  const isSame = whole?.status === 200 && checksum(whole.bytes) === file.sha256
  const isPart = part?.status === 206 && whole?.bytes.subarray(10, 20).equals(part.bytes) === true
  return check('a document is shown whole and in parts', isSame && isPart)
}

async function checkReplacing(caller: PortalCaller, partner: AcknowledgedPartner) {
  const { file, cookie } = partner
  const next = samples.pdf({ text: randomUUID(), size: 300_000 })
  await caller.send('POST', `/api/reupload/${file.id}`, { cookie, file: next })
  const shows = async (sha256: string) =>
    await caller.holds({ ...partner, file: { ...file, fileName: next.name, sha256 } })
  const isReplaced = await shows(checksum(next.bytes))
  const admin = await logIn(caller)
  await caller.send('POST', `/api/admin/files/${file.id}/restore`, { cookie: admin })
  const isRestored = await caller.holds(partner)
  return check('it is replaced, and what was there before is restored', isReplaced && isRestored)
}

/** The gateway looks at what is kept only now and then. */
async function checkFull(caller: PortalCaller, store: ObjectStore): Promise<Check> {
  store.limitBytes(4_096)
  const before = await store.buckets.list()
  let found = 'never refused'
  for (let turn = 0; turn < 60; turn += 1) {
    const answer = await caller.send('POST', '/api/upload', { file: newDocument() })
    if (answer?.status === 507) {
      found = `${answer.status} ${JSON.stringify(answer.json)}`
      break
    }
    await delay(500)
  }
  const after = await store.buckets.list()
  store.limitBytes(null)
  const since = after.length - before.length
  let isWell = false
  for (let turn = 0; turn < 60 && !isWell; turn += 1) {
    isWell = (await caller.upload(newDocument())) !== null
    if (!isWell) await delay(500)
  }
  const what = 'a quota that is reached refuses uploads, and lets them in when it is gone'
  return {
    what,
    found: `${found}; ${since} objects came before; ${isWell ? 'well' : 'not well'} after`,
  }
}

async function checkSound(portal: PortalProcess): Promise<Check> {
  const { exitCode, output } = await runFsck(portal)
  return { what: 'fsck', found: exitCode === 0 ? 'sound' : output.replaceAll('\n', ' ') }
}

async function checkDeleting(
  caller: PortalCaller,
  store: ObjectStore,
  { file }: AcknowledgedPartner,
): Promise<Check> {
  const cookie = await logIn(caller)
  await caller.send('DELETE', `/api/admin/files/${file.id}`, { cookie })
  let left: string[] = []
  for (let turn = 0; turn < 100; turn += 1) {
    left = (await store.buckets.list()).filter((name) => name.includes(file.uploadKey))
    if (left.length === 0) break
    await delay(100)
  }
  return check('of a deleted document nothing is left in either bucket', left.length === 0)
}

const newDocument = () => samples.pdf({ text: randomUUID(), size: 20_000 })

async function signUp(caller: PortalCaller): Promise<AcknowledgedPartner> {
  const partner = await caller.signUp()
  if (!partner) throw new Error('No one could sign up.')
  return partner
}

async function logIn(caller: PortalCaller): Promise<string> {
  const cookie = await caller.logIn(testAdmin)
  if (!cookie) throw new Error('The administrator could not log in.')
  return cookie
}

const check = (what: string, holds: boolean): Check => ({ what, found: holds ? 'holds' : 'broken' })
