import { withDatabase } from '@server/cli/with-database'
import { createCtx } from '@server/ctx'
import { createSealer } from '@server/db/sealing'
import { loadEnv } from '@server/env'
import { portalItself } from '@server/features/audit/record-event'
import { createPasswords } from '@server/features/accounts/passwords'
import { createLogger } from '@server/http/logger'
import { openStorage } from '@server/open-storage'
import { seedPortal } from './seed'

/** `npm run lab -- seed`: demo people in the portal of `.env`, once. */
const env = loadEnv()
const sealer = createSealer(env.dataKeys)
const passwords = createPasswords({ peppers: env.passwordPeppers, cost: env.bcryptCost })
console.log(
  await withDatabase(env, async (db) => {
    const logger = createLogger(env)
    const storage = await openStorage(env, db, logger)
    const portal = { env, db, storage, scanner: null, sealer, logger }
    return seedPortal({ ...createCtx(portal, portalItself), passwords })
  }),
)
