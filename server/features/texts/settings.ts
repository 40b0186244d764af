import {
  unchangedToken,
  writeComposedText,
  type TextSettingsRequest,
  type TextTestResult,
} from '@shared/texts'
import type { Ctx } from '../../ctx'
import { noteWorking } from '../../db/outages'
import { textSettings } from '../../db/schema/texts'
import { badRequest, conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import {
  findProvider,
  findTextSettings,
  noProvider,
  sealedTextToken,
  TextSetupError,
} from './queries'
import { noteOutcome } from './send-text'
import { findAccountProblem, postText, type Provider } from './twilio'

const noToken = 'No auth token is stored yet. Please enter it.'
const otherAccount = 'Please enter the auth token again to use it with another account.'

/** Stores the provider's account, its token sealed; an outage of the one before is over. Throws 400 for a token that is missing. */
export async function saveTextSettings(ctx: Ctx, settings: TextSettingsRequest): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    const { accountSid, sender, authToken } = await buildProvider(inTx, settings)
    const { kinds } = settings
    const sealedToken = sealer.seal(authToken, sealedTextToken)
    const columns = { accountSid, sender, sealedToken, kinds }
    await tx
      .insert(textSettings)
      .values(columns)
      .onConflictDoUpdate({ target: textSettings.id, set: { ...columns, updatedAt: new Date() } })
    await noteWorking(tx, 'texts')
    await recordEvent(inTx, 'settings.changed', 'settings:texts', {
      accountSid,
      sender,
      events: kinds.join(', '),
    })
  })
}

/** Deletes the provider, its token, and the events to text. Throws 404 without one. */
export async function deleteTextSettings(ctx: Ctx): Promise<void> {
  await ctx.tx(async ({ db: tx, by }) => {
    const [settings] = await tx
      .delete(textSettings)
      .returning({ accountSid: textSettings.accountSid })
    if (!settings) throw notFound(noProvider)
    await noteWorking(tx, 'texts')
    await recordEvent({ db: tx, by }, 'settings.changed', 'settings:texts', {
      accountSid: settings.accountSid,
      isConnected: false,
    })
  })
}

/** Whether the provider knows these settings, saved or not. Throws 400 as saving them would. */
export async function testTextSettings(
  ctx: Ctx,
  settings: TextSettingsRequest,
): Promise<TextTestResult> {
  const provider = await buildProvider(ctx, settings)
  const problem = await findAccountProblem(ctx.env.smsApiUrl, provider)
  return problem
    ? { success: false, message: problem }
    : { success: true, message: 'The provider accepted the account SID and the auth token.' }
}

/** Sends a text immediately, past the outbox: to the administrator's own phone, to see that it arrives. */
export async function sendTestText(ctx: Ctx, to: string): Promise<TextTestResult> {
  const { db, env, by } = ctx
  const provider = await findProviderOrRefuse(ctx)
  if (!provider) throw conflict('Please save the settings first.')
  const outcome = await postText(env.smsApiUrl, provider, {
    to: `+1${to}`,
    body: writeComposedText('This is a test text.', env.brand),
  })
  await noteOutcome(db, outcome)
  const details = { isAccepted: outcome.kind === 'sent' }
  await recordEvent({ db, by }, 'text.tested', 'settings:texts', details)
  return outcome.kind === 'sent'
    ? { success: true, message: 'The provider accepted the text.' }
    : { success: false, message: outcome.reason }
}

async function buildProvider(
  ctx: Ctx,
  { accountSid, sender, authToken: typed }: TextSettingsRequest,
): Promise<Provider> {
  const stored = await findTextSettings(ctx.db)
  const isKept = stored !== null && (!typed || typed === unchangedToken)
  if (!isKept) {
    if (!typed || typed === unchangedToken) throw refusedToken(noToken)
    return { accountSid, sender, authToken: typed }
  }
  // Someone with the session, but without the token, must not have it tried on another account.
  if (stored.accountSid !== accountSid) throw refusedToken(otherAccount)
  const provider = await findProviderOrRefuse(ctx)
  if (!provider) throw refusedToken(noToken)
  return { accountSid, sender, authToken: provider.authToken }
}

/** Throws 400, beside the token, when the stored one can't be opened. */
async function findProviderOrRefuse({ db, sealer }: Ctx) {
  try {
    return await findProvider(db, sealer)
  } catch (error) {
    throw error instanceof TextSetupError ? refusedToken(error.message) : error
  }
}

const refusedToken = (message: string) => badRequest(message, { authToken: message })
