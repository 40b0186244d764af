import type { MailSender } from '@shared/mail'
import type { TxCtx } from '../../ctx'
import type { Queryable } from '../../db/client'
import type { SealedColumn, Sealer } from '../../db/sealing'
import type { Env } from '../../env'
import { conflict } from '../../errors'
import { MailSetupError } from './mail-failure'
import { getSealedMailPassword, findSettings } from './queries'
import type { Sender } from './sender'

/** The context of queuing a mail: the transaction that causes it, and what its text is written and sealed with. */
export type MailCtx = Pick<TxCtx, 'db' | 'env' | 'sealer'>

export const sealedPassword: SealedColumn = {
  table: 'email_settings',
  column: 'sealed_password',
  id: 1,
}

export const environmentSender = (env: Env): Sender | null =>
  env.smtp && { ...env.smtp, source: 'environment', replyTo: replyAddress(env, env.smtp.from) }

/** The bare address of 'Name <address>'. */
export const addressOf = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from

/** The mailbox that mails name for questions, where they come from another one. */
function replyAddress({ brand }: Env, from: string): string | null {
  const { supportEmail } = brand
  return addressOf(from).toLowerCase() === supportEmail.toLowerCase() ? null : supportEmail
}

/** The mailbox in use, without opening its password. Settings take precedence over the environment. */
export async function describeSender(db: Queryable, env: Env): Promise<MailSender> {
  const settings = await findSettings(db)
  if (settings?.hasPassword) {
    const { email, host, port } = settings
    return { source: 'settings', from: email, host, port }
  }
  if (!env.smtp) return null
  const { from, host, port } = env.smtp
  return { source: 'environment', from, host, port }
}

export const noMailSender = 'No mail sender is configured.'

export const isMailConfigured = async (db: Queryable, env: Env): Promise<boolean> =>
  (await describeSender(db, env)) !== null

/** Throws 409 without a sender. */
export async function requireSender(db: Queryable, env: Env): Promise<void> {
  if (!(await isMailConfigured(db, env))) throw conflict(noMailSender)
}

/**
 * The mailbox in use with its password, or null while none is configured. Throws MailSetupError when its
 * password cannot be opened.
 */
export async function findSender(
  db: Queryable,
  deps: Pick<MailCtx, 'env' | 'sealer'>,
): Promise<Sender | null> {
  const settings = await findSettings(db)
  const sealed = settings && (await getSealedMailPassword(db))
  if (!settings || !sealed) return environmentSender(deps.env)
  return settingsSender(settings, openPassword(deps.sealer, sealed), deps.env)
}

/** Throws MailSetupError when the key that sealed it is gone. */
export function openPassword(sealer: Sealer, sealed: string): string {
  try {
    return sealer.open(sealed, sealedPassword)
  } catch {
    throw new MailSetupError('The stored app password cannot be opened. Please enter it again.')
  }
}

export function settingsSender(
  settings: { email: string; host: string; port: number; secure: boolean },
  pass: string,
  env: Env,
): Sender {
  const { email, host, port, secure } = settings
  return {
    source: 'settings',
    host,
    port,
    secure,
    auth: { user: email, pass },
    from: `"${env.brand.programName.replace(/["\\]/g, '')}" <${email}>`,
    replyTo: replyAddress(env, email),
  }
}
