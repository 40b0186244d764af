import type { Router } from 'express'
import { savePaymentSettingsRequest } from '@shared/payment-settings'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import type { Passwords } from '../accounts/passwords'
import { presentPaymentSettings } from './presenter'
import { findPaymentSettings } from './queries'
import { savePaymentSettings } from './save-payment-settings'

/** Where the logged-in person's money goes. */
export function paymentSettingsRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer } = context
  const deps = { db, passwords, limits, sealer, mail: { env, sealer } }
  const router = createRouter()

  router.get('/payment-settings', requireUser, async (req, res) => {
    res.json(presentPaymentSettings(await findPaymentSettings(db, currentUser(req).id)))
  })

  router.put(
    '/payment-settings',
    requireUser,
    withBody(savePaymentSettingsRequest, async (settings, req, res) => {
      const from = { by: getActor(req), caller: getCaller(req) }
      res.json(presentPaymentSettings(await savePaymentSettings({ ...deps, settings, ...from })))
    }),
  )

  return router
}
