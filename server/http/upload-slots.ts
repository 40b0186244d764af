import type { Request, RequestHandler } from 'express'
import { uploadEvicted } from '../errors'
import { getCaller } from './caller'
import { createFairQueue, scaleLimit, type Slot } from './fair-queue'

const slotLimits = {
  perAddress: 3,
  total: 16,
  /** Kept for people with a session. */
  reserved: 4,
  /** From then on an upload can be told from one that only begins. */
  judgedAfterMs: 2_000,
  /** So fast that it will be done soon, and is not evicted. */
  fastBytesPerSecond: 500_000,
  /** Uploads of an address within five minutes. */
  quota: 6,
}

const markMs = 1_000
/** Speeds are of so many marks, so that a fast beginning doesn't count for long. */
const keptMarks = 5

interface Mark {
  at: number
  bytes: number
}

interface Upload {
  req: Request
  address: string
  isReserved: boolean
  /** How much had come, every second; the newest last. */
  marks: Mark[]
  startedAt: number
  isReceived: boolean
  evict: () => void
}

/**
 * Bounds the uploads that this process receives at the same time; the excess answers 429. When no slot is free, the
 * newcomer evicts the slowest upload, which is answered 503 and dropped. So uploads that trickle in keep no one else
 * out, and one over a weak line gets through unless everyone else is faster. Uploads of addresses over their quota
 * are evicted first, however new they are, and evict none of the others: else they could drive everyone out by
 * coming back. `factor` multiplies the numbers.
 */
export function createUploadSlots(factor: number, limits = slotLimits) {
  const uploads = new Set<Upload>()
  const total = scaleLimit(limits.total, factor)
  const queue = createFairQueue({
    name: 'uploadsAtOnce',
    retryAfterSeconds: 2,
    slots: total,
    reservedSlots: total - scaleLimit(limits.total - limits.reserved, factor),
    runningPerKey: () => scaleLimit(limits.perAddress, factor),
    quota: scaleLimit(limits.quota, factor),
    evictRunning({ key, mayUseReserved }) {
      const inItsSlots = [...uploads].filter((upload) => mayUseReserved || !upload.isReserved)
      findEvictable(inItsSlots, queue.isWithinQuota(key))?.evict()
    },
  })

  function findEvictable(candidates: Upload[], byWithinQuota: boolean): Upload | undefined {
    const judgedBefore = performance.now() - limits.judgedAfterMs
    const [first] = candidates
      .filter(({ isReceived }) => !isReceived)
      .map((upload) => ({
        upload,
        isOverQuota: !queue.isWithinQuota(upload.address),
        isOld: upload.startedAt <= judgedBefore,
        speed: measureSpeed(upload),
      }))
      .filter(({ isOverQuota, isOld, speed }) => {
        const isSlow = isOld && speed < limits.fastBytesPerSecond
        return byWithinQuota ? isOverQuota || isSlow : isOverQuota && isSlow
      })
      .toSorted(
        (one, other) =>
          Number(other.isOverQuota) - Number(one.isOverQuota) || one.speed - other.speed,
      )
    return first?.upload
  }

  /** Receives an upload as soon as there is a slot for it. */
  return (receive: RequestHandler): RequestHandler =>
    (req, res, next) => {
      // Already disconnected; 'close' will not fire again.
      if (req.socket.destroyed) return
      const { address, hungUp, closed } = getCaller(req)

      const begin = ({ isReserved, release }: Slot) => {
        let isEvicted = false
        const upload: Upload = {
          req,
          address,
          isReserved,
          marks: [markNow(req)],
          startedAt: performance.now(),
          isReceived: false,
          evict() {
            isEvicted = true
            leave()
            // For the parser it is as if the client had gone: it releases the body and its file.
            req.emit('aborted')
            next(uploadEvicted())
          },
        }
        const timer = setInterval(() => {
          upload.marks = [...upload.marks.slice(1 - keptMarks), markNow(req)]
        }, markMs)
        const leave = () => {
          clearInterval(timer)
          uploads.delete(upload)
          release()
        }
        uploads.add(upload)
        void closed.then(leave)
        void receive(req, res, (error?: unknown) => {
          upload.isReceived = true
          if (!isEvicted) next(error)
        })
      }
      const mayUseReserved = req.user !== undefined
      queue.enter({ key: address, mayUseReserved, hungUp, begin, refuse: next })
    }
}

const markNow = ({ socket }: Request): Mark => ({
  at: performance.now(),
  bytes: socket.bytesRead,
})

/** Bytes in a second. */
function measureSpeed({ req, marks }: Upload): number {
  const now = markNow(req)
  const [first = now] = marks
  return ((now.bytes - first.bytes) * 1_000) / Math.max(1, now.at - first.at)
}
