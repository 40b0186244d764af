import { once } from 'node:events'
import { createApp } from '@server/app'
import { createHttpServer } from '@server/http/http-server'
import type { TestApp } from './app'

/** The same portal on another port, which counts the contents that it has opened. */
export async function startCountingPortal(app: TestApp) {
  let opened = 0
  const storage: typeof app.storage = {
    ...app.storage,
    open(storageKey) {
      opened += 1
      return app.storage.open(storageKey)
    },
  }
  const server = createHttpServer(createApp({ ...app, storage }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    opened: () => opened,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
