/**
 * Sets the two company documents as tagged PDFs. Needs Chromium 131 or newer. Run from the root of
 * the repository:
 *
 *   npx tsx lab/art/make-documents.ts
 */
import { mkdirSync } from 'node:fs'
import { fontFaces, publicPath, withPage } from './browser'
import { businessLicense } from './documents/business-license'
import { dueDiligence } from './documents/due-diligence'
import { documentStyle } from './documents/layout'

mkdirSync(publicPath('documents'), { recursive: true })
await withPage({ width: 816, height: 1056 }, async (page) => {
  for (const { file, title, body } of [businessLicense, dueDiligence]) {
    await page.setContent(
      `<!doctype html><html lang="en-US"><head><title>${title}</title><style>${fontFaces} * { box-sizing: border-box; margin: 0 } ${documentStyle}</style></head><body><main>${body}</main></body></html>`,
    )
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.pdf({
      path: publicPath(`documents/${file}`),
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
    })
  }
})
