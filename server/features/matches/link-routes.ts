import type { Request, Router } from 'express'
import {
  linkAnswerRequest,
  linkContactsRequest,
  linkTimesRequest,
  type Meeting,
} from '@shared/matches'
import { easternMoment } from '@shared/business-days'
import { programDayOf } from '@shared/program-time'
import { notFound, tooManyRequests } from '../../errors'
import { getVisitor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { hashToken } from '../../tokens'
import { checkPhoneEnd, findLinkOwner, sayAsEntrepreneur, type Said } from './give-answer'
import { readMeeting } from './read-matches'
import { tellCurrent } from './take-step'

const bearer = /^Bearer ([\w-]{43})$/

/** The same for every link that isn't good, or never was. */
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

/**
 * The introduction of an entrepreneur, who has no account, by the link that was mailed to them. Its token comes
 * in a header, never in a URL. Looking changes nothing; a change, and the contacts, need the last digits of their phone.
 */
export function meetingRoutes({ db, env, limits, sealer }: Context): Router {
  const mail = { env, sealer }
  const perIp = limits.perIp('meetingPerIp')
  const router = createRouter()

  async function read(tokenHash: string, isProven = false): Promise<Meeting> {
    const meeting = await readMeeting(db, mail, { tokenHash, isProven })
    if (!meeting) throw deadLink()
    return meeting
  }

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

  async function say(req: Request, phoneEnd: string, said: Said): Promise<Meeting> {
    const { tokenHash, matchId } = await prove(req, phoneEnd)
    await limits.consume(['matchAnswer', `link of ${matchId}`])
    await tellCurrent(
      () => sayAsEntrepreneur({ db, mail }, { matchId, said, by: getVisitor(req) }),
      () => read(tokenHash, true),
    )
    return read(tokenHash, true)
  }

  router.get('/meeting', perIp, async (req, res) => {
    res.json(await read(readToken(req)))
  })

  router.put(
    '/meeting/times',
    perIp,
    withBody(linkTimesRequest, async ({ phoneEnd, isRecordingAllowed, ...times }, req, res) => {
      res.json(await say(req, phoneEnd, { times, isRecordingAllowed }))
    }),
  )

  router.put(
    '/meeting/answer',
    perIp,
    withBody(linkAnswerRequest, async ({ phoneEnd, ...answer }, req, res) => {
      res.json(await say(req, phoneEnd, { answer }))
    }),
  )

  router.post(
    '/meeting/contacts',
    perIp,
    withBody(linkContactsRequest, async ({ phoneEnd }, req, res) => {
      const { tokenHash } = await prove(req, phoneEnd)
      res.json(await read(tokenHash, true))
    }),
  )

  return router
}
