/**
 * Makes the pictures of shared links: the portal's card, and one for each article from its cover.
 * Needs Chromium. Run from the root of the repository, after make-covers.ts:
 *
 *   npx tsx lab/art/make-social.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { defaultBrand } from '@shared/brand'
import { articles } from '@/content/articles/all-articles'
import type { Article } from '@/content/articles/article'
import { publicPath, show, withPage } from './browser'
import { brassText, evergreen, hairline, ink, lightBrass, paper, sand } from './palette'

const size = { width: 1200, height: 630 }

const style = `
  body { width: 1200px; height: 630px; overflow: hidden; font-family: Inter; position: relative }
  h1 { font-family: Fraunces; font-weight: 430; letter-spacing: -0.02em; text-wrap: balance }
  .name { font: 520 28px/1 Fraunces; letter-spacing: -0.01em; display: flex; gap: 14px; align-items: center }
  .card { background: ${evergreen}; color: ${paper}; width: 1200px; height: 630px; padding: 76px 80px }
  .card h1 { font-size: 78px; line-height: 1.06; margin-top: 116px; width: 760px }
  .card p { font-size: 28px; margin-top: 34px; color: ${lightBrass} }
  .card .large { position: absolute; right: 72px; top: 232px }
  .article { display: grid; grid-template-columns: 580px 620px; height: 630px; background: ${paper}; color: ${ink} }
  .article .words { padding: 64px 48px 60px 64px; display: flex; flex-direction: column }
  .article .category { color: ${brassText}; font: 600 24px/1 Inter }
  .article h1 { font-size: 52px; line-height: 1.12; margin: 26px 0 auto }
  .article .cover { background: ${sand}; border-left: 1px solid ${hairline}; overflow: hidden }
  .article .cover svg { display: block; height: 630px; width: 1120px; margin-left: -250px }
`

const arcs = (height: number, first: string, second: string) =>
  `<svg viewBox="2 8 44 32" height="${height}" fill="none" stroke-linecap="round" stroke-width="4.5">
    <path d="M6 28v-4a12 12 0 0 1 24 0v4" stroke="${first}"/>
    <path d="M42 20v4a12 12 0 0 1-24 0v-4" stroke="${second}"/>
  </svg>`

const portalCard = `
  <div class="card">
    <div class="large">${arcs(270, paper, lightBrass)}</div>
    <div style="position: relative">
      <div class="name">${arcs(30, paper, lightBrass)} ${defaultBrand.portalName}</div>
      <h1>Turn great credit into steady monthly income</h1>
      <p>Results are not guaranteed.</p>
    </div>
  </div>`

function articleCard(article: Article): string {
  const cover = readFileSync(publicPath(article.image.slice(1)), 'utf8')
  return `
    <div class="article">
      <div class="words">
        <div class="category">${article.category}</div>
        <h1>${article.title}</h1>
        <div class="name" style="color: ${evergreen}">
          ${arcs(30, evergreen, '#B7832F')} ${defaultBrand.portalName}
        </div>
      </div>
      <div class="cover">${cover}</div>
    </div>`
}

async function save(page: Page, markup: string, name: string): Promise<void> {
  await show(page, markup, style)
  writeFileSync(publicPath(name), await page.screenshot({ type: 'png' }))
}

mkdirSync(publicPath('social'), { recursive: true })
await withPage(size, async (page) => {
  await save(page, portalCard, 'social-card.png')
  for (const article of articles) {
    await save(page, articleCard(article), `social/article-${article.id}.png`)
  }
})
