import type { Ctx, EventSource } from '../../ctx'
import type { Queryable } from '../../db/client'
import { profileGaps } from '../profile-completion/profile-completion'
import { describeSender, isMailConfigured } from '../mail/find-sender'
import { isForAdministrator, needOf, type Obstacles } from './need-of'
import { canRenewLink } from './policy'
import {
  linkOf,
  presentListedMatch,
  presentMeeting,
  presentOwnMatch,
  presentSide,
  presentTodaysMeeting,
  roomOf,
} from './presenter'
import { openToken } from './write-match'
import {
  countOffers,
  getMatch,
  getMatchByToken,
  getPresentMatch,
  listMatchesById,
  listOpenMatches,
  listTodaysMeetings,
  type FoundMatch,
  type MatchRow,
} from './queries'
import { findLetterHold, findUnreached } from './written-letters'
import { shownMatch } from './shown-match'
import { readSettings } from './settings'
import { listSuggestions } from './suggest-pairs'
import { canUndo } from './undo-step'

const mostOfEach = 50

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The matches that are the administrator's turn, those that wait for people, and pairs that could be introduced. */
export async function readDesk(ctx: Ctx) {
  const { db, env } = ctx
  const now = new Date()
  const open = await listOpenMatches(db)
  const obstaclesOf = await findObstacles(ctx, idsOf(open))
  const { needsYou, waitingForThem } = sortOpen(open, obstaclesOf, now)
  return {
    needsYou: await listMatches(db, needsYou, obstaclesOf, now),
    waitingForThem: await listMatches(db, waitingForThem, obstaclesOf, now),
    suggestions: await listSuggestions(db, env),
    isMailConfigured: await isMailConfigured(db, env),
  }
}

type Reading = Pick<Ctx, 'db' | 'sealer'>

/** The obstacles to each match's meeting. */
export async function findObstacles({ db, sealer }: Reading, ids: readonly number[]) {
  const unreached = await findUnreached(db, ids)
  const { room } = await readSettings({ db, sealer })
  return (match: MatchRow): Obstacles => ({
    unreached: unreached.get(match.id),
    hasRoom: roomOf(match, { sealer, room }) !== null,
  })
}
type ObstaclesOf = Awaited<ReturnType<typeof findObstacles>>

/** Open matches by whose turn it is, what is due first at the top. */
function sortOpen(open: readonly MatchRow[], obstaclesOf: ObstaclesOf, now: Date) {
  const due = open
    .flatMap((match) => {
      const need = needOf(match, now, obstaclesOf(match))
      return need ? [{ id: match.id, need }] : []
    })
    .toSorted((left, right) => ((left.need.due ?? '') < (right.need.due ?? '') ? -1 : 1))
  return {
    needsYou: due.filter(({ need }) => isForAdministrator(need)).map(({ id }) => id),
    waitingForThem: due.filter(({ need }) => !isForAdministrator(need)).map(({ id }) => id),
  }
}

/** How many introductions are the administrator's turn. */
export async function countNeedsYou(portal: Reading): Promise<number> {
  const open = await listOpenMatches(portal.db)
  const obstaclesOf = await findObstacles(portal, idsOf(open))
  return sortOpen(open, obstaclesOf, new Date()).needsYou.length
}

export async function readTodaysMeetings({ db, sealer }: Reading) {
  const { room } = await readSettings({ db, sealer })
  return (await listTodaysMeetings(db)).map((row) => presentTodaysMeeting(row, { sealer, room }))
}

async function listMatches(
  db: Queryable,
  ids: readonly number[],
  obstaclesOf: ObstaclesOf,
  now: Date,
) {
  const shown = ids.slice(0, mostOfEach)
  const rows = new Map((await listMatchesById(db, shown)).map((row) => [row.id, row]))
  return shown.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentListedMatch(row, now, obstaclesOf(row.match))] : []
  })
}

/** All of a match, for the administrator. Throws 404 without it. */
export async function readMatch(ctx: Ctx, id: number) {
  const { db, env, sealer } = ctx
  const found = await getMatch(db, id)
  const { match, partner, entrepreneur, basedOn } = found
  const now = new Date()
  const { leavesAt, haveLeft } = await findLetterHold(db, match)
  const gaps = await profileGaps(db, env, [partner.id])
  const obstaclesOf = await findObstacles(ctx, [id])
  const { room } = await readSettings(ctx)
  const token = openToken(sealer, match)
  return {
    ...presentListedMatch(found, now, obstaclesOf(match)),
    basedOn,
    offeredTimes: match.offeredTimes,
    endsAt: match.endsAt,
    room: { link: roomOf(match, { sealer, room }), isOwn: match.sealedLink !== null },
    sides: {
      partner: {
        ...presentSide(found, 'partner'),
        phoneNumber: partner.phoneNumber,
        timeZone: partner.timeZone,
        isRecordingAllowed: partner.isRecordingAllowed,
        approvedAt: partner.statusAt,
        missing: gaps.get(partner.id) ?? [],
      },
      entrepreneur: entrepreneur && {
        ...presentSide(found, 'entrepreneur'),
        phoneNumber: entrepreneur.phoneNumber,
        timeZone: entrepreneur.timeZone,
        isRecordingAllowed: match.recordsEntrepreneur,
      },
    },
    link: token && linkOf(env.publicOrigin, token),
    canRenewLink: canRenewLink(match),
    canUndo: canUndo(match, haveLeft, now),
    mailsLeaveAt: leavesAt,
  }
}

/** A partner's match as they see it; null without one. */
export async function readOwnMatch(ctx: Ctx) {
  const found = await getPresentMatch(ctx.db, ctx.by.id)
  return found && presentOwnMatch(...(await readSeen(ctx, found)))
}

/** The entrepreneur's side, by the token of their link; null when the link is dead. */
export async function readMeeting(
  ctx: Ctx<EventSource>,
  { tokenHash, isProven }: { tokenHash: string; isProven: boolean },
) {
  const found = await getMatchByToken(ctx.db, tokenHash)
  if (!found) return null
  const [shown, seen] = await readSeen(ctx, found)
  return presentMeeting(shown, { ...seen, isProven })
}

/** A match as its people see it, and the facts that their page shows beside it. */
async function readSeen<Found extends FoundMatch>(
  { db, sealer, env }: Pick<Ctx, 'db' | 'sealer' | 'env'>,
  found: Found,
) {
  const now = new Date()
  const { room, minutes } = await readSettings({ db, sealer })
  const offers = await countOffers(db, { partnerId: found.partner.id, isTold: true })
  const shown = { ...found, match: shownMatch(found.match, now) }
  const from = (await describeSender(db, env))?.from ?? null
  return [shown, { sealer, room, env, from, around: { offers, minutes, now } }] as const
}
