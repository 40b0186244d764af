import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'

const fontFile = (family: string) =>
  new URL(
    `../../node_modules/@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`,
    import.meta.url,
  )

function fontFace(name: string, family: string): string {
  const data = readFileSync(fontFile(family)).toString('base64')
  return `@font-face { font-family: '${name}'; font-weight: 100 900; src: url(data:font/woff2;base64,${data}) format('woff2') }`
}

/** The portal's two typefaces, as a style sheet that needs no server. */
export const fontFaces = [fontFace('Inter', 'inter'), fontFace('Fraunces', 'fraunces')].join('\n')

export const publicPath = (name: string) =>
  fileURLToPath(new URL(`../../client/public/${name}`, import.meta.url))

/**
 * Opens an empty page of a size in a headless Chromium (CHROMIUM_PATH, or `/usr/bin/chromium`) and
 * closes it when the work is done.
 */
export async function withPage(
  size: { width: number; height: number },
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--force-color-profile=srgb', '--font-render-hinting=none'],
  })
  try {
    await work(await browser.newPage({ viewport: size }))
  } finally {
    await browser.close()
  }
}

/** Shows markup edge to edge, its fonts loaded. */
export async function show(page: Page, markup: string, style = ''): Promise<void> {
  await page.setContent(
    `<!doctype html><html lang="en"><head><style>${fontFaces} * { box-sizing: border-box; margin: 0 } ${style}</style></head><body>${markup}</body></html>`,
  )
  await page.evaluate(async () => {
    await Promise.all(
      ['400 16px Inter', '600 16px Inter', '400 16px Fraunces', '500 16px Fraunces'].map((font) =>
        document.fonts.load(font),
      ),
    )
  })
}
