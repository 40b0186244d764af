import type { Router } from 'express'
import { systemState } from '@shared/system'
import { buildInfo } from '../../build-info'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { isMailConfigured } from '../mail/find-sender'
import { findTextSettings } from '../texts/queries'
import { judge } from './judgements'
import { lookAround } from './look-around'
import { presentQueue } from './presenter'
import { describeDatabase, findLastSent } from './queries'

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

export function adminSystemRoutes(context: Context): Router {
  const { env, db, storage, scanner } = context
  const routes = createRoutes(context)

  routes.get(
    '/system',
    {
      about:
        '`troubles` are what the alerts of docs/deploy are about; `examination` is what the portal found when it last looked at itself, each night.',
      out: systemState,
    },
    async () => {
      const seen = await lookAround({ db, storage })
      const { queues, backup, disks, examination } = seen
      const [last, hasMail, texts, database] = await Promise.all([
        findLastSent(db),
        isMailConfigured(db, env),
        findTextSettings(db),
        describeDatabase(db),
      ])
      return {
        ...buildInfo,
        startedAt,
        email: { isConfigured: hasMail, lastAt: last.email },
        texts: { isConfigured: texts !== null, lastAt: last.texts },
        scanner: { isConfigured: scanner !== null },
        storage: { kind: env.storage.kind },
        database,
        queues: {
          email: presentQueue(queues.mails),
          texts: presentQueue(queues.texts),
          scanner: presentQueue(queues.scans),
          jobs: presentQueue(queues.jobs),
        },
        backup,
        disks,
        examination,
        troubles: judge(seen),
      }
    },
  )

  return routes.router
}
