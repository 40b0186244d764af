import type { Request, Router } from 'express'
import {
  composeRequest,
  connectionTestResult,
  emailSettings,
  emailSettingsRequest,
  emailTemplate,
  listedMail,
  mailDefaults,
  mailListQuery,
  mailText,
  mailWish,
  recipientQuery,
  templateChangeOf,
  templateId,
  testMailRequest,
  testMailResult,
} from '@shared/mail'
import { mailKinds } from '@shared/mail-kinds'
import { mapRows, readPage } from '../../db/lists/list-page'
import { orNotFound } from '../../errors'
import type { Context } from '../../http/context'
import { requireRecentReauthentication } from '../../http/guards'
import { createRoutes } from '../../http/routes'
import { checkInput, pathText } from '../../http/validate'
import { describeSender } from './find-sender'
import { cancelMail, composeMail, describeRecipient, resendMail } from './manage-outbox'
import { findSettings, mailList, type MailRow } from './queries'
import { readMailText } from './queue-mail'
import { saveSettings, sendTestMail, testConnection } from './save-settings'
import { editTemplate, listTemplates, resetTemplate } from './templates'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminMailRoutes(context: Context): Router {
  const { db, env, limits } = context
  const routes = createRoutes(context)
  const before = [requireRecentReauthentication]

  async function readSettings() {
    const saved = await findSettings(db)
    return {
      ...mailDefaults,
      email: '',
      ...saved,
      appPassword: saved?.hasPassword ?? false,
      sender: await describeSender(db, env),
      hasDefault: env.smtp !== null,
    }
  }

  routes.get('/settings/email', { out: emailSettings }, readSettings)

  routes.post(
    '/settings/email',
    {
      about:
        '`appPassword` is the password, `UNCHANGED` for the stored one, or `DEFAULT` for the environment’s mailbox.',
      before,
      body: emailSettingsRequest,
      out: emailSettings,
    },
    async (ctx, { body }) => {
      await saveSettings(ctx, body)
      return readSettings()
    },
  )

  routes.post(
    '/settings/email/test-connection',
    { before, body: emailSettingsRequest, out: connectionTestResult },
    async (ctx, { body, req }) => {
      await limits.consume(['mailTest', String(ctx.by.id)])
      return testConnection({ ...ctx, logger: req.log }, body)
    },
  )

  routes.post(
    '/settings/email/send-test',
    { body: testMailRequest, out: testMailResult },
    async (ctx, { body: { to }, req }) => {
      await limits.consume(['mailTest', String(ctx.by.id)])
      return sendTestMail({ ...ctx, logger: req.log }, to)
    },
  )

  routes.get('/email-templates', { out: emailTemplate.array() }, () => listTemplates(db))

  routes.patch('/email-templates/:id', { out: emailTemplate }, async (ctx, { req }) => {
    const id = pathTemplate(req)
    return editTemplate(ctx, id, checkInput(templateChangeOf(id), req.body))
  })

  routes.delete('/email-templates/:id', { out: emailTemplate }, async (ctx, { req }) =>
    resetTemplate(ctx, pathTemplate(req)),
  )

  routes.list('/emails', { query: mailListQuery, out: listedMail }, async (_ctx, query) =>
    mapRows(await readPage(context, mailList, query), presentMail),
  )

  routes.get(
    '/emails/recipient',
    { query: recipientQuery, out: mailWish },
    (_ctx, { query: { email } }) => describeRecipient(db, env, email),
  )

  routes.post(
    '/emails',
    { body: composeRequest, out: listedMail, status: 201 },
    async (ctx, { body }) => presentMail(await ctx.tx((inTx) => composeMail(inTx, body))),
  )

  routes.get('/emails/:id/text', { out: mailText }, async ({ sealer }, { id }) => ({
    text: await readMailText(db, sealer, id),
  }))

  routes.post('/emails/:id/resend', { out: listedMail }, async (ctx, { id }) =>
    presentMail(await resendMail(ctx, id)),
  )

  routes.post('/emails/:id/cancel', { out: listedMail }, async (ctx, { id }) =>
    presentMail(await cancelMail(ctx, id)),
  )

  return routes.router
}

const pathTemplate = (req: Request) => orNotFound(templateId.safeParse(pathText(req, 'id')).data)

const presentMail = (row: MailRow) => ({
  ...row,
  canResend: row.status !== 'queued' && row.hasContent && mailKinds[row.kind].linkMinutes === null,
  nextAttemptAt: row.status === 'queued' ? row.nextAttemptAt : null,
})
