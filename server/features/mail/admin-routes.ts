import type { Request, Router } from 'express'
import {
  composeRequest,
  emailSettingsRequest,
  mailListQuery,
  templateChangeOf,
  templateId,
  testMailRequest,
  recipientQuery,
} from '@shared/mail'
import type { Context } from '../../http/context'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import { currentUser, requireRecentReauthentication } from '../../http/guards'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, pathText, withBody, withQuery } from '../../http/validate'
import { describeSender } from './find-sender'
import { cancelMail, composeMail, resendMail } from './manage-outbox'
import { presentMail, presentMailWish, presentSettings } from './presenter'
import { findMailWish } from '../consents/queries'
import { getSettings, listMails } from './queries'
import { saveSettings } from './save-settings'
import { editTemplate, listTemplates, resetTemplate } from './templates'
import { sendTestMail, testConnection } from './test-sender'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminMailRoutes(context: Context): Router {
  const router = createRouter()
  router.use(settingsRoutes(context), templateRoutes(context), outboxRoutes(context))
  return router
}

function settingsRoutes({ db, env, sealer, limits }: Context): Router {
  const router = createRouter()
  const current = async () =>
    presentSettings(await getSettings(db), await describeSender(db, env), env.smtp !== null)

  router.get('/settings/email', async (_req, res) => {
    res.json(await current())
  })

  router.post(
    '/settings/email',
    requireRecentReauthentication,
    withBody(emailSettingsRequest, async (settings, req, res) => {
      await saveSettings({ db, env, sealer, settings, by: getActor(req) })
      res.json(await current())
    }),
  )

  router.post(
    '/settings/email/test-connection',
    requireRecentReauthentication,
    withBody(emailSettingsRequest, async (settings, req, res) => {
      await limits.consume(['mailTest', String(currentUser(req).id)])
      res.json(await testConnection({ db, env, sealer, logger: req.log, settings }))
    }),
  )

  router.post(
    '/settings/email/send-test',
    withBody(testMailRequest, async ({ to }, req, res) => {
      await limits.consume(['mailTest', String(currentUser(req).id)])
      res.json(await sendTestMail({ db, env, sealer, logger: req.log, to }))
    }),
  )
  return router
}

function templateRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get('/email-templates', async (_req, res) => {
    res.json(await listTemplates(db))
  })

  router.patch('/email-templates/:id', async (req, res) => {
    const id = pathTemplate(req)
    const edit = withBody(templateChangeOf(id), async (change) => {
      res.json(await editTemplate({ db, id, change, by: getActor(req) }))
    })
    await edit(req, res)
  })

  router.delete('/email-templates/:id', async (req, res) => {
    res.json(await resetTemplate({ db, id: pathTemplate(req), by: getActor(req) }))
  })
  return router
}

function outboxRoutes(context: Context): Router {
  const { db, env, sealer } = context
  const router = createRouter()

  router.get(
    '/emails',
    withQuery(mailListQuery, async (query, req, res) => {
      const page = await listMails(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentMail), query })
    }),
  )

  router.get(
    '/emails/recipient',
    withQuery(recipientQuery, async ({ email }, _req, res) => {
      res.json(presentMailWish(await findMailWish(db, email)))
    }),
  )

  router.post(
    '/emails',
    withBody(composeRequest, async (draft, req, res) => {
      const mail = await composeMail({ db, env, sealer, draft, by: getActor(req) })
      res.status(201).json(presentMail(mail))
    }),
  )

  router.post('/emails/:id/resend', async (req, res) => {
    const mail = await resendMail({ db, env, sealer, mailId: pathId(req), by: getActor(req) })
    res.json(presentMail(mail))
  })

  router.post('/emails/:id/cancel', async (req, res) => {
    res.json(presentMail(await cancelMail({ db, mailId: pathId(req), by: getActor(req) })))
  })
  return router
}

function pathTemplate(req: Request) {
  const parsed = templateId.safeParse(pathText(req, 'id'))
  if (!parsed.success) throw notFound()
  return parsed.data
}
