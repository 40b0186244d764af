import type { ListedMatch, Match, MatchDesk, Meeting, OwnMatch } from '@shared/matches'
import type { Queryable } from '../../db/client'
import { notFound } from '../../errors'
import { profileGaps } from '../profile-completion/profile-completion'
import { isMailConfigured, type MailDeps } from '../mail/find-sender'
import { isForAdministrator, needOf } from './need-of'
import { presentListedMatch, presentMatch, presentMeeting, presentOwnMatch } from './presenter'
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
import { findUnreached, type Unreached } from './find-unreached'
import { findLetterHold } from './written-letters'
import { shownMatch } from './shown-match'
import { readSettings } from './settings'
import { listSuggestions } from './suggest-pairs'
import { canUndo } from './undo-step'

const mostOfEach = 50

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** What the administrator does next, who is waited for, and which pairs could be introduced. */
export async function readDesk(db: Queryable, { env }: MailDeps): Promise<MatchDesk> {
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

async function listMatches(
  db: Queryable,
  ids: readonly number[],
  unreached: Unreached,
  now: Date,
): Promise<ListedMatch[]> {
  const shown = ids.slice(0, mostOfEach)
  const rows = new Map((await listMatchesById(db, shown)).map((row) => [row.id, row]))
  return shown.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentListedMatch(row, now, unreached.get(row.id))] : []
  })
}

/** All of a match, for the administrator. Throws 404 without it. */
export async function readMatch(db: Queryable, deps: MailDeps, id: number): Promise<Match> {
  const { env, sealer } = deps
  const found = await getMatch(db, id)
  if (!found) throw notFound()
  const now = new Date()
  const { leavesAt, haveLeft } = await findLetterHold(db, id)
  const gaps = await profileGaps(db, env, [found.partner.id])
  return presentMatch(found, {
    sealer,
    publicOrigin: env.publicOrigin,
    missing: gaps.get(found.partner.id) ?? [],
    canUndo: canUndo(found.match, haveLeft, now),
    mailsLeaveAt: leavesAt,
    unreached: (await findUnreached(db, [id])).get(id) ?? [],
    now,
  })
}

/** A partner's match as they see it; null without one. */
export async function readOwnMatch(
  db: Queryable,
  deps: MailDeps,
  partnerId: number,
): Promise<OwnMatch | null> {
  const found = await getPresentMatch(db, partnerId)
  return found && presentOwnMatch(...(await readSeen(db, deps, found)))
}

/** The entrepreneur's side, by the token of their link; null when the link is dead. */
export async function readMeeting(
  db: Queryable,
  deps: MailDeps,
  { tokenHash, isProven }: { tokenHash: string; isProven: boolean },
): Promise<Meeting | null> {
  const found = await getMatchByToken(db, tokenHash)
  if (!found) return null
  const [shown, seen] = await readSeen(db, deps, found)
  return presentMeeting(shown, { ...seen, isProven })
}

/** A match as its people see it, and what their page says beside it. */
async function readSeen<Found extends FoundMatch>(
  db: Queryable,
  { sealer }: MailDeps,
  found: Found,
) {
  const now = new Date()
  const { room } = await readSettings(db, sealer)
  const offers = await countOffers(db, { partnerId: found.partner.id, isTold: true })
  const shown = { ...found, match: shownMatch(found.match, now) }
  return [shown, { sealer, room, offers, now }] as const
}
