import { describe, expect, it } from 'vitest'
import { renderPage, renderSitemap, type Manifest, type PageHead } from './build-pages'

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
  <body><div id="root"></div></body>
</html>
`

const head: PageHead = {
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
  const page = renderPage(template, head, manifest)

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
    const hidden = renderPage(template, { ...head, isIndexed: false }, manifest)
    expect(hidden).toContain('<meta name="robots" content="noindex" />')
    expect(hidden).not.toMatch(/canonical|og:|twitter:|ld\+json/)
  })

  it('complains about a template without a title', () => {
    expect(() => renderPage('<html></html>', head, manifest)).toThrow('no title')
  })
})

describe('renderSitemap', () => {
  it('lists each indexed address once', () => {
    const xml = renderSitemap([
      head,
      { ...head, file: 'alias/index.html' },
      { ...head, canonical: '/login', isIndexed: false },
    ])
    expect(xml.match(/<loc>[^<]*<\/loc>/g)).toEqual([
      '<loc>__PUBLIC_ORIGIN__/blog?article=1&amp;more=2</loc>',
    ])
  })
})
