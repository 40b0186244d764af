import express, { type Request, type RequestHandler, type Router } from 'express'
import { recordId } from '@shared/lists'
import type { TextStatus } from '@shared/texts'
import { forbidden, notFound, tooLarge } from '../../errors'
import { formLimit, refuseLargeForms, withinLimit } from '../../http/body-limits'
import type { Context } from '../../http/context'
import { createVisitorRoutes } from '../../http/routes'
import { hearText, noteStatus } from './hear-text'
import { findProvider } from './queries'
import { isSignedBy } from './twilio'

const formType = 'application/x-www-form-urlencoded'
const mostFields = 100

const readText = withinLimit(formLimit, express.text({ type: formType, limit: formLimit.bytes }))

/** Reads a form once. Any other body is left unread, and has no fields. */
const readForm: RequestHandler = (req, res, next) =>
  readText(req, res, (error?: unknown) => {
    const body: unknown = req.body
    const form = typeof body === 'string' ? body : ''
    if (!error && form.split('&', mostFields + 1).length > mostFields)
      error = tooLarge('The request has too many fields.')
    req.body = error ? undefined : new URLSearchParams(form)
    next(error)
  })

/**
 * Calls of the text message provider: replies, and the outcome of a text. They have no session; their signature says
 * who calls. Mounted on /sms, before the API.
 */
export function textWebhookRoutes(context: Context): Router {
  const { db, env, sealer, limits } = context
  const routes = createVisitorRoutes(context)

  /** Throws 404 while no provider is connected, 403 for a call that the provider didn't sign. */
  const requireSignature: RequestHandler = async (req, _res, next) => {
    const provider = await findProvider(db, sealer)
    if (!provider) throw notFound()
    const form: URLSearchParams = req.body
    const signature = req.get('X-Twilio-Signature') ?? ''
    // The address as the provider was given it: behind a proxy, the request itself has another one.
    const url = `${env.publicOrigin}${req.originalUrl}`
    if (!isSignedBy(provider.authToken, { url, form, signature }))
      throw forbidden('This call is not signed by the provider.', 'text signature')
    // The caller is known by now: the provider may call as often as it has something to say.
    await limits.refundCall(req)
    next()
  }

  routes.router.use(refuseLargeForms, limits.everyCall, readForm, requireSignature)

  routes.post(
    '/incoming',
    {
      about:
        'Signed by the provider (`X-Twilio-Signature`). STOP and START change consents; other words of someone known go to the messages.',
      takes: formType,
      sends: 'text/xml',
    },
    async (ctx, { req, res }) => {
      const read = readStorable(req)
      const [from, providerId] = [read('From'), read('MessageSid')]
      const reply = {
        body: read('Body') ?? '',
        optOutType: read('OptOutType'),
        hasPicture: Number(read('NumMedia') ?? 0) > 0,
      }
      if (from && providerId) await hearText(ctx, { from, providerId, ...reply })
      res.type('text/xml').send('<Response/>')
    },
  )

  routes.post(
    '/status/:id',
    { takes: formType, sends: 'text/plain', status: 204 },
    async (_ctx, { req, res }) => {
      const read = readStorable(req)
      const id = recordId.safeParse(req.params['id'])
      const status = statuses.get(read('MessageStatus') ?? '')
      const providerId = read('MessageSid')
      if (id.success && status && providerId)
        await noteStatus(db, { id: id.data, providerId, status, code: read('ErrorCode') })
      res.status(204).end()
    },
  )
  return routes.router
}

/** A field by its name, without what the database can't store. */
function readStorable(req: Request) {
  const form: URLSearchParams = req.body
  return (name: string) => form.get(name)?.replaceAll('\0', '').toWellFormed() ?? null
}

/** The provider's words for the outcome of a text. */
const statuses = new Map<string, TextStatus>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
])
