import { once } from 'node:events'
import request from 'supertest'
import { afterAll } from 'vitest'
import { readQueues } from '@server/db/read-queues'
import { getBackupAge } from '@server/features/backups/queries'
import { drawFreePort } from '@server/free-port'
import { startMetrics } from '@server/start-metrics'
import type { TestApp } from './app'

const metricsToken = 'metrics-token-0123456789-abcdefghijklm'

export interface Metrics {
  url: string
  /** Everything that is told, in the words of Prometheus. */
  read(): Promise<string>
}

/** Measures a test's app from now on, as `METRICS_PORT` and `METRICS_TOKEN` do. */
export async function measureApp(app: TestApp): Promise<Metrics> {
  const port = await drawFreePort()
  const address = { port, host: '127.0.0.1', token: metricsToken }
  const server = await startMetrics(app.server, address, {
    pools: { main: app.pool },
    lists: app.lists,
    countWaitingPasswords: () => app.passwords.countWaiting(),
    readQueues: () => readQueues(app.db),
    readBackupAge: () => getBackupAge(app.db),
    storage: app.storage,
  })
  afterAll(async () => {
    server.close()
    await once(server, 'close')
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    async read() {
      const { text } = await request(url)
        .get('/metrics')
        .set('Authorization', `Bearer ${metricsToken}`)
        .expect(200)
      return text
    },
  }
}
