import type { Request, Router } from 'express'
import {
  linkAnswerRequest,
  linkContactsRequest,
  linkTimesRequest,
  meeting,
  answerRequest,
  ownMatch,
  timesRequest,
} from '@shared/matches'
import { easternMoment } from '@shared/business-days'
import { programDayOf } from '@shared/program-time'
import { notFound, tooManyRequests, orNotFound } from '../../errors'
import type { Ctx, Visitor } from '../../ctx'
import type { Context } from '../../http/context'
import { createVisitorRoutes, createRoutes } from '../../http/routes'
import { hashToken } from '../../tokens'
import {
  answerByLink,
  checkPhoneEnd,
  findLinkOwner,
  type Answer,
  answerAsPartner,
} from './give-answer'
import { readMeeting, readOwnMatch } from './read-matches'
import { attachCurrentMatch } from './take-step'
import { requireUser } from '../../http/guards'

async function answerOwn(ctx: Ctx, given: Answer) {
  await attachCurrentMatch(
    () => answerAsPartner(ctx, given),
    () => readOwnMatch(ctx),
  )
  return orNotFound(await readOwnMatch(ctx))
}

/** A partner's own introduction. */
export function matchRoutes(context: Context): Router {
  const routes = createRoutes(context)
  const before = [requireUser, context.limits.perPerson('matchAnswer')]

  routes.get('/match', { before: [requireUser], out: ownMatch.nullable() }, readOwnMatch)

  routes.put(
    '/match/times',
    {
      about:
        '`times` are those of the offered ones that work; none when it is empty. Booked when both share a free one. 409 with `current` when it is not based on the introduction as it is now.',
      before,
      body: timesRequest,
      out: ownMatch,
    },
    (ctx, { body }) => answerOwn(ctx, { times: body }),
  )

  routes.put('/match/answer', { before, body: answerRequest, out: ownMatch }, (ctx, { body }) =>
    answerOwn(ctx, { answer: body }),
  )

  return routes.router
}

const bearer = /^Bearer ([\w-]{43})$/

/** One answer for every link that isn't good, or never was. */
const deadLink = () => notFound('This link no longer works. Open the newest email from us.')

/** Right digits are refused as well: otherwise, guessing could go on. */
function linkLocked(phone: string) {
  const [year = 0, month = 0, day = 0] = programDayOf(new Date()).split('-').map(Number)
  const tomorrow = easternMoment({ year, month, day: day + 1 }, { hour: 0 })
  const seconds = Math.ceil((Number(tomorrow) - Date.now()) / 1_000)
  const message = `This link is locked until tomorrow. Call ${phone}.`
  return tooManyRequests(seconds, 'meetingDigits', message)
}

function readToken(req: Request): string {
  const [, token] = bearer.exec(req.get('Authorization') ?? '') ?? []
  if (!token) throw deadLink()
  return hashToken(token)
}

async function read(ctx: Ctx<Visitor>, tokenHash: string, isProven = false) {
  const found = await readMeeting(ctx, { tokenHash, isProven })
  if (!found) throw deadLink()
  return found
}

/**
 * The introduction of an entrepreneur, who has no account, by the link that was mailed to them. Its token comes
 * in a header, never in a URL. Looking changes nothing; a change, and the contacts, need the last digits of their phone.
 */
export function meetingRoutes(context: Context): Router {
  const { db, env, limits } = context
  const routes = createVisitorRoutes(context)
  const facts = { before: [limits.perIp('meetingPerIp')], out: meeting }

  /** Throws 404 for a dead link, 400 for other digits, 429 after ten of them. */
  async function prove(req: Request, phoneEnd: string) {
    const tokenHash = readToken(req)
    const owner = await findLinkOwner(db, tokenHash)
    if (!owner) throw deadLink()
    const { matchId } = owner
    // Counted before the check, so that parallel guesses cannot exceed the limit. A new link, or a corrected phone, is
    // not locked.
    const guessed = hashToken(`${tokenHash} ${owner.phoneNumber}`)
    const guess = ['meetingDigits', `${guessed} ${programDayOf(new Date())}`] as const
    if (!(await limits.allows(...guess))) throw linkLocked(env.brand.supportPhone)
    checkPhoneEnd(owner.phoneNumber, phoneEnd)
    await limits.refund(guess)
    return { tokenHash, matchId }
  }

  async function answer(ctx: Ctx<Visitor>, req: Request, phoneEnd: string, given: Answer) {
    const { tokenHash, matchId } = await prove(req, phoneEnd)
    await limits.consume(['matchAnswer', `link of ${matchId}`])
    await attachCurrentMatch(
      () => answerByLink(ctx, matchId, given),
      () => read(ctx, tokenHash, true),
    )
    return read(ctx, tokenHash, true)
  }

  routes.get('/meeting', facts, async (ctx, { req }) => read(ctx, readToken(req)))

  routes.put(
    '/meeting/times',
    {
      about:
        '`phoneEnd` is the last four digits of their phone. Ten wrong guesses lock the link until tomorrow, New York’s time.',
      ...facts,
      body: linkTimesRequest,
    },
    async (ctx, { body, req }) => {
      const { phoneEnd, isRecordingAllowed, ...times } = body
      return answer(ctx, req, phoneEnd, { times, isRecordingAllowed })
    },
  )

  routes.put(
    '/meeting/answer',
    { ...facts, body: linkAnswerRequest },
    async (ctx, { body: { phoneEnd, ...given }, req }) =>
      answer(ctx, req, phoneEnd, { answer: given }),
  )

  routes.post(
    '/meeting/contacts',
    { ...facts, body: linkContactsRequest },
    async (ctx, { body: { phoneEnd }, req }) => {
      const { tokenHash } = await prove(req, phoneEnd)
      return read(ctx, tokenHash, true)
    },
  )

  return routes.router
}
