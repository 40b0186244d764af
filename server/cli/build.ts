import { resolve } from 'node:path'
import { build } from 'vite'
import { buildClient } from './build-client'

/** `npm run build`: the client, precompressed, and the server, its dependencies left outside. */
async function main(): Promise<void> {
  await buildClient(resolve('dist/client'))
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    build: {
      ssr: true,
      // Documents are read in a process of their own.
      rollupOptions: {
        input: {
          index: 'server/index.ts',
          'reading-process': 'server/features/scores/reading-process.ts',
        },
      },
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node20',
    },
  })
}

await main()
