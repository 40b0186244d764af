import type { Logger } from 'pino'
import type { ConnectionTestResult, EmailSettingsRequest, TestMailResult } from '@shared/mail'
import type { Queryable } from '../../db/client'
import { badRequest } from '../../errors'
import { findSender, isMailConfigured, noMailSender, type MailDeps } from './find-sender'
import { describeMailFailure, explainFailure, MailSetupError } from './mail-failure'
import { renderHtml } from './render-html'
import { buildSender } from './save-settings'
import { sendMail, verifySender } from './sender'

/** Connects and logs in with these settings, saved or not. Throws 400 as saving them would. */
export async function testConnection(
  input: MailDeps & { db: Queryable; logger: Logger; settings: EmailSettingsRequest },
): Promise<ConnectionTestResult> {
  const sender = await buildSender(input.db, input, input.settings)
  try {
    await verifySender(sender, input.env.allowLoopbackMail)
    return { success: true, message: 'The mail server accepted the connection and the login.' }
  } catch (error) {
    input.logger.warn(describeMailFailure(error), 'mailbox test failed')
    return { success: false, message: explainFailure(error).message }
  }
}

/** Sends a mail immediately, past the outbox, through the mailbox in use. */
export async function sendTestMail(
  input: MailDeps & { db: Queryable; logger: Logger; to: string },
): Promise<TestMailResult> {
  const { db, env, to } = input
  if (!(await isMailConfigured(db, env))) throw badRequest('Please save the email settings first.')
  const subject = `Test email from ${env.brand.portalName}`
  const text = `This is a test email from ${env.brand.portalName}.\n\nIf you’re reading it, the portal can send email.`
  try {
    const sender = await findSender(db, input)
    if (!sender) throw new MailSetupError(noMailSender)
    const html = renderHtml({ subject, text, brand: env.brand })
    await sendMail(sender, { to, subject, text, html }, env.allowLoopbackMail)
    return { success: true }
  } catch (error) {
    input.logger.warn(describeMailFailure(error), 'mailbox test failed')
    return { success: false, error: explainFailure(error).message }
  }
}
