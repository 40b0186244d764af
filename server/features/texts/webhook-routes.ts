import express, { type Request, type Router } from 'express'
import { recordId } from '@shared/lists'
import type { TextStatus } from '@shared/texts'
import { forbidden, notFound } from '../../errors'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { hearText, noteStatus } from './hear-text'
import { findProvider } from './queries'
import { isSignedBy } from './twilio'

const readForm = express.text({ type: 'application/x-www-form-urlencoded', limit: '16kb' })

/**
 * Calls of the text message provider: replies, and the outcome of a text. They have no session; their signature says
 * who calls. Mounted on /sms, before the API.
 */
export function textWebhookRoutes({ db, env, sealer, limits }: Context): Router {
  const router = createRouter()

  /** Throws 404 while no provider is connected, 403 for a call that the provider didn't sign. */
  async function requireSignature(req: Request): Promise<void> {
    const provider = await findProvider(db, sealer)
    if (!provider) throw notFound()
    const form = readFields(req)
    const signature = req.get('X-Twilio-Signature') ?? ''
    // The address as the provider was given it: behind a proxy, the request itself has another one.
    const url = `${env.publicOrigin}${req.originalUrl}`
    if (!isSignedBy(provider.authToken, { url, form, signature }))
      throw forbidden('This call is not signed by the provider.', 'text signature')
  }

  // A call of the provider is never limited; the others are counted.
  router.use(readForm, async (req, res, next) => {
    try {
      await requireSignature(req)
    } catch (error) {
      await limits.everyCall(req, res, () => next(error))
      return
    }
    next()
  })

  router.post('/incoming', async (req, res) => {
    const [from, body, providerId] = ['From', 'Body', 'MessageSid'].map(readStorable(req))
    if (from && providerId)
      await hearText(db, { env, sealer }, { from, body: body ?? '', providerId })
    res.type('text/xml').send('<Response/>')
  })

  router.post('/status/:id', async (req, res) => {
    const read = readStorable(req)
    const id = recordId.safeParse(req.params.id)
    const status = statuses.get(read('MessageStatus') ?? '')
    const providerId = read('MessageSid')
    if (id.success && status && providerId)
      await noteStatus(db, { id: id.data, providerId, status, code: read('ErrorCode') })
    res.status(204).end()
  })
  return router
}

const readFields = ({ body }: Request) => new URLSearchParams(typeof body === 'string' ? body : '')

/** A field by its name, without what the database can't store. */
function readStorable(req: Request) {
  const form = readFields(req)
  return (name: string) => form.get(name)?.replaceAll('\0', '').toWellFormed() ?? null
}

/** The provider's words for the outcome of a text. */
const statuses = new Map<string, TextStatus>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
])
