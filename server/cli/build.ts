import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'vite'
import { buildClient } from './build-client'
import { writePackage } from './build-package'

/**
 * `npm run build`: a folder that runs without the sources. The client, precompressed; the server and its
 * commands, their dependencies left outside; and the list of these.
 */
async function main(): Promise<void> {
  const folder = resolve('dist')
  await buildClient(`${folder}/client`)
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    build: {
      ssr: true,
      outDir: `${folder}/server`,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: {
          index: 'server/index.ts',
          portal: 'server/cli/portal.ts',
          // Documents are read in a process of their own.
          'reading-process': 'server/features/scores/reading-process.ts',
          // Passwords are hashed in threads of their own.
          'hashing-thread': 'server/features/accounts/hashing-thread.ts',
        },
        // Beside the entries: the server finds its other files from where its code lies.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  await rm(`${folder}/migrations`, { recursive: true, force: true })
  await writePackage(folder)
}

await main()
