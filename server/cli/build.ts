import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { writePackage } from './build-package'
import { writePages } from './build-pages'

/** Files that the server sends as they are on disk; pages it compresses itself, once their origin is known. */
const compressible = new Set(['.js', '.mjs', '.css', '.svg', '.vtt', '.webmanifest'])
const smallest = 512

/**
 * `npm run build`: a folder that runs without the sources. The client, precompressed; the server and its
 * commands, their dependencies left outside; and the list of these. `npm run build -- COMMIT` names the commit where
 * there is no history, as in a container.
 */
async function main(commit?: string): Promise<void> {
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
          // Passwords are hashed, and statements printed, in threads of their own.
          'hashing-thread': 'server/features/accounts/hashing-thread.ts',
          'statement-pdf': 'server/features/referrals/desk/statement-pdf.ts',
        },
        // Beside the entries: the server finds its other files from the folder of its code.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  await rm(`${folder}/migrations`, { recursive: true, force: true })
  await writePackage(folder, commit)
}

/** Builds the client into a folder, given as an absolute path: app, pages, and their compressed forms. */
async function buildClient(clientDir: string): Promise<void> {
  await build({
    configFile: 'vite.config.ts',
    logLevel: 'warn',
    build: { outDir: clientDir, manifest: true },
  })
  await writePages(clientDir)
  await precompress(clientDir)
}

async function precompress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const content = await readFile(path)
    if (content.length < smallest) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

await main(process.argv[2])
