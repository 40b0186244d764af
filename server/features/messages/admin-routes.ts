import type { Router } from 'express'
import { messageListQuery, messageStatusChange } from '@shared/messages'
import { replyRequest } from '@shared/mail'
import type { Context } from '../../http/context'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { presentMessage, presentReferral } from './presenter'
import { getMessage, getReferral, listMessages, listReferrals } from './queries'
import { replyToMessage, replyToReferral } from './reply'
import { setMessageStatus } from './set-message-status'
import { setReferralStatus } from './set-referral-status'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminMessageRoutes(context: Context): Router {
  const { db, env, sealer } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.get(
    '/messages',
    withQuery(messageListQuery, async (query, req, res) => {
      const page = await listMessages(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentMessage), query })
    }),
  )

  router.get('/messages/:id', async (req, res) => {
    const message = await getMessage(db, pathId(req))
    if (!message) throw notFound()
    res.json(presentMessage(message))
  })

  router.patch(
    '/messages/:id/status',
    withBody(messageStatusChange, async (change, req, res) => {
      const messageId = pathId(req)
      const message = await setMessageStatus({ db, messageId, change, by: getActor(req) })
      res.json(presentMessage(message))
    }),
  )

  router.post(
    '/messages/:id/reply',
    withBody(replyRequest, async ({ body }, req, res) => {
      const id = pathId(req)
      const message = await replyToMessage({ db, mail, id, body, by: getActor(req) })
      res.status(201).json(presentMessage(message))
    }),
  )

  router.get(
    '/referrals',
    withQuery(messageListQuery, async (query, req, res) => {
      const page = await listReferrals(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentReferral), query })
    }),
  )

  router.get('/referrals/:id', async (req, res) => {
    const referral = await getReferral(db, pathId(req))
    if (!referral) throw notFound()
    res.json(presentReferral(referral))
  })

  router.patch(
    '/referrals/:id/status',
    withBody(messageStatusChange, async (change, req, res) => {
      const referralId = pathId(req)
      const referral = await setReferralStatus({ db, referralId, change, by: getActor(req) })
      res.json(presentReferral(referral))
    }),
  )

  router.post(
    '/referrals/:id/reply',
    withBody(replyRequest, async ({ body }, req, res) => {
      const id = pathId(req)
      const referral = await replyToReferral({ db, mail, id, body, by: getActor(req) })
      res.status(201).json(presentReferral(referral))
    }),
  )

  return router
}
