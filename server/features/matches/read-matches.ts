import type { Ctx, EventSource } from '../../ctx'
import type { Queryable } from '../../db/client'
import { profileGaps } from '../profile-completion/profile-completion'
import { describeSender, isMailConfigured } from '../mail/find-sender'
import { isForAdministrator, needOf } from './need-of'
import { canRenewLink } from './policy'
import {
  linkOf,
  presentListedMatch,
  presentMeeting,
  presentOwnMatch,
  presentSide,
} from './presenter'
import { openToken } from './write-match'
import {
  countOffers,
  getMatch,
  getMatchByToken,
  getPresentMatch,
  listMatchesById,
  listOpenMatches,
  type FoundMatch,
  type MatchRow,
} from './queries'
import { findLetterHold, findUnreached, type Unreached } from './written-letters'
import { shownMatch } from './shown-match'
import { readSettings } from './settings'
import { listSuggestions } from './suggest-pairs'
import { canUndo } from './undo-step'

const mostOfEach = 50

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The matches that are the administrator's turn, those that wait for people, and pairs that could be introduced. */
export async function readDesk({ db, env }: Ctx) {
  const now = new Date()
  const open = await listOpenMatches(db)
  const unreached = await findUnreached(db, idsOf(open))
  const { needsYou, waitingForThem } = sortOpen(open, unreached, now)
  return {
    needsYou: await listMatches(db, needsYou, unreached, now),
    waitingForThem: await listMatches(db, waitingForThem, unreached, now),
    suggestions: await listSuggestions(db, env),
    isMailConfigured: await isMailConfigured(db, env),
  }
}

/** Open matches by whose turn it is, what is due first at the top. */
function sortOpen(open: readonly MatchRow[], unreached: Unreached, now: Date) {
  const due = open
    .flatMap((match) => {
      const need = needOf(match, now, unreached.get(match.id))
      return need ? [{ id: match.id, need }] : []
    })
    .toSorted((left, right) => ((left.need.due ?? '') < (right.need.due ?? '') ? -1 : 1))
  return {
    needsYou: due.filter(({ need }) => isForAdministrator(need)).map(({ id }) => id),
    waitingForThem: due.filter(({ need }) => !isForAdministrator(need)).map(({ id }) => id),
  }
}

/** How many introductions are the administrator's turn. */
export async function countNeedsYou(db: Queryable): Promise<number> {
  const open = await listOpenMatches(db)
  const unreached = await findUnreached(db, idsOf(open))
  return sortOpen(open, unreached, new Date()).needsYou.length
}

async function listMatches(db: Queryable, ids: readonly number[], unreached: Unreached, now: Date) {
  const shown = ids.slice(0, mostOfEach)
  const rows = new Map((await listMatchesById(db, shown)).map((row) => [row.id, row]))
  return shown.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentListedMatch(row, now, unreached.get(row.id))] : []
  })
}

/** All of a match, for the administrator. Throws 404 without it. */
export async function readMatch({ db, env, sealer }: Ctx, id: number) {
  const found = await getMatch(db, id)
  const { match, partner, entrepreneur, basedOn } = found
  const now = new Date()
  const { leavesAt, haveLeft } = await findLetterHold(db, id)
  const gaps = await profileGaps(db, env, [partner.id])
  const unreached = await findUnreached(db, [id])
  const token = openToken(sealer, match)
  return {
    ...presentListedMatch({ ...found, id }, now, unreached.get(id)),
    basedOn,
    offeredTimes: match.offeredTimes,
    endsAt: match.endsAt,
    sides: {
      partner: {
        ...presentSide(found, 'partner'),
        phoneNumber: partner.phoneNumber,
        timeZone: partner.timeZone,
        isRecordingAllowed: partner.isRecordingAllowed,
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
