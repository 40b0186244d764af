import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'vite'
import { buildClient } from './build-client'
import { writePackage } from './build-package'

/** What an operator runs beside the portal, by the names of the npm scripts. */
const commands = {
  setup: 'setup',
  admin: 'admin',
  fsck: 'fsck',
  backup: 'backup',
  restore: 'restore',
  doctor: 'doctor',
  'keys:rotate': 'rotate-keys',
  'audit:verify': 'verify-trail',
  'ledger:verify': 'verify-ledger',
  migrate: 'migrate',
  'storage:move': 'move-storage',
  'storage:seal': 'seal-storage',
}

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
          // Documents are read in a process of their own.
          'reading-process': 'server/features/scores/reading-process.ts',
          // Passwords are hashed, and statements printed, in threads of their own.
          'hashing-thread': 'server/features/accounts/hashing-thread.ts',
          'statement-pdf': 'server/features/referrals/desk/statement-pdf.ts',
          ...Object.fromEntries(
            Object.values(commands).map((file) => [file, `server/cli/${file}.ts`]),
          ),
        },
        // Beside the entries: the server finds its other files from where its code lies.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  await rm(`${folder}/migrations`, { recursive: true, force: true })
  await writePackage(folder, commands)
}

await main()
