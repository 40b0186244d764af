import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const compressible = new Set(['.js', '.css', '.html', '.svg', '.txt', '.xml', '.json'])
const smallest = 1024

/** `npm run build`: the client, precompressed, and the server, its dependencies left outside. */
async function main(): Promise<void> {
  await build({ configFile: 'vite.config.ts', logLevel: 'warn' })
  await precompress('dist/client')
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    build: {
      ssr: 'server/index.ts',
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node20',
    },
  })
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

await main()
