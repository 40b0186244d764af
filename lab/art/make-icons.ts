/**
 * Makes the app icons and the web manifest from `client/public/favicon.svg`. Needs Chromium. Run
 * from the root of the repository:
 *
 *   npx tsx lab/art/make-icons.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { defaultBrand } from '@shared/brand'
import { publicPath, show, withPage } from './browser'
import { evergreen, paper } from './palette'

/** The favicon, its corners rounded as in a browser's tab or left to the system that shows it. */
async function drawIcon(page: Page, size: number, isFullBleed: boolean): Promise<Buffer> {
  const favicon = readFileSync(publicPath('favicon.svg'), 'utf8')
  const svg = isFullBleed ? favicon.replace('rx="11" ', '') : favicon
  await page.setViewportSize({ width: size, height: size })
  await show(page, svg, `svg { display: block; width: ${size}px; height: ${size}px }`)
  return page.screenshot({ type: 'png', omitBackground: true })
}

/** One PNG in the container that older browsers ask for by name. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

const manifest = {
  name: defaultBrand.portalName,
  short_name: 'Credit Partner',
  description: `Sign up for the ${defaultBrand.programName} and follow your application.`,
  start_url: '/',
  scope: '/',
  display: 'browser',
  lang: 'en-US',
  background_color: paper,
  theme_color: evergreen,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
}

await withPage({ width: 512, height: 512 }, async (page) => {
  writeFileSync(publicPath('favicon.ico'), toIco(await drawIcon(page, 32, false), 32))
  writeFileSync(publicPath('apple-touch-icon.png'), await drawIcon(page, 180, true))
  writeFileSync(publicPath('icon-192.png'), await drawIcon(page, 192, true))
  writeFileSync(publicPath('icon-512.png'), await drawIcon(page, 512, true))
})
writeFileSync(publicPath('site.webmanifest'), `${JSON.stringify(manifest, null, 2)}\n`)
