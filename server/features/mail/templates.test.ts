import { describe, expect, it } from 'vitest'
import { defaultBrand } from '@shared/brand'
import { fillPlaceholders, placeholdersOf, templateChangeOf, templateIds } from '@shared/mail'
import { defaultTemplates } from './default-templates'
import { defangName } from './plain-text'
import { renderHtml } from './render-html'

describe('the delivered templates', () => {
  it.each(templateIds)('%s uses known placeholders only', (id) => {
    const parsed = templateChangeOf(id).safeParse(defaultTemplates[id])
    expect(parsed.error?.issues).toBeUndefined()
    expect(fillPlaceholders(defaultTemplates[id].body, placeholdersOf(id))).not.toMatch(/[{}]/)
  })

  it.each([
    ['welcome', '650+'],
    [
      'welcome',
      '$2,500 in advances: $500 on contract signing and $2,000 on first funding approval',
    ],
    ['welcome', '$2,500 to $6,000+ a month'],
    ['welcome', 'Results are not guaranteed; see {{disclosuresLink}}'],
    ['welcome', 'Hi {{firstName}},'],
    ['welcome', '{{email}}'],
    ['welcome', '{{loginLink}}'],
    ['approved', 'onboarding call'],
    ['approved', 'within 2 business days'],
    ['approved', 'under To Do'],
    ['rejected', 'reapply after 90 days'],
    ['referral-signed-up', 'not guaranteed; see {{disclosuresLink}}'],
    ['referral-approved', '{{rewardNews}}'],
    ['referral-approved', '{{accountLink}}'],
    ['payout', '{{payoutAmount}} by {{payoutMethod}}'],
    ['payment-details', 'we pause payouts for three days'],
  ] as const)('%s says %s', (id, fact) => {
    expect(defaultTemplates[id].body).toContain(fact)
  })
})

const problem = (body: string) =>
  templateChangeOf('welcome').safeParse({ subject: 'Hello', body }).error?.issues[0]?.message

describe('an edited template', () => {
  it.each([
    ['Hi {{name}}', 'Unknown placeholder: {{name}}'],
    ['{{constructor}} {{firstName}} {{x}}', 'Unknown placeholder: {{constructor}}, {{x}}'],
    ['{{}}', 'Unknown placeholder: {{}}'],
    ['Hi {{firstName}', 'A placeholder is not closed: {{name}}'],
    ['{{referralName}}', 'Unknown placeholder: {{referralName}}'],
    ['Hi firstName}}', 'A placeholder is not closed: {{name}}'],
  ])('with %j is refused', (body, message) => {
    expect(problem(body)).toBe(message)
  })

  it.each(['Hi {{firstName}}', '{{ email }}', '{ one brace }', '$5 & <b>'])(
    'with %j is fine',
    (body) => {
      expect(problem(body)).toBeUndefined()
    },
  )
})

describe('a name in a mail', () => {
  it.each([
    ['Zoë', 'Zoë'],
    ["O'Neil-St. John", "O'Neil-St. John"],
    ['J.R.R.', 'J.R.R.'],
    ['Evil https://evil.example/login now', 'Evil https: evil. example/login now'],
    ['www.evil.example', 'www. evil. example'],
    ['\\\\evil\\share', 'evil\\share'],
    ['evil。example evil｡example', 'evil。 example evil｡ example'],
    ['==?utf-8?B?RXZpbA==?=', '?utf-8?B?RXZpbA?='],
  ])('%j becomes %j', (name, shown) => {
    expect(defangName(name)).toBe(shown)
  })
})

describe('filling in', () => {
  it('reads no placeholder out of a value, and leaves unknown ones', () => {
    const values = { firstName: '{{email}} $& $1', email: 'a@b.example' }
    expect(fillPlaceholders('{{firstName}}|{{ email }}|{{other}}', values)).toBe(
      '{{email}} $& $1|a@b.example|{{other}}',
    )
    expect(fillPlaceholders('{{toString}}', {})).toBe('{{toString}}')
  })
})

const render = (text: string, subject = 'Hello') =>
  renderHtml({ subject, text, brand: defaultBrand })

describe('a mail as HTML', () => {
  it('escapes everything', () => {
    const hostile = `<script>alert("1")</script> & 'x'`
    const html = render(hostile, hostile)
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;')
  })

  it('links addresses, and nothing around or inside them', () => {
    const html = render('See (https://portal.example/login?a=1&b=2#token=x-_). javascript:alert(1)')
    expect(html).toContain('<a href="https://portal.example/login?a=1&amp;b=2#token=x-_"')
    expect(html).not.toContain('href="javascript')
    expect(render('https://x.example/"onmouseover="y')).toContain('<a href="https://x.example/"')
  })

  it('makes a button of a known address that is a paragraph, with the address under it', () => {
    const button = { label: 'Log <in>', address: 'https://portal.example/login?a=1&b=2' }
    const { address } = button
    const shown = (text: string) =>
      renderHtml({ subject: 'Hello', text, brand: defaultBrand, buttons: [button] })
    const link = '<a href="https://portal.example/login?a=1&amp;b=2" style='
    const html = shown(`Here:\n\n${address}\n\nBye`)
    expect(html).toContain('>Log &lt;in&gt;</a>')
    // One link, and the address as text.
    expect(html.split(link)).toHaveLength(2)
    expect(html).toContain(' https://portal.example/login?a=1&amp;b=2</p>')
    for (const text of [`Here: ${address}`, `${address}x`, 'https://other.example/'])
      expect(shown(text)).not.toContain('Log &lt;in&gt;')
  })

  it('has its subject as the one heading', () => {
    expect(
      render('Text')
        .match(/<h1[^>]*>[^<]*/g)
        ?.map((tag) => tag.split('>')[1]),
    ).toEqual(['Hello'])
  })

  it('makes lists and paragraphs, and fits a phone', () => {
    const html = render('One\nTwo\n\n- a\n- b')
    expect(html).toContain('One<br>Two</p>')
    expect(html).toMatch(/<ul[^>]*><li[^>]*>a<\/li><li[^>]*>b<\/li><\/ul>/)
    expect(html).toContain('name="viewport"')
    expect(html).toContain('max-width:560px')
  })
})
