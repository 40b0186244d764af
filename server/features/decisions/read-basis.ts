import { sql } from 'drizzle-orm'
import type { Concern } from '@shared/concerns'
import type { DecisionKind } from '@shared/decisions'
import { mimeTypes } from '@shared/file-kinds'
import type { DecisionBasis, Finding, ReviewStatus } from '@shared/review'
import { lowScoreBelow } from '@shared/score-marks'
import type { FoundScore } from '@shared/scores'
import type { Queryable } from '../../db/client'
import { isUndecided } from '../../db/review'
import { credentialVersion, monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { creditScores } from '../../db/schema/scores'
import { users } from '../../db/schema/users'
import { consentTo } from '../consents/queries'
import { listTheirs, proposeScore, isSamePerson } from '../scores/propose-score'
import { findOtherAccounts } from './duplicate-signs'

type Scored = Pick<FoundScore, 'score' | 'model' | 'reportDate' | 'nameOnReport'>

interface Person extends Record<string, unknown> {
  id: number
  firstName: string
  lastName: string
  confirmed: Scored | null
  canCall: boolean
}

interface Document extends Record<string, unknown> {
  id: number
  userId: number | null
  name: string
  type: string
  status: ReviewStatus
  isReadable: boolean
  isOpen: boolean
  version: string
  isOpened: boolean
  sharedBy: number
  uploadedAt: string
  scores: FoundScore[] | null
}

interface Login extends Record<string, unknown> {
  id: number
  userId: number | null
  name: string
  status: ReviewStatus
  isOpen: boolean
  version: string
  isOpened: boolean
}

/** Finds what decisions about these people, documents or logins rest on, and what speaks against approving each. */
export async function readBases(
  db: Queryable,
  kind: DecisionKind,
  ids: readonly number[],
): Promise<Map<number, DecisionBasis>> {
  if (kind === 'credential') {
    const logins = await listLogins(db, { ids })
    return new Map(logins.map((login) => [login.id, alone(concernsOfLogins([login]))]))
  }
  const documents = await listDocuments(db, kind === 'file' ? { ids } : { userIds: ids })
  if (kind === 'file') {
    const owners = documents.flatMap(({ userId }) => userId ?? [])
    const people = new Map((await listPeople(db, owners)).map((person) => [person.id, person]))
    return new Map(
      documents.map((one) => {
        const owner = people.get(one.userId ?? 0)
        const score = owner ? findScore([one], owner)?.score : null
        return [one.id, alone([...concernsOfScore(score), ...concernsOfDocuments([one], owner)])]
      }),
    )
  }
  const logins = await listLogins(db, { userIds: ids })
  const others = await findOtherAccounts(db, ids)
  const bases = (await listPeople(db, ids)).map((person) => {
    const isTheirs = ({ userId }: { userId: number | null }) => userId === person.id
    const basis = basisOf(person, documents.filter(isTheirs), logins.filter(isTheirs))
    const same = others.filter(({ id }) => id === person.id)
    basis.concerns.push(...concern('same-person', same, ({ name }) => name))
    return [person.id, basis] as const
  })
  return new Map(bases)
}

const alone = (concerns: Concern[]): DecisionBasis => ({
  settles: null,
  finding: null,
  concerns,
})

function basisOf(person: Person, documents: Document[], logins: Login[]): DecisionBasis {
  const files = documents.filter(({ isOpen, isReadable }) => isOpen && isReadable)
  const credentials = logins.filter(({ isOpen }) => isOpen)
  // A document that was rejected on its own says nothing any more, neither its score nor its name.
  const counted = documents.filter(({ status, isOpen }) => status !== 'rejected' || isOpen)
  const found = findScore(counted, person)
  const isSeen = documents.some(({ id, isOpened }) => id === found?.fileId && isOpened)
  const seen = ({ id, version }: Document | Login) => ({ id, version })
  const isTaken = found !== null && isSeen && person.confirmed === null
  const known = person.confirmed ?? found
  return {
    settles: {
      files: files.map(seen),
      credentials: credentials.map(seen),
      score: isTaken ? { fileId: found.fileId, score: found.score } : null,
    },
    finding: {
      score: known?.score ?? null,
      model: known?.model ?? null,
      reportDate: known?.reportDate ?? null,
      isNameRead: Boolean(known?.nameOnReport),
      proof: nameProof(counted, logins),
      canCall: person.canCall,
    },
    concerns: [
      ...concernsOfScore(known?.score),
      ...concernsOfDocuments(counted, person),
      ...concernsOfLogins(credentials),
    ],
  }
}

/** The most readable kind of proof that they sent. */
function nameProof(documents: readonly Document[], logins: readonly Login[]): Finding['proof'] {
  const types = new Set(documents.map(({ type }) => type))
  if (types.has(mimeTypes.pdf)) return 'report'
  if (types.has(mimeTypes.docx) || types.has(mimeTypes.doc)) return 'word'
  if (types.size > 0) return 'photo'
  return logins.length > 0 ? 'login' : 'none'
}

/** The score that is proposed of what was read, by the rules of the panel. */
function findScore(documents: readonly Document[], person: Person) {
  const found = documents.flatMap(({ id, scores, uploadedAt }) =>
    (scores ?? []).map((one) => ({ ...one, fileId: id, uploadedAt: new Date(uploadedAt) })),
  )
  return proposeScore(listTheirs(found, person))
}

const concernsOfScore = (score: number | null | undefined): Concern[] =>
  score !== null && score !== undefined && score < lowScoreBelow
    ? [{ kind: 'low-score', about: String(score), count: 1 }]
    : []

function concernsOfDocuments(documents: readonly Document[], owner: Person | undefined): Concern[] {
  const others = documents.flatMap(({ scores }) =>
    (scores ?? []).flatMap(({ nameOnReport }) =>
      nameOnReport && owner && !isSamePerson(nameOnReport, owner) ? [nameOnReport] : [],
    ),
  )
  const shared = documents.toSorted((one, other) => other.sharedBy - one.sharedBy)
  const unopened = documents.filter(({ isOpen, isOpened }) => isOpen && !isOpened)
  return [
    ...concern('name-differs', others, (name) => name),
    ...concern(
      'shared-document',
      shared.filter(({ sharedBy }) => sharedBy > 0),
      ({ name }) => name,
    ).map((found) => ({ ...found, count: shared[0]?.sharedBy ?? 0 })),
    ...concern('unopened-document', unopened, ({ name }) => name),
  ]
}

const concernsOfLogins = (logins: readonly Login[]): Concern[] =>
  concern(
    'unopened-login',
    logins.filter(({ isOpened }) => !isOpened),
    ({ name }) => name,
  )

function concern<Found>(
  kind: Concern['kind'],
  found: readonly Found[],
  nameOf: (one: Found) => string,
): Concern[] {
  const [first] = found
  return first === undefined ? [] : [{ kind, about: nameOf(first), count: found.length }]
}

async function listPeople(db: Queryable, ids: readonly number[]): Promise<Person[]> {
  const { rows } = await db.execute<Person>(sql`
    select users.id, first_name as "firstName", last_name as "lastName", coalesce(${consentTo('calls')}, false) as "canCall",
      (select json_build_object('score', s.score, 'model', s.model, 'reportDate', s.report_date,
        'nameOnReport', s.name_on_report) from ${creditScores} s where s.user_id = users.id) as confirmed
    from ${users} where users.id = any(${sql.param(ids)}::int[])`)
  return rows
}

type Wanted = { ids: readonly number[] } | { userIds: readonly number[] }

const isWanted = (wanted: Wanted) =>
  'ids' in wanted
    ? sql`id = any(${sql.param(wanted.ids)}::int[])`
    : sql`user_id = any(${sql.param(wanted.userIds)}::int[])`

/** The documents as they are now: whether the administrator opened this content, and who else sent the same bytes. */
async function listDocuments(db: Queryable, wanted: Wanted): Promise<Document[]> {
  const { rows } = await db.execute<Document>(sql`
    with f as materialized (select * from files where ${isWanted(wanted)})
    select f.id, f.user_id as "userId", f.file_name as name, f.file_type as type, f.status, f.sha256 as version,
      f.quarantine is null as "isReadable", ${isUndecided('file', sql`f`)} as "isOpen", uploaded.at as "uploadedAt", r.scores,
      exists (select from audit_events e where e.object = 'file:' || f.id and e.action = 'file.opened'
        and e.at >= uploaded.at) as "isOpened",
      (select count(distinct other.user_id) from file_versions same
        join files other on other.id = same.file_id and other.sha256 = same.sha256
        where same.sha256 = f.sha256 and other.user_id <> coalesce(f.user_id, 0))::int as "sharedBy"
    from f
    cross join lateral (select coalesce(max(v.created_at), f.created_at) as at from file_versions v
      where v.file_id = f.id and v.sha256 = f.sha256 and v.reason <> 'restore') uploaded
    left join file_versions shown on shown.storage_key = f.storage_key
    left join file_readings r on r.version_id = shown.id and r.state = 'done'
    order by f.id desc`)
  return rows
}

async function listLogins(db: Queryable, wanted: Wanted): Promise<Login[]> {
  const { rows } = await db.execute<Login>(sql`
    select id, user_id as "userId", service_name as name, status, ${credentialVersion} as version,
      ${isUndecided('credential', sql`monitoring_credentials`)} as "isOpen",
      coalesce(last_opened_at >= coalesce(corrected_at, created_at), false) as "isOpened"
    from ${monitoringCredentials} where ${isWanted(wanted)} order by id`)
  return rows
}
