import type { Request, RequestHandler } from 'express'
import { tooManyRequests, uploadGaveWay } from '../errors'
import { getLimitKey } from './client-address'
import { countRecentCalls } from './recent-calls'

interface SlotLimits {
  perAddress: number
  /** The others are kept for people with a session. */
  withoutSession: number
  total: number
  /** From then on an upload can be told from one that only begins. */
  judgedAfterMs: number
  /** So fast that it will be done soon, and gives no place away. */
  fastBytesPerSecond: number
  /** Uploads that an address may begin within minutes and still be calm. */
  calmUploads: number
}

const slotLimits: SlotLimits = {
  perAddress: 3,
  withoutSession: 12,
  total: 16,
  judgedAfterMs: 2_000,
  fastBytesPerSecond: 500_000,
  calmUploads: 6,
}

const markMs = 1_000
/** Speeds are of so many marks, so that a fast beginning doesn't count for long. */
const keptMarks = 5

interface Mark {
  at: number
  bytes: number
}

interface Slot {
  req: Request
  address: string
  hasSession: boolean
  /** How much had come, every second; the newest last. */
  marks: Mark[]
  takenAt: number
  isReceived: boolean
  giveWay: () => void
}

/** Makes room for an upload, or throws 429, and then receives it. */
type UploadSlots = (receive: RequestHandler) => RequestHandler

/**
 * Uploads at once, in this process. When all places are taken, the slowest upload gives its place to
 * whoever comes: it is answered 503, and what had come of it is dropped. So uploads that trickle in keep
 * no one else out, and one over a weak line gets through unless everyone else is faster. Those of
 * addresses that begin one after another go first, however new they are, and take no place of anyone
 * calmer: else they could drive everyone out by coming back. `factor` multiplies the numbers.
 */
export function createUploadSlots(factor: number, limits: SlotLimits = slotLimits): UploadSlots {
  const taken = new Set<Slot>()
  const recent = countRecentCalls(limits.calmUploads * factor)
  const scaled = (count: number) => Math.max(1, Math.round(count * factor))

  function makeRoom(address: string, hasSession: boolean): void {
    const all = [...taken]
    if (all.filter((slot) => slot.address === address).length >= scaled(limits.perAddress)) {
      throw tooManyRequests(2, 'uploadsAtOnce')
    }
    const others = all.filter((slot) => !slot.hasSession)
    const areOthersMany = !hasSession && others.length >= scaled(limits.withoutSession)
    if (all.length < scaled(limits.total) && !areOthersMany) return
    const [first] = findWhoMayGiveWay(areOthersMany ? others : all, recent.isCalm(address))
    if (!first) throw tooManyRequests(2, 'uploadsAtOnce')
    first.giveWay()
  }

  /** The first to go first. */
  function findWhoMayGiveWay(slots: readonly Slot[], toCalm: boolean): Slot[] {
    const judgedBefore = performance.now() - limits.judgedAfterMs
    const ranked = slots
      .filter(({ isReceived }) => !isReceived)
      .map((slot) => ({
        slot,
        isBusy: !recent.isCalm(slot.address),
        isOld: slot.takenAt <= judgedBefore,
        speed: measureSpeed(slot),
      }))
      .filter(({ isBusy, isOld, speed }) => {
        const isSlow = isOld && speed < limits.fastBytesPerSecond
        return toCalm ? isBusy || isSlow : isBusy && isSlow
      })
    return ranked
      .toSorted(
        (one, other) => Number(other.isBusy) - Number(one.isBusy) || one.speed - other.speed,
      )
      .map(({ slot }) => slot)
  }

  return (receive) => (req, res, next) => {
    // Gone while its session was looked up: its 'close' is past, and would free nothing.
    if (req.socket.destroyed) return
    const address = getLimitKey(req)
    const hasSession = req.user !== undefined
    makeRoom(address, hasSession)
    recent.add(address)

    let hasGivenWay = false
    const slot: Slot = {
      req,
      address,
      hasSession,
      marks: [markNow(req)],
      takenAt: performance.now(),
      isReceived: false,
      giveWay() {
        hasGivenWay = true
        leave()
        // For the parser it is as if the client had gone: it lets go of the body, and of its file.
        req.emit('aborted')
        next(uploadGaveWay())
      },
    }
    const timer = setInterval(() => {
      slot.marks = [...slot.marks.slice(1 - keptMarks), markNow(req)]
    }, markMs)
    const leave = () => {
      clearInterval(timer)
      taken.delete(slot)
    }
    taken.add(slot)
    res.once('close', leave)
    void receive(req, res, (error?: unknown) => {
      slot.isReceived = true
      if (!hasGivenWay) next(error)
    })
  }
}

const markNow = ({ socket }: Request): Mark => ({
  at: performance.now(),
  bytes: socket.bytesRead,
})

/** Bytes in a second. */
function measureSpeed({ req, marks }: Slot): number {
  const now = markNow(req)
  const [first = now] = marks
  return ((now.bytes - first.bytes) * 1_000) / Math.max(1, now.at - first.at)
}
