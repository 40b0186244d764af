import express, { type Request, type Router } from 'express'
import { and, eq, inArray } from 'drizzle-orm'
import { recordId } from '@shared/lists'
import type { TextStatus } from '@shared/texts'
import type { Database } from '../../db/client'
import { texts } from '../../db/schema/texts'
import { forbidden, notFound } from '../../errors'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { hearText } from './hear-text'
import { findProvider } from './queries'
import { isSignedBy } from './twilio'

const readForm = express.text({ type: 'application/x-www-form-urlencoded', limit: '16kb' })

/**
 * Calls of the text message provider: replies, and what became of a text. They have no session; their signature says
 * who calls. Mounted on /sms, before the API.
 */
export function textWebhookRoutes({ db, env, sealer }: Context): Router {
  const router = createRouter()
  router.use(readForm)

  /** Throws 404 while no provider is connected, 403 for a call that the provider didn't sign. */
  async function readSigned(req: Request): Promise<URLSearchParams> {
    const provider = await findProvider(db, sealer)
    if (!provider) throw notFound()
    const form = new URLSearchParams(typeof req.body === 'string' ? req.body : '')
    const signature = req.get('X-Twilio-Signature') ?? ''
    // The address as the provider was given it: behind a proxy, the request itself tells another one.
    const url = `${env.publicOrigin}${req.originalUrl}`
    if (!isSignedBy(provider.authToken, { url, form, signature }))
      throw forbidden('This call is not signed by the provider.', 'text signature')
    return form
  }

  router.post('/incoming', async (req, res) => {
    const form = await readSigned(req)
    const [from, body, providerId] = ['From', 'Body', 'MessageSid'].map((name) => form.get(name))
    if (from && providerId)
      await hearText(db, { env, sealer }, { from, body: withoutNul(body ?? ''), providerId })
    res.type('text/xml').send('<Response/>')
  })

  router.post('/status/:id', async (req, res) => {
    const form = await readSigned(req)
    const id = recordId.safeParse(req.params.id)
    const status = statuses.get(form.get('MessageStatus') ?? '')
    if (id.success && status)
      await noteStatus(db, { id: id.data, status, code: form.get('ErrorCode') })
    res.status(204).end()
  })
  return router
}

const withoutNul = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** The provider's words for what became of a text. */
const statuses = new Map<string, TextStatus>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
])

/** Calls come repeated and out of order, and a status only moves forward. */
const before: Partial<Record<TextStatus, TextStatus[]>> = {
  sent: ['sending'],
  delivered: ['sending', 'sent', 'failed'],
  undelivered: ['sending', 'sent'],
}

async function noteStatus(
  db: Database,
  { id, status, code }: { id: number; status: TextStatus; code: string | null },
): Promise<void> {
  const lastError =
    status === 'undelivered'
      ? `The carrier didn’t deliver it${code ? ` (${code.slice(0, 10)})` : ''}.`
      : null
  await db
    .update(texts)
    .set({ status, lastError })
    .where(and(eq(texts.id, id), inArray(texts.status, before[status] ?? [])))
}
