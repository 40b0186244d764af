import type { Router } from 'express'
import { personHistory } from '@shared/audit'
import { takenDecision } from '@shared/decisions'
import { duplicate, duplicateDismissal } from '@shared/duplicates'
import { askedQuestion, questionRequest } from '@shared/questions'
import { userVerdicts } from '@shared/review'
import {
  listedUser,
  snoozeRequest,
  userDecision,
  userListQuery,
  userMarks,
  userMarksQuery,
} from '@shared/users'
import { orNotFound } from '../../errors'
import { mapRows } from '../../db/lists/list-page'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { endUserSessions } from '../accounts/own-account'
import { decideAndRead } from '../decisions/decide'
import { readBases } from '../decisions/read-basis'
import { findBounced } from '../mail/queries'
import { askQuestion } from '../questions/ask-question'
import { dismissDuplicate, listDuplicates, requirePartner } from './duplicates'
import { deleteUser } from './erase-account'
import { listPersonHistory } from './person-history'
import { getUser, listUsers, presentUser } from './queries'
import { endSnooze, snoozePerson } from './snooze'

export function adminUserRoutes(context: Context): Router {
  const routes = createRoutes(context)
  const readUser = async (id: number) => presentUser(orNotFound(await getUser(context.db, id)))

  routes.list(
    '/users',
    {
      about:
        'Partners; `kind=referrer` those who only refer others. `status=pending` leaves out those who owe an answer and those who are set aside; `asked=waiting` and `snoozed=waiting` have them.',
      query: userListQuery,
      out: listedUser,
    },
    async (_ctx, query) => mapRows(await listUsers(context, query), presentUser),
  )

  routes.patch(
    '/users/:id/status',
    {
      about:
        '`settles` takes along what the decision rests on, in one transaction; `accepts` names the concerns that were asked about: 409 `not-asked` while there is another.',
      body: userDecision,
      out: listedUser.extend(takenDecision.shape),
    },
    async (ctx, { body: decision, id }) => {
      const { decisionId, ...user } = await decideAndRead(
        ctx,
        { kind: 'user', id, decision },
        getUser,
      )
      return { ...presentUser(user), decisionId }
    },
  )

  routes.get('/users/:id/history', { out: personHistory }, async (_ctx, { id }) =>
    listPersonHistory(context, id),
  )

  routes.put(
    '/users/:id/snooze',
    {
      about:
        'Leaves someone out of the queue until the morning of a day, Eastern; with a note, if there is one. 409 for anyone who doesn’t wait for a decision.',
      body: snoozeRequest,
      out: listedUser,
    },
    async (ctx, { id, body }) => {
      await snoozePerson(ctx, id, body)
      return readUser(id)
    },
  )

  routes.delete('/users/:id/snooze', { out: listedUser }, async (ctx, { id }) => {
    await endSnooze(ctx, id)
    return readUser(id)
  })

  routes.post(
    '/users/:id/questions',
    { body: questionRequest, out: listedUser.extend(askedQuestion.shape), status: 201 },
    async (ctx, { body, id }) =>
      ctx.tx(async (inTx) => {
        const questionId = await askQuestion(inTx, id, body)
        return { ...presentUser(orNotFound(await getUser(inTx.db, id))), questionId }
      }),
  )

  routes.delete('/users/:id', { done: 'User deleted' }, async (ctx, { id }) => deleteUser(ctx, id))

  routes.delete('/users/:id/sessions', { done: 'The user was logged out.' }, async (ctx, { id }) =>
    endUserSessions(ctx, id),
  )

  // Apart from the list, which is there several times as fast without.
  routes.get(
    '/users/verdicts',
    { query: userMarksQuery, out: userVerdicts },
    async ({ db }, { query: { ids } }) =>
      [...(await readBases(db, 'user', ids))].flatMap(([id, { finding, concerns }]) =>
        finding ? [{ id, finding, concerns }] : [],
      ),
  )

  routes.get(
    '/users/bounce-marks',
    { query: userMarksQuery, out: userMarks },
    async ({ db }, { query: { ids } }) => ({ marked: await findBounced(db, ids) }),
  )

  routes.get('/users/:id/duplicates', { out: duplicate.array() }, async ({ db }, { id }) => {
    await requirePartner(db, id)
    return listDuplicates(db, id)
  })

  routes.post(
    '/users/:id/duplicates/dismiss',
    { body: duplicateDismissal, out: duplicate.array() },
    async (ctx, { body, id }) => {
      await dismissDuplicate(ctx, id, body)
      return listDuplicates(ctx.db, id)
    },
  )

  return routes.router
}
