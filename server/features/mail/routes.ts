import type { Router } from 'express'
import type { Confirmation } from '@shared/errors'
import { declineByLinkRequest, mailChoiceChange, mailChoiceKind } from '@shared/mail-choices'
import { notFound } from '../../errors'
import { getActor, getVisitor } from '../../http/actor'
import type { Context } from '../../http/context'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { pathText, withBody } from '../../http/validate'
import { changeMailChoice } from './change-mail-choice'
import { declineByLink } from './mail-choice-links'
import { listDeclined } from './mail-choice-queries'
import { presentMailChoices } from './presenter'

/** Which emails someone wants to get. */
export function mailChoiceRoutes({ db, limits, sealer }: Context): Router {
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

  router.post(
    '/mail-choices/decline',
    limits.perIp('resetPerIp'),
    withBody(declineByLinkRequest, async ({ token, kinds }, req, res) => {
      await declineByLink({ db, sealer, token, kinds, by: getVisitor(req) })
      res.json({ message: 'We won’t send you these emails anymore.' } satisfies Confirmation)
    }),
  )

  return router
}
