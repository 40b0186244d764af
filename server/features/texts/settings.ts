import { unchangedToken, type TextSettingsRequest, type TextTestResult } from '@shared/texts'
import type { Database, Queryable } from '../../db/client'
import { textSettings } from '../../db/schema/texts'
import { badRequest, conflict } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { findProvider, getTextSettings, sealedTextToken } from './queries'
import { findAccountProblem, postText, type Provider } from './twilio'

const noToken = 'No auth token is stored yet. Please enter it.'
const otherAccount = 'Please enter the auth token again to use it with another account.'

/** Stores the provider's account, its token sealed. Throws 400 for a token that is missing. */
export async function saveTextSettings(
  input: MailDeps & { db: Database; settings: TextSettingsRequest; by: Actor },
): Promise<void> {
  const { db, sealer, settings, by } = input
  await db.transaction(async (tx) => {
    const { accountSid, sender, authToken } = await buildProvider(tx, input, settings)
    const { kinds } = settings
    const sealedToken = sealer.seal(authToken, sealedTextToken)
    const columns = { accountSid, sender, sealedToken, kinds }
    await tx
      .insert(textSettings)
      .values(columns)
      .onConflictDoUpdate({ target: textSettings.id, set: { ...columns, updatedAt: new Date() } })
    await recordEvent(tx, by, 'settings.changed', {
      object: 'settings:texts',
      details: { accountSid, sender, events: kinds.join(', ') },
    })
  })
}

/** Whether the provider knows these settings, saved or not. Throws 400 as saving them would. */
export async function testTextSettings(
  input: MailDeps & { db: Queryable; settings: TextSettingsRequest },
): Promise<TextTestResult> {
  const { db, env, settings } = input
  const provider = await buildProvider(db, input, settings)
  const problem = await findAccountProblem(env.smsApiUrl, provider)
  return problem
    ? { success: false, message: problem }
    : { success: true, message: 'The provider accepted the account SID and the auth token.' }
}

/** Sends a text immediately, past the outbox: to the administrator's own phone, to see that it arrives. */
export async function sendTestText(
  input: MailDeps & { db: Queryable; to: string },
): Promise<TextTestResult> {
  const { db, env, sealer, to } = input
  const provider = await findProvider(db, sealer)
  if (!provider) throw conflict('Please save the settings first.')
  const outcome = await postText(env.smsApiUrl, provider, {
    to: `+1${to.replaceAll(/\D/g, '').slice(-10)}`,
    body: `${env.brand.programName}: This is a test text. Reply STOP to opt out.`,
  })
  return outcome.kind === 'sent'
    ? { success: true, message: 'The provider took the text.' }
    : { success: false, message: outcome.reason }
}

async function buildProvider(
  db: Queryable,
  { sealer }: MailDeps,
  { accountSid, sender, authToken: typed }: TextSettingsRequest,
): Promise<Provider> {
  const stored = await getTextSettings(db)
  const isKept = stored !== null && (!typed || typed === unchangedToken)
  if (!isKept) {
    if (!typed || typed === unchangedToken) throw refusedToken(noToken)
    return { accountSid, sender, authToken: typed }
  }
  // Someone with the session, but without the token, must not have it tried on another account.
  if (stored.accountSid !== accountSid) throw refusedToken(otherAccount)
  const provider = await findProvider(db, sealer).catch(() => null)
  if (!provider) throw refusedToken('The stored auth token can’t be opened. Please enter it again.')
  return { accountSid, sender, authToken: provider.authToken }
}

const refusedToken = (message: string) => badRequest(message, { authToken: message })
