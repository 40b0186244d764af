import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/client'
import { noteOutage, noteWorking } from '../../db/outages'
import { readQueues } from '../../db/read-queues'
import { standardOutput } from '../../http/log-output'
import type { FileStorage } from '../../storage/port'
import { getBackupTimes } from '../backups/queries'
import { countMissing } from '../files/missing-contents'
import type { Seen } from './judgements'
import { readKept } from './queries'

const diskMs = 2_000
const storageMs = 10_000

/** Rejects when the work takes longer: a disk of a network that is gone never answers. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController()
  const tooLate = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`No answer within ${ms} ms.`)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    tooLate.catch(() => undefined)
    timer.abort()
  }
}

interface Looked {
  db: Database
  storage: FileStorage
}

/** Not begun again while the last is pending: each call that a disk never answers takes a thread of few for good. */
function oneAtATime<Result>(look: (at: Looked) => Promise<Result>) {
  const pending = new WeakMap<FileStorage, Promise<Result>>()
  return (at: Looked): Promise<Result> => {
    const begun = pending.get(at.storage) ?? look(at).finally(() => void pending.delete(at.storage))
    pending.set(at.storage, begun)
    return begun
  }
}

const measureDisks = oneAtATime(({ storage }) => storage.measureDisks())
const countLost = oneAtATime((at) => countMissing(at))
const checkStorage = oneAtATime(({ storage }) => storage.check())

/** All that is judged. Asks the database and the disks, and no service: what those do was noted at real attempts. */
export async function lookAround({
  db,
  storage,
}: {
  db: Database
  /** Null where it can't be opened. */
  storage: FileStorage | null
}): Promise<Seen> {
  const [kept, queues, backup, disks, missing] = await Promise.all([
    readKept(db),
    readQueues(db),
    getBackupTimes(db),
    storage ? within(diskMs, measureDisks({ db, storage })).catch(() => []) : [],
    storage ? within(diskMs, countLost({ db, storage })).catch(() => 0) : 0,
  ])
  const linesLost = standardOutput.isFailing ? standardOutput.dropped : null
  return { ...kept, queues, backup, disks, missing, linesLost }
}

/** Takes note of whether contents can be written. */
export async function watchStorage({ db, storage }: Looked): Promise<void> {
  const isWell = await within(storageMs, checkStorage({ db, storage })).then(
    () => true,
    () => false,
  )
  await (isWell ? noteWorking : noteOutage)(db, 'storage')
}
