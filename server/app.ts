import { resolve } from 'node:path'
import express, { type Express, type Request, type Router } from 'express'
import type { Pool } from 'pg'
import { pages } from '@shared/pages'
import type { Portal } from './ctx'
import type { Database } from './db/client'
import { endOldestSessions } from './db/user-sessions'
import { adminEmailChangeRoutes, emailRoutes } from './features/accounts/email-change/routes'
import { ownAccountRoutes } from './features/accounts/own-account-routes'
import type { Passwords } from './features/accounts/passwords'
import { prepareFindSession } from './features/accounts/queries'
import { deskRoutes } from './features/referrals/desk/routes'
import { accountRoutes, createLocalStrategy } from './features/accounts/routes'
import {
  adminSecondFactorRoutes,
  secondFactorRoutes,
} from './features/accounts/second-factor-routes'
import { adminAuditRoutes } from './features/audit/admin-routes'
import { adminConsentRoutes, consentRoutes } from './features/consents/routes'
import { adminBulkRunRoutes } from './features/bulk-runs/admin-routes'
import { adminCredentialRoutes } from './features/credentials/admin-routes'
import { credentialRoutes } from './features/credentials/routes'
import { adminDecisionRoutes } from './features/decisions/admin-routes'
import { adminExportRoutes } from './features/exports/admin-routes'
import { ownDataRoutes } from './features/exports/copy/routes'
import { adminEntrepreneurRoutes } from './features/entrepreneurs/admin-routes'
import { adminFileRoutes } from './features/files/admin-routes'
import { fileRoutes, uploadRoutes, uploadedFileRoutes } from './features/files/routes'
import { adminMailRoutes } from './features/mail/admin-routes'
import { mailChoiceRoutes } from './features/mail/routes'
import { adminMatchRoutes } from './features/matches/admin-routes'
import { adminMessageRoutes } from './features/messages/admin-routes'
import { messageRoutes } from './features/messages/routes'
import { linkRoutes } from './features/referrals/link-routes'
import { adminOverviewRoutes } from './features/overview/admin-routes'
import { paymentSettingsRoutes } from './features/payouts/payment-settings-routes'
import { adminNoteRoutes } from './features/notes/admin-routes'
import { adminQuestionRoutes, questionRoutes } from './features/questions/routes'
import { adminPayoutRoutes } from './features/payouts/admin-routes'
import { adminRewardRoutes } from './features/rewards/admin-routes'
import { adminReferralRoutes } from './features/referrals/admin-routes'
import { adminScoreRoutes } from './features/scores/admin-routes'
import { adminSystemRoutes } from './features/system/admin-routes'
import { adminTextRoutes } from './features/texts/admin-routes'
import { textWebhookRoutes } from './features/texts/webhook-routes'
import { adminUserRoutes } from './features/users/admin-routes'
import { readJsonBody, refuseLargeBodies } from './http/body-limits'
import type { Context } from './http/context'
import { handleErrors, unknownApiPath } from './http/error-handler'
import { healthRoutes } from './http/health-routes'
import { requireAdmin, allowBeforeSetup, noteMissingStep } from './http/guards'
import { limitCostlyCalls, limitUploads, limitDocuments } from './http/limit-concurrency'
import { logRequests } from './http/logger'
import { servePages } from './http/pages'
import type { RateLimits } from './http/rate-limits'
import { receiveFile } from './http/receive-file'
import {
  refuseMisspelledCalls,
  requireHttp1,
  requireHttps,
  requireSameOrigin,
  warnOfUntrustedProxy,
  endSlowRequests,
} from './http/refuse-requests'
import { noReferrer, securityHeaders } from './http/security-headers'
import { createSessions } from './http/session'
import { meetingRoutes, matchRoutes } from './features/matches/routes'

export interface Deps extends Portal {
  searches: Database
  pool: Pool
  limits: RateLimits
  passwords: Passwords
  /** Measures requests and publishes the numbers; null without METRICS_TOKEN. */
  metrics: Router | null
  /** What settings, database and documents no longer agree on; see `identity.ts`. */
  findDisagreements: () => Promise<string[]>
  /** The folder of the built client; null while Vite serves it. */
  clientDir: string | null
  /** Whether this process was told to end. */
  isStopping: () => boolean
}

/** The whole HTTP side of the portal: every middleware and every mount, in order. */
export function createApp(deps: Deps): Express {
  const { env, db, pool, limits, passwords, logger, clientDir, storage } = deps
  const findSession = prepareFindSession(db)
  const sessions = createSessions({
    env,
    pool,
    logger,
    accounts: {
      findSession,
      endOldestSessions: (userId, kept) => endOldestSessions(db, userId, kept),
    },
    strategy: createLocalStrategy(deps, { passwords, limits }),
  })
  const isStillLoggedIn = async ({ sessionID, user }: Request) => {
    const found = await findSession(sessionID)
    return found?.user?.id === user?.id && found?.user?.passwordVersion === user?.passwordVersion
  }
  const context: Context = {
    ...deps,
    limitDocuments: limitDocuments(env.limitFactor),
    receiveUpload: [limitUploads(env.limitFactor), receiveFile(storage.incoming)],
    sessions,
  }

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', env.trustProxy.length > 0 ? env.trustProxy : false)
  app.set('etag', false)
  app.enable('case sensitive routing')

  app.use(logRequests(logger))
  app.use(securityHeaders(env))
  app.use(requireHttp1)
  if (deps.metrics) app.use(deps.metrics)
  app.use(
    [
      pages.resetPassword,
      pages.confirmEmail,
      pages.verifyEmail,
      pages.stopEmailChange,
      pages.meet,
      pages.photo,
      pages.emailChoices,
    ],
    noReferrer,
  )
  app.use(healthRoutes(context, deps))
  app.use('/r', limits.everyCall, linkRoutes(context))
  app.use(['/api', '/sms'], endSlowRequests({ windowMs: 60_000, minBytesPerWindow: 600_000 }))
  app.use('/sms', textWebhookRoutes(context))
  app.use(['/api', '/uploads'], warnOfUntrustedProxy(logger), requireHttps(env))
  app.use(['/api', '/uploads'], limits.everyCall, requireSameOrigin(env), refuseLargeBodies)
  // Before the session is looked up: it may end while a body is being received.
  app.use('/api', readJsonBody)
  app.use(['/api', '/uploads'], sessions.middleware, noteMissingStep(env))

  app.use('/api', accountRoutes(context, passwords))
  app.use(
    ['/api/second-factor', '/api/admin/second-factor', '/api/reauthenticate'],
    allowBeforeSetup('second-factor-setup-required'),
  )
  app.use(
    '/api/admin',
    requireAdmin,
    limitCostlyCalls({ factor: env.limitFactor, isStillLoggedIn }),
    adminOverviewRoutes(context),
    adminSystemRoutes(context),
    adminUserRoutes(context),
    adminScoreRoutes(context),
    adminNoteRoutes(context),
    adminReferralRoutes(context),
    adminFileRoutes(context),
    adminCredentialRoutes(context),
    adminDecisionRoutes(context),
    adminQuestionRoutes(context),
    adminConsentRoutes(context),
    adminMessageRoutes(context),
    adminMailRoutes(context),
    adminTextRoutes(context),
    adminAuditRoutes(context),
    adminExportRoutes(context),
    adminSecondFactorRoutes(context, passwords),
    adminEmailChangeRoutes(context),
    adminBulkRunRoutes(context),
    adminRewardRoutes(context),
    adminPayoutRoutes(context),
    adminEntrepreneurRoutes(context),
    adminMatchRoutes(context),
    secondFactorRoutes(context, passwords),
  )
  app.use('/api', ownAccountRoutes(context, passwords))
  app.use('/api', ownDataRoutes(context, passwords))
  app.use('/api', secondFactorRoutes(context, passwords))
  app.use('/api', emailRoutes(context, passwords))
  app.use('/api', deskRoutes(context))
  app.use('/api', paymentSettingsRoutes(context, passwords))
  app.use('/api', uploadRoutes(context))
  app.use('/api', fileRoutes(context))
  app.use('/api', credentialRoutes(context))
  app.use('/api', questionRoutes(context))
  app.use('/api', consentRoutes(context))
  app.use('/api', mailChoiceRoutes(context))
  app.use('/api', messageRoutes(context))
  app.use('/api', matchRoutes(context))
  app.use('/api', meetingRoutes(context))
  app.use('/api', unknownApiPath)
  app.use('/uploads', uploadedFileRoutes(context), unknownApiPath)
  app.use(refuseMisspelledCalls)

  app.use(clientDir ? servePages(resolve(clientDir), env.publicOrigin) : unknownApiPath)
  app.use(handleErrors)
  return app
}
