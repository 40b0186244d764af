import {
  defaultPassword,
  unchangedPassword,
  type ConnectionTestResult,
  type EmailSettingsRequest,
  type TestMailResult,
} from '@shared/mail'
import type { Ctx } from '../../ctx'
import { emailSettings } from '../../db/schema/mail'
import { badRequest } from '../../errors'
import { recordEvent } from '../audit/record-event'
import {
  environmentSender,
  findSender,
  isMailConfigured,
  noMailSender,
  openPassword,
  sealedPassword,
  settingsSender,
} from './find-sender'
import { describeMailFailure, explainFailure, MailSetupError } from './mail-failure'
import { canBeMailHost } from './mail-host'
import { noteAttempt, resumeMails } from './note-attempt'
import { getSealedMailPassword, findSettings } from './queries'
import { renderHtml } from './render-html'
import { sendMail, verifySender, type Sender } from './sender'

const noDefault = 'No default mailbox is configured.'
const noPassword = 'No app password is stored yet. Please enter one.'
const otherHost = 'Please enter the app password again to use it with another mail host.'

/** Stores the mailbox, its password sealed. Throws 400 for what `readPassword` refuses. */
export async function saveSettings(ctx: Ctx, settings: EmailSettingsRequest): Promise<void> {
  const { email, host, port, secure, service } = settings
  checkHost(settings, ctx.env.allowLoopbackMail)
  await ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    const password = await readPassword(inTx, settings)
    const sealed = password === null ? null : sealer.seal(password, sealedPassword)
    const columns = { email, host, port, secure, service, sealedPassword: sealed }
    await tx
      .insert(emailSettings)
      .values(columns)
      .onConflictDoUpdate({
        target: emailSettings.id,
        set: { ...columns, updatedAt: new Date() },
      })
    // What failed with the settings before is tried with these.
    await resumeMails(tx)
    await recordEvent(inTx, 'settings.changed', 'settings:email', {
      email,
      host,
      port,
      ownPassword: password !== null,
    })
  })
}

/** The mailbox that these settings would make. Throws 400 as saving them would. */
async function buildSender(ctx: Ctx, settings: EmailSettingsRequest): Promise<Sender> {
  const { env } = ctx
  const password = await readPassword(ctx, settings)
  if (password !== null) {
    checkHost(settings, env.allowLoopbackMail)
    return settingsSender(settings, password, env)
  }
  const sender = environmentSender(env)
  if (!sender) throw refusedPassword(noDefault)
  return sender
}

/** The password to use: the typed one, the stored one, or null for the environment's mailbox. */
async function readPassword(
  { db, env, sealer }: Ctx,
  settings: EmailSettingsRequest,
): Promise<string | null> {
  const sealed = await getSealedMailPassword(db)
  const sent = settings.appPassword || (sealed ? unchangedPassword : defaultPassword)
  if (sent === defaultPassword) {
    if (!env.smtp) throw refusedPassword(noDefault)
    return null
  }
  if (sent !== unchangedPassword) return sent
  if (!sealed) throw refusedPassword(noPassword)
  // Someone with the session, but without the password, must not have it sent to a host of their choice.
  const stored = await findSettings(db)
  if (stored?.host !== settings.host) throw refusedPassword(otherHost)
  try {
    return openPassword(sealer, sealed)
  } catch (error) {
    throw error instanceof MailSetupError ? refusedPassword(error.message) : error
  }
}

function checkHost(settings: EmailSettingsRequest, allowLoopback: boolean): void {
  if (canBeMailHost(settings, allowLoopback)) return
  const message = 'This mail host or port cannot be used.'
  throw badRequest(message, { host: message })
}

const refusedPassword = (message: string) => badRequest(message, { appPassword: message })

/** Connects and logs in with these settings, saved or not. Throws 400 as saving them would. */
export async function testConnection(
  ctx: Ctx,
  settings: EmailSettingsRequest,
): Promise<ConnectionTestResult> {
  const sender = await buildSender(ctx, settings)
  try {
    await verifySender(sender, ctx.env.allowLoopbackMail)
    return { success: true, message: 'The mail server accepted the connection and the login.' }
  } catch (error) {
    ctx.logger.warn(describeMailFailure(error), 'mailbox test failed')
    return { success: false, message: explainFailure(error).message }
  }
}

/** Sends a mail immediately, past the outbox, through the mailbox in use. */
export async function sendTestMail(ctx: Ctx, to: string): Promise<TestMailResult> {
  const { db, env } = ctx
  if (!(await isMailConfigured(db, env))) throw badRequest('Please save the email settings first.')
  const subject = `Test email from ${env.brand.portalName}`
  const text = `This is a test email from ${env.brand.portalName}.\n\nIf you’re reading it, the portal can send email.`
  try {
    const sender = await findSender(db, ctx)
    if (!sender) throw new MailSetupError(noMailSender)
    const html = renderHtml({ subject, text, brand: env.brand })
    await sendMail(sender, { to, subject, text, html }, env.allowLoopbackMail)
    await noteAttempt(db)
    return { success: true }
  } catch (error) {
    ctx.logger.warn(describeMailFailure(error), 'mailbox test failed')
    await noteAttempt(db, error)
    return { success: false, error: explainFailure(error).message }
  }
}
