import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { OwnFile } from '@shared/files'
import type { ReviewStatus } from '@shared/review'

type Person = Pick<CurrentUser, 'status' | 'statusAt' | 'createdAt' | 'question' | 'pauses'>

/**
 * The state of an application: the one answer from which every part of the page takes its words, so
 * that they never contradict each other.
 *
 * - `loading`: under review; what was sent is not known yet
 * - `asked`: under review, and we wait for an answer
 * - `replace`: under review, and a document has to be replaced
 * - `prove`: under review, and nothing proves the person's credit
 * - `check`: proof is being looked at
 * - `decide`: all proof was approved, the person was not decided about
 */
export type Phase =
  'loading' | 'asked' | 'replace' | 'prove' | 'check' | 'decide' | 'approved' | 'rejected'

interface Proof {
  files: OwnFile[]
  logins: OwnCredential[]
}

export interface ApplicationStatus {
  phase: Phase
  /** Documents that were rejected and are needed all the same. */
  toReplace: OwnFile[]
  /** Under review with nothing that proves their credit, and no document to replace. */
  lacksProof: boolean
  /** Proof of the person's credit, for all that was decided about it. */
  proof: Proof
  /** The part of it that is in review. */
  waiting: Proof
  /** Start of the review of what is there, had the clock never been paused. */
  since: Date
}

/** Undefined is what was not loaded yet. */
export function getApplicationStatus(
  user: Person,
  files: OwnFile[] | undefined,
  logins: OwnCredential[] | undefined,
): ApplicationStatus {
  const toReplace = (files ?? []).filter((file) => isToReplace(user, file))
  const proof = {
    files: (files ?? []).filter(isNotRejected),
    logins: (logins ?? []).filter(isNotRejected),
  }
  const waiting = { files: proof.files.filter(isPending), logins: proof.logins.filter(isPending) }
  const sent = [
    ...proof.files.map(({ uploadedAt }) => uploadedAt),
    ...proof.logins.map(({ sharedAt }) => sharedAt),
  ].map((at) => Date.parse(at))
  // Back at 'pending', the review began again; proof that came later, it began with that.
  const begun = Date.parse(user.statusAt ?? user.createdAt)
  const started = Math.max(begun, sent.length > 0 ? Math.min(...sent) : 0)
  const since = new Date(started + pausedAfter(started, user.pauses))
  const lacksProof =
    user.status === 'pending' &&
    files !== undefined &&
    logins !== undefined &&
    toReplace.length === 0 &&
    sent.length === 0

  return { phase: findPhase(), toReplace, lacksProof, proof, waiting, since }

  function findPhase(): Phase {
    if (user.status !== 'pending') return user.status
    if (!files || !logins) return 'loading'
    if (user.question) return 'asked'
    if (toReplace.length > 0) return 'replace'
    if (lacksProof) return 'prove'
    return waiting.files.length + waiting.logins.length > 0 ? 'check' : 'decide'
  }
}

/** For how long we waited for the person since then, in milliseconds. */
function pausedAfter(start: number, pauses: CurrentUser['pauses'] = []): number {
  const lengths = pauses.map(({ from, to }) => Date.parse(to) - Math.max(Date.parse(from), start))
  return lengths.reduce((sum, length) => sum + Math.max(length, 0), 0)
}

interface Reviewed {
  status: ReviewStatus
}
const isPending = ({ status }: Reviewed) => status === 'pending'
const isNotRejected = ({ status }: Reviewed) => status !== 'rejected'

/** After a decision about the person, only proof rejected since then is needed again. */
function isToReplace(
  user: Pick<CurrentUser, 'status' | 'statusAt'>,
  file: Pick<OwnFile, 'status' | 'statusAt'>,
): boolean {
  if (file.status !== 'rejected' || user.status === 'rejected') return false
  if (user.status === 'pending') return true
  return Date.parse(file.statusAt ?? '') > Date.parse(user.statusAt ?? '')
}

/**
 * Whether the decision on the application covers what was sent before it: no one reviews it any more,
 * though no one has decided about it by itself.
 */
export function isCoveredByDecision(
  user: Pick<CurrentUser, 'status' | 'statusAt'>,
  item: { status: ReviewStatus; sentAt: string },
): boolean {
  const isWaiting = item.status === 'pending' && user.status !== 'pending'
  return (
    isWaiting && (user.statusAt === null || Date.parse(item.sentAt) <= Date.parse(user.statusAt))
  )
}
