import type { Router } from 'express'
import { smsReadiness } from '@shared/mail'
import {
  composeTextRequest,
  listedText,
  testTextRequest,
  textListQuery,
  textSettings,
  textSettingsRequest,
  textTestResult,
} from '@shared/texts'
import { pages } from '@shared/pages'
import { mapRows, readPage } from '../../db/lists/list-page'
import type { Context } from '../../http/context'
import { requireRecentReauthentication } from '../../http/guards'
import { createRoutes } from '../../http/routes'
import { countTextConsents } from '../consents/queries'
import { findTextSettings, textList, type TextRow } from './queries'
import { deleteTextSettings, saveTextSettings, sendTestText, testTextSettings } from './settings'
import { cancelText, composeText } from './queue-text'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminTextRoutes(context: Context): Router {
  const { db, limits } = context
  const { publicOrigin, brand } = context.env
  const routes = createRoutes(context)
  const before = [requireRecentReauthentication]

  async function readSettings() {
    const provider = await findTextSettings(db)
    return {
      provider,
      kinds: provider?.kinds.filter((kind) => kind !== 'composed') ?? [],
      webhook: `${publicOrigin}/sms/incoming`,
      programName: brand.programName,
      link: `${publicOrigin}${pages.dashboard}`,
    }
  }

  routes.get('/sms', { out: smsReadiness }, async () => ({ agreed: await countTextConsents(db) }))

  routes.get('/settings/texts', { out: textSettings }, readSettings)

  routes.put(
    '/settings/texts',
    { before, body: textSettingsRequest, out: textSettings },
    async (ctx, { body }) => {
      await saveTextSettings(ctx, body)
      return readSettings()
    },
  )

  routes.delete('/settings/texts', { before, out: textSettings }, async (ctx) => {
    await deleteTextSettings(ctx)
    return readSettings()
  })

  routes.post(
    '/settings/texts/test-connection',
    { before, body: textSettingsRequest, out: textTestResult },
    async (ctx, { body }) => {
      await limits.consume(['mailTest', String(ctx.by.id)])
      return testTextSettings(ctx, body)
    },
  )

  routes.post(
    '/settings/texts/send-test',
    { before, body: testTextRequest, out: textTestResult },
    async (ctx, { body: { to } }) => {
      await limits.consume(['mailTest', String(ctx.by.id)])
      return sendTestText(ctx, to)
    },
  )

  routes.list('/texts', { query: textListQuery, out: listedText }, async (_ctx, query) =>
    mapRows(await readPage(context, textList, query), presentText),
  )

  routes.post(
    '/texts',
    {
      about:
        'With the program’s name and how to opt out around it. 409 for someone who did not agree to texts or has no US number.',
      body: composeTextRequest,
      out: listedText,
      status: 201,
    },
    async (ctx, { body }) => presentText(await composeText(ctx, body)),
  )

  routes.post('/texts/:id/cancel', { out: listedText }, async (ctx, { id }) =>
    presentText(await cancelText(ctx, id)),
  )

  return routes.router
}

const presentText = (row: TextRow) => ({
  ...row,
  person: { id: row.personId, name: row.personName },
  nextAttemptAt: row.status === 'queued' ? row.nextAttemptAt : null,
})
