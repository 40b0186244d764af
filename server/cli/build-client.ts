import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { writePages } from './build-pages'

/** What the server sends as it lies on disk; pages it compresses itself, once their origin is known. */
const compressible = new Set(['.js', '.mjs', '.css', '.svg', '.vtt', '.webmanifest'])
const smallest = 512

/** Builds the client into a folder, given as an absolute path: app, pages, and their compressed forms. */
export async function buildClient(clientDir: string): Promise<void> {
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
