import { defaultPassword, unchangedPassword, type EmailSettingsRequest } from '@shared/mail'
import type { Actor } from '../../ctx'
import type { Database, Queryable } from '../../db/client'
import { emailSettings } from '../../db/schema/mail'
import { badRequest } from '../../errors'
import { recordEvent } from '../audit/record-event'
import {
  environmentSender,
  openPassword,
  sealedPassword,
  settingsSender,
  type MailDeps,
} from './find-sender'
import { MailSetupError } from './mail-failure'
import { canBeMailHost } from './mail-host'
import { getSealedMailPassword, getSettings } from './queries'
import type { Sender } from './sender'

const noDefault = 'No default mailbox is configured.'
const noPassword = 'No app password is stored yet. Please enter one.'
const otherHost = 'Please enter the app password again to use it with another mail host.'

/** Stores the mailbox, its password sealed. Throws 400 for what `readPassword` refuses. */
export async function saveSettings(
  input: MailDeps & {
    db: Database
    settings: EmailSettingsRequest
    by: Actor
  },
): Promise<void> {
  const { db, env, sealer, settings, by } = input
  const { email, host, port, secure, service } = settings
  checkHost(settings, env.allowLoopbackMail)
  await db.transaction(async (tx) => {
    const password = await readPassword(tx, input, settings)
    const sealed = password === null ? null : sealer.seal(password, sealedPassword)
    const columns = { email, host, port, secure, service, sealedPassword: sealed }
    await tx
      .insert(emailSettings)
      .values(columns)
      .onConflictDoUpdate({
        target: emailSettings.id,
        set: { ...columns, updatedAt: new Date() },
      })
    await recordEvent(tx, by, 'settings.changed', {
      object: 'settings:email',
      details: { email, host, port, ownPassword: password !== null },
    })
  })
}

/** The mailbox that these settings would make. Throws 400 as saving them would. */
export async function buildSender(
  db: Queryable,
  deps: MailDeps,
  settings: EmailSettingsRequest,
): Promise<Sender> {
  const password = await readPassword(db, deps, settings)
  if (password !== null) {
    checkHost(settings, deps.env.allowLoopbackMail)
    return settingsSender(settings, password, deps.env)
  }
  const sender = environmentSender(deps.env)
  if (!sender) throw refusedPassword(noDefault)
  return sender
}

/** The password to use: the typed one, the stored one, or null for the environment's mailbox. */
async function readPassword(
  db: Queryable,
  { env, sealer }: MailDeps,
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
  const stored = await getSettings(db)
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
