import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderPage, renderSitemap, type Manifest, type ServedPage } from './build-pages'

const template = `<!doctype html>
<html lang="en">
  <head>
    <title>Generic</title>
    <meta
      name="description"
      content="Generic."
    />
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <div id="root">
      <!-- Opening --><b>Loading</b><!-- End of opening -->
      <i>More to come</i>
    </div>
  </body>
</html>
`

const blog: ServedPage = {
  file: 'blog/index.html',
  canonical: '/blog?article=1&more=2',
  title: 'Blog & "Resources" · Portal',
  heading: 'Blog & "Resources"',
  description: 'A $& of <all> articles.',
  image: '/social-card.png',
  type: 'website',
  isIndexed: true,
  structuredData: { name: '</script><script>alert(1)</script>' },
  module: 'site/blog-page',
  opening: '<h1>Blog for $& a month</h1>',
}

const manifest: Manifest = {
  'src/pages/site/blog-page.tsx': {
    file: 'assets/blog-page-1.js',
    css: ['assets/index-1.css', 'assets/blog-1.css'],
    imports: ['_card.js'],
  },
  '_card.js': {
    file: 'assets/card-1.js',
    css: [],
    imports: ['src/pages/site/blog-page.tsx'],
  },
  'src/pages/site/comments.tsx': {
    file: 'assets/comments-1.js',
    css: ['assets/comments-1.css'],
    imports: ['_card.js', '_editor.js'],
  },
  'src/pages/site/share-dialog.tsx': {
    file: 'assets/share-dialog-1.js',
    css: [],
    imports: [],
  },
  '_editor.js': { file: 'assets/editor-1.js', css: [], imports: [] },
  '../node_modules/@x/inter-latin-wght-normal.woff2': {
    file: 'assets/inter-latin-1.woff2',
    css: [],
    imports: [],
  },
}

describe('renderPage', () => {
  const page = renderPage(template, blog, manifest)

  it('replaces the generic title and description, and escapes its own', () => {
    expect(page).not.toContain('Generic')
    expect(page).toContain('<title>Blog &amp; &quot;Resources&quot; · Portal</title>')
    expect(page).toContain('content="A $&amp; of &lt;all&gt; articles."')
  })

  it('leaves the origin open in the canonical address and the pictures', () => {
    expect(page).toContain(
      '<link rel="canonical" href="__PUBLIC_ORIGIN__/blog?article=1&amp;more=2" />',
    )
    expect(page).toContain('property="og:image" content="__PUBLIC_ORIGIN__/social-card.png"')
  })

  it('keeps structured data from ending its element', () => {
    const scripts = page.match(/<script/g)
    expect(scripts).toHaveLength(1)
    expect(page).toContain('"\\u003c/script>\\u003cscript>alert(1)')
  })

  it('fetches the fonts, the page and what it imports early, each once', () => {
    expect(page.match(/(?<=rel="modulepreload" crossorigin href=")[^"]+/g)).toEqual([
      '/assets/blog-page-1.js',
      '/assets/card-1.js',
    ])
    expect(page).toContain(
      'as="font" type="font/woff2" crossorigin href="/assets/inter-latin-1.woff2"',
    )
    expect(page.match(/index-1\.css/g)).toHaveLength(1)
    expect(page.match(/blog-1\.css/g)).toHaveLength(1)
  })

  it('leaves to the page what it loads once it is shown', () => {
    expect(page).not.toMatch(/comments|editor|share-dialog/)
  })

  it('hides a page that is not indexed, and gives it neither address nor preview', () => {
    const hidden = renderPage(template, { ...blog, isIndexed: false }, manifest)
    expect(hidden).toContain('<meta name="robots" content="noindex" />')
    expect(hidden).not.toMatch(/canonical|og:|twitter:|ld\+json/)
  })

  it('opens with what the page opens with, or as the template does', () => {
    expect(page).toContain('<h1>Blog for $& a month</h1>')
    expect(page).toContain('<i>More to come</i>')
    expect(page).not.toContain('Loading')
    expect(renderPage(template, { ...blog, opening: '' }, manifest)).toContain('<b>Loading</b>')
  })

  it('complains about a template that has lost what it replaces', () => {
    expect(() => renderPage('<html></html>', blog, manifest)).toThrow('no title')
    expect(() => renderPage('<title>Generic</title>\n', blog, manifest)).toThrow('no opening')
  })
})

describe('renderSitemap', () => {
  it('lists each indexed address once', () => {
    const xml = renderSitemap([
      blog,
      { ...blog, file: 'alias/index.html' },
      { ...blog, canonical: '/login', isIndexed: false },
    ])
    expect(xml.match(/<loc>[^<]*<\/loc>/g)).toEqual([
      '<loc>__PUBLIC_ORIGIN__/blog?article=1&amp;more=2</loc>',
    ])
  })
})

describe('pictures, film and documents', () => {
  const publicDir = 'client/public'
  const megabyte = 1_000_000

  it('take less than 6 MB in all', () => {
    const files = readdirSync(publicDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const total = files.reduce((sum, file) => sum + statSync(file).size, 0)
    expect(total).toBeLessThan(6 * megabyte)
  })

  it.each(['explainer.webm', 'explainer.mp4'])('%s takes less than 3 MB', (name) => {
    const { size } = statSync(join(publicDir, 'video', name))
    expect(size).toBeGreaterThan(megabyte / 10)
    expect(size).toBeLessThan(3 * megabyte)
  })

  it('the MP4 can start before it has arrived', () => {
    const film = readFileSync(join(publicDir, 'video/explainer.mp4'))
    expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'))
  })

  it('the captions follow one another, and end with the disclaimer', () => {
    const captions = readFileSync(join(publicDir, 'video/explainer.vtt'), 'utf8')
    expect(captions).toMatch(/^WEBVTT\n\n/)
    const times = [...captions.matchAll(/00:(\d\d):(\d\d\.\d{3})/g)].map(
      ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
    )
    expect(times).toHaveLength(26)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(47)
    expect(captions).toContain('Results are not guaranteed')
  })

  it.each(['business-license.pdf', 'due-diligence.pdf'])(
    '%s is a tagged PDF named a sample',
    (name) => {
      const text = readFileSync(join(publicDir, 'documents', name), 'latin1')
      expect(text.startsWith('%PDF-')).toBe(true)
      expect(text).toContain('/Title (SAMPLE: ')
      expect(text).toContain('/StructTreeRoot')
      expect(text).toMatch(/\/Lang \(en-US\)/)
    },
  )
})
