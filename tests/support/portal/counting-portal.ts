import { once } from 'node:events'
import { listen } from '@tests/support/network/listen'
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
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    opened: () => opened,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
