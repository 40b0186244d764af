import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { z } from '@shared/zod'
import type { BrowserInstall } from './browser'

/**
 * The Chromium of the npm package @sparticuz/chromium, with its libraries and fonts, unpacked into a
 * folder of its own per version. Safe to call from several processes at the same time.
 */
export async function unpackBundledChromium(): Promise<BrowserInstall> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `No Chromium is bundled for ${process.platform}-${process.arch}. ` +
        'Please set CHROMIUM_PATH to one.',
    )
  }
  const require = createRequire(import.meta.url)
  const bundle = join(dirname(require.resolve('@sparticuz/chromium')), '../..')
  const manifest: unknown = JSON.parse(fs.readFileSync(join(bundle, 'package.json'), 'utf8'))
  const { version } = z.object({ version: z.string() }).parse(manifest)
  const name = `portal-chromium-${version}`
  const caches = [join(bundle, '../../.cache'), join(homedir(), '.cache')]

  const existing = caches.map((cache) => join(cache, name)).find((path) => fs.existsSync(path))
  return describeInstall(existing ?? (await unpackInto(firstWritable(caches), name, bundle)))
}

/** node_modules may belong to another user than the one who runs the tests. */
function firstWritable(folders: string[]): string {
  const writable = folders.find((folder) => {
    try {
      fs.mkdirSync(folder, { recursive: true })
      fs.accessSync(folder, fs.constants.W_OK)
      return true
    } catch {
      return false
    }
  })
  if (!writable) throw new Error(`No folder to unpack Chromium into: ${folders.join(', ')}`)
  return writable
}

async function unpackInto(cache: string, name: string, bundle: string): Promise<string> {
  const target = join(cache, name)
  const temporary = fs.mkdtempSync(`${target}.new-`)
  try {
    await pipeline(
      fs.createReadStream(join(bundle, 'bin/chromium.br'), { highWaterMark: 1 << 20 }),
      createBrotliDecompress({ chunkSize: 1 << 20 }),
      fs.createWriteStream(join(temporary, 'chromium'), { mode: 0o755 }),
    )
    unpackTar(join(bundle, 'bin/al2023.tar.br'), temporary)
    unpackTar(join(bundle, 'bin/fonts.tar.br'), temporary)
    fs.writeFileSync(join(temporary, 'fonts.conf'), fontConfiguration)
    fs.renameSync(temporary, target)
  } catch (error) {
    fs.rmSync(temporary, { recursive: true, force: true })
    // Another process that unpacked at the same time was first, and its result is as good.
    if (!fs.existsSync(target)) throw error
  }
  return target
}

function unpackTar(archive: string, folder: string): void {
  const tar = join(folder, basename(archive, '.br'))
  fs.writeFileSync(tar, brotliDecompressSync(fs.readFileSync(archive)))
  // As root, tar would otherwise give the files to the person who packed them.
  execFileSync('tar', ['-x', '-o', '-f', tar, '-C', folder])
  fs.rmSync(tar)
}

/** Only the bundled fonts: pages look the same everywhere, and without any font they stay blank. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fonts-cache</cachedir>
</fontconfig>
`

function describeInstall(folder: string): BrowserInstall {
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      // Where fonts.conf puts its cache; a relative path there would be a folder of the checkout.
      XDG_CACHE_HOME: folder,
    },
  }
}
