import type { Router } from 'express'
import { answerRequest, ownMatch, timesRequest } from '@shared/matches'
import type { Ctx } from '../../ctx'
import { orNotFound } from '../../errors'
import type { Context } from '../../http/context'
import { requireUser } from '../../http/guards'
import { createRoutes } from '../../http/routes'
import { answerAsPartner, type Answer } from './give-answer'
import { readOwnMatch } from './read-matches'
import { attachCurrentMatch } from './take-step'

async function answer(ctx: Ctx, given: Answer) {
  await attachCurrentMatch(
    () => answerAsPartner(ctx, given),
    () => readOwnMatch(ctx),
  )
  return orNotFound((await readOwnMatch(ctx)) ?? undefined)
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
    (ctx, { body }) => answer(ctx, { times: body }),
  )

  routes.put('/match/answer', { before, body: answerRequest, out: ownMatch }, (ctx, { body }) =>
    answer(ctx, { answer: body }),
  )

  return routes.router
}
