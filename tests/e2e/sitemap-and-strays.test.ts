import { expect, test } from 'vitest'
import { isInView, readLinks, open, readText, readTexts } from '@tests/support/client/reading'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

test('the sitemap lists every section, and each of its links leads to a page', async () => {
  const { page } = await openVisitor()
  await open(page, '/sitemap')
  const sections = page.getByRole('main').getByRole('navigation')
  const listed: Record<string, Record<string, string>> = {}
  for (const section of await sections.all()) {
    const [title = ''] = await readTexts(section.getByRole('heading'))
    listed[title] = Object.fromEntries(await readLinks(section))
  }
  expect(listed).toEqual({
    'Main Pages': {
      Home: '/',
      Login: '/login',
      Onboarding: '/onboarding',
      Dashboard: '/dashboard',
      Blog: '/blog',
      Support: '/support',
      'FTC Disclosures': '/disclosures',
    },
    'Onboarding Process': {
      'File Upload': '/onboarding',
      Registration: '/onboarding',
      Completion: '/onboarding',
    },
    'User Dashboard': {
      Dashboard: '/dashboard',
      Documents: '/dashboard',
      'Application Status': '/dashboard',
    },
    'Admin Area': {
      'Admin Dashboard': '/admin',
      Users: '/admin/users',
      'Credit Reports': '/admin/reports',
      'Email Integration': '/admin/email',
    },
    Resources: { Blog: '/blog', Support: '/support', 'FTC Disclosures': '/disclosures' },
    'Legal & Company': {
      'Terms of Use': '#terms',
      'Privacy Policy': '#privacy',
      'FTC Disclosures': '/disclosures',
    },
  })
  const addresses = new Set(Object.values(listed).flatMap((links) => Object.values(links)))
  for (const address of addresses) {
    if (address.startsWith('/'))
      expect((await page.request.get(address)).status(), address).toBe(200)
  }
})

test('the sitemap’s Terms of Use and Privacy Policy are on the page, and lead on', async () => {
  const { page } = await openVisitor({ viewport: { width: 360, height: 740 } })
  for (const [id, name] of [
    ['terms', 'Terms of Use'],
    ['privacy', 'Privacy Policy'],
  ] as const) {
    await open(page, '/sitemap')
    const legal = page.getByRole('navigation', { name: 'Legal & Company' })
    await legal.getByRole('link', { name }).click()
    expect(new URL(page.url()).hash).toBe(`#${id}`)
    const summary = page.locator(`#${id}`)
    await expect.poll(() => isInView(summary)).toBe(true)
    expect(await readText(summary.getByRole('heading'))).toBe(name)
    await summary.getByRole('link', { name: `Read the ${name}` }).click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }
})

test('an unknown page says so and leads home', async () => {
  const { page } = await openVisitor()
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true }).waitFor()
  await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor()
  await page.getByText('We couldn’t find that page.').waitFor()
  const support = page.getByRole('main').getByRole('link', { name: 'Contact Support' })
  expect(await support.getAttribute('href')).toBe('/support')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Turn your great credit' }).waitFor()
})

test('an address of a file that is not there never gets the page', async () => {
  const { page } = await openVisitor()
  for (const path of ['/covers/article-9.svg', '/no-such-page.html', '/assets/none.js']) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(await answer.text(), path).not.toContain('id="root"')
  }
})
