import type { Router } from 'express'
import type { SmsReadiness } from '@shared/mail'
import {
  composeTextRequest,
  testTextRequest,
  textListQuery,
  textSettingsRequest,
  type ListedText,
  type TextSettings,
} from '@shared/texts'
import { pages } from '@shared/pages'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { currentUser, requireRecentReauthentication } from '../../http/guards'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import type { Env } from '../../env'
import { countTextConsents } from '../consents/queries'
import { cancelText, composeText } from './manage-texts'
import { getTextSettings, listTexts, type TextRow } from './queries'
import { deleteTextSettings, saveTextSettings, sendTestText, testTextSettings } from './settings'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminTextRoutes(context: Context): Router {
  const { db, env, sealer, limits } = context
  const router = createRouter()
  const deps = { db, env, sealer }
  const current = async () => presentTextSettings(await getTextSettings(db), env)

  router.get('/sms', async (_req, res) => {
    res.json({ agreed: await countTextConsents(db) } satisfies SmsReadiness)
  })

  router.get('/settings/texts', async (_req, res) => {
    res.json(await current())
  })

  router.put(
    '/settings/texts',
    requireRecentReauthentication,
    withBody(textSettingsRequest, async (settings, req, res) => {
      await saveTextSettings({ ...deps, settings, by: getActor(req) })
      res.json(await current())
    }),
  )

  router.delete('/settings/texts', requireRecentReauthentication, async (req, res) => {
    await deleteTextSettings({ db, by: getActor(req) })
    res.json(await current())
  })

  router.post(
    '/settings/texts/test-connection',
    requireRecentReauthentication,
    withBody(textSettingsRequest, async (settings, req, res) => {
      await limits.consume(['mailTest', String(currentUser(req).id)])
      res.json(await testTextSettings({ ...deps, settings }))
    }),
  )

  router.post(
    '/settings/texts/send-test',
    requireRecentReauthentication,
    withBody(testTextRequest, async ({ to }, req, res) => {
      await limits.consume(['mailTest', String(currentUser(req).id)])
      res.json(await sendTestText({ ...deps, to, by: getActor(req) }))
    }),
  )

  router.get(
    '/texts',
    withQuery(textListQuery, async (query, req, res) => {
      const page = await listTexts(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentText), query })
    }),
  )

  router.post(
    '/texts',
    withBody(composeTextRequest, async (draft, req, res) => {
      const text = await composeText({ ...deps, draft, by: getActor(req) })
      res.status(201).json(presentText(text))
    }),
  )

  router.post('/texts/:id/cancel', async (req, res) => {
    res.json(presentText(await cancelText({ db, textId: pathId(req), by: getActor(req) })))
  })

  return router
}

function presentTextSettings(
  row: Awaited<ReturnType<typeof getTextSettings>>,
  { publicOrigin, brand }: Env,
): TextSettings {
  return {
    provider: row && { accountSid: row.accountSid, sender: row.sender },
    kinds: row?.kinds.filter((kind) => kind !== 'composed') ?? [],
    webhook: `${publicOrigin}/sms/incoming`,
    programName: brand.programName,
    link: `${publicOrigin}${pages.dashboard}`,
  }
}

function presentText(row: TextRow): ListedText {
  const { id, recipient, kind, segments, status, lastError } = row
  return {
    id,
    person: { id: row.personId, name: row.personName },
    recipient,
    kind,
    segments,
    status,
    lastError,
    nextAttemptAt: status === 'queued' ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}
