import type { Request, Router } from 'express'
import { answerRequest, timesRequest, type OwnMatch } from '@shared/matches'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { sayAsPartner, type Said } from './give-answer'
import { readOwnMatch } from './read-matches'
import { tellCurrent } from './take-step'

/** A partner's own introduction. */
export function matchRoutes({ db, env, limits, sealer }: Context): Router {
  const mail = { env, sealer }
  const mayAnswer = limits.perPerson('matchAnswer')
  const router = createRouter()

  const read = (req: Request) => readOwnMatch(db, mail, currentUser(req).id)

  async function say(req: Request, said: Said): Promise<OwnMatch> {
    await tellCurrent(
      () => sayAsPartner({ db, mail }, { said, by: getActor(req) }),
      () => read(req),
    )
    const own = await read(req)
    if (!own) throw notFound()
    return own
  }

  router.get('/match', requireUser, async (req, res) => {
    res.json(await read(req))
  })

  router.put(
    '/match/times',
    requireUser,
    mayAnswer,
    withBody(timesRequest, async (times, req, res) => {
      res.json(await say(req, { times }))
    }),
  )

  router.put(
    '/match/answer',
    requireUser,
    mayAnswer,
    withBody(answerRequest, async (answer, req, res) => {
      res.json(await say(req, { answer }))
    }),
  )

  return router
}
