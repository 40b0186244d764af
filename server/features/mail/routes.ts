import type { Router } from 'express'
import { mailChoiceChange, mailChoiceKind } from '@shared/mail-choices'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { pathText, withBody } from '../../http/validate'
import { changeMailChoice } from './change-mail-choice'
import { listDeclined } from './mail-choice-queries'
import { presentMailChoices } from './presenter'

/** Which emails someone wants to get. */
export function mailChoiceRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get('/mail-choices', requireUser, async (req, res) => {
    res.json(presentMailChoices(await listDeclined(db, currentUser(req).id)))
  })

  router.put(
    '/mail-choices/:kind',
    requireUser,
    withBody(mailChoiceChange, async ({ isWanted }, req, res) => {
      const kind = mailChoiceKind.safeParse(pathText(req, 'kind'))
      if (!kind.success) throw notFound()
      const change = { db, kind: kind.data, isWanted, by: getActor(req) }
      res.json(presentMailChoices(await changeMailChoice(change)))
    }),
  )

  return router
}
