import type { Router } from 'express'
import { payoutRestDays } from '@shared/payment-methods'
import { paymentSettingsState, savePaymentSettingsRequest } from '@shared/payment-settings'
import type { Context } from '../../http/context'
import { requireUser } from '../../http/guards'
import { createRoutes } from '../../http/routes'
import type { Passwords } from '../accounts/passwords'
import { findPaymentSettings } from './queries'
import { getCaller } from '../../http/client-address'
import { savePaymentSettings } from './payment-details'

/** How the logged-in person is paid. */
export function paymentSettingsRoutes(context: Context, passwords: Passwords): Router {
  const { db, limits } = context
  const routes = createRoutes(context)
  const before = [requireUser]

  async function readSettings(userId: number) {
    const settings = await findPaymentSettings(db, userId)
    if (!settings) return { settings }
    const restsUntil = new Date(settings.changedAt.getTime() + payoutRestDays * 86_400_000)
    return {
      settings: { ...settings, restsUntil: restsUntil.getTime() > Date.now() ? restsUntil : null },
    }
  }

  routes.get('/payment-settings', { before, out: paymentSettingsState }, ({ by }) =>
    readSettings(by.id),
  )

  routes.put(
    '/payment-settings',
    {
      about:
        'The details are sealed and never come back. Payouts pause for three days. Takes proof.',
      before,
      body: savePaymentSettingsRequest,
      out: paymentSettingsState,
    },
    async (ctx, { body, req }) => {
      const login = { passwords, limits, caller: getCaller(req) }
      await savePaymentSettings(ctx, login, body)
      return readSettings(ctx.by.id)
    },
  )

  return routes.router
}
