import type { Browser } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { launchBrowser, prepareBrowser, type BrowserInstall } from './browser'
import { unpackBundledChromium } from './browser-bundle'

const hasBundle = process.platform === 'linux' && process.arch === 'x64'
let browser: Browser | undefined

afterEach(async () => {
  await browser?.close()
  browser = undefined
})

/** Shows one line of text and measures it, on the page and among the pixels of a screenshot. */
async function renderText(install: BrowserInstall) {
  browser = await launchBrowser(install)
  const page = await browser.newPage({ viewport: { width: 400, height: 100 } })
  await page.setContent('<body style="background: white"><span>Credit Partner Portal</span></body>')
  const box = await page.locator('span').boundingBox()
  const screenshot = (await page.screenshot()).toString('base64')
  const darkPixels = await page.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
    if (!drawing) throw new Error('This browser cannot draw')
    drawing.drawImage(image, 0, 0)
    const { data } = drawing.getImageData(0, 0, image.width, image.height)
    return data.filter((value, index) => index % 4 === 0 && value < 128).length
  }, screenshot)
  return { width: box?.width ?? 0, darkPixels }
}

describe('prepareBrowser', { timeout: 60_000 }, () => {
  it('finds a browser that shows text', async () => {
    const { width, darkPixels } = await renderText(await prepareBrowser())
    expect(width).toBeGreaterThan(50)
    expect(darkPixels).toBeGreaterThan(200)
  })

  it.runIf(hasBundle)('has a browser of its own for machines without one', async () => {
    const installs = await Promise.all([unpackBundledChromium(), unpackBundledChromium()])
    expect(installs[0]).toEqual(installs[1])
    const { width, darkPixels } = await renderText(installs[0])
    expect(width).toBeGreaterThan(50)
    expect(darkPixels).toBeGreaterThan(200)
  })
})
