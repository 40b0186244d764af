import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { termsVersion } from '@shared/accounts'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { brand } from '@/lib/brand'
import { communicationsCompliance } from './communications-compliance'
import { disclosures } from './disclosures'
import { disputeResolution } from './dispute-resolution'
import type { LegalBlock, LegalDocument } from './legal-document'
import { privacy } from './privacy'
import { terms } from './terms'

/** With how many words each may have. */
const lengths: readonly (readonly [LegalDocument, least: number, most: number])[] = [
  [disclosures, 1_500, 2_500],
  [terms, 1_500, 2_500],
  [privacy, 900, 2_000],
  [disputeResolution, 900, 1_600],
  [communicationsCompliance, 900, 1_600],
]
const documents = lengths.map(([document]) => document)

const linesOf = (block: LegalBlock): readonly string[] =>
  typeof block === 'string' ? [block] : block.list

function textOf(document: LegalDocument): string {
  return [
    ...document.intro,
    ...document.sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(linesOf)]),
  ].join('\n')
}

/** Facts of the program that must be found word for word in every document listed with them. */
const facts: readonly { in: readonly LegalDocument[]; say: readonly string[] }[] = [
  {
    in: [disclosures, terms, disputeResolution],
    say: [
      'Payments come from entrepreneurs, not from us',
      'll sales are final',
      'partial payment is a non-refundable deposit',
      'at most 30 days',
      'store credit',
      'valid for 6 months',
      'capped at the amount you paid us or $100, whichever is greater',
      'ost disputes are resolved in 14 days',
      'binding arbitration',
      'held online',
      'Colorado law',
      'o class actions',
    ],
  },
  {
    in: [disclosures, terms, privacy],
    say: [
      loginIsSealed,
      loginIsDeleted,
      'removed after 30 days',
      'at most 3 files',
      '10 MB',
      'PDF, Word (DOC or DOCX), JPG, JPEG, or PNG',
      'hard inquir',
    ],
  },
  {
    in: [disclosures, terms],
    say: [
      'Results are not guaranteed',
      '$2,500+ a month',
      '$30,000+ a year',
      '$2,500 in advances',
      '$500 on contract signing',
      '$2,000 on first funding approval',
      '$2,500 to $6,000+ a month',
      '$500 per approved referral',
      'with no cap',
      '$500 per qualified match',
      'paid by Zelle, ACH, or PayPal, with weekly payouts available',
      '$250 per client for 1-5 referrals a month',
      '$500 per client for 6-10',
      '$750 per client for 11 or more',
      'Tiers reset monthly',
      'processed on the 15th of each month for the prior month’s qualified referrals',
      'Payment Settings',
      'The Entrepreneur personally guarantees the debt',
      'redit scores under 680',
      '“fixer-uppers',
      '700 or higher on the home page',
      'over 680 on the application page and in the',
      '680+ in the FAQ',
      '650+ in the welcome email',
      '5-15% of the loan',
      'recommended score of 720+',
      'educational only',
      'Both sides must accept',
      'sually one match is enough',
      'ometimes one more entrepreneur is offered',
      'can affect your score and your finances',
      'professional of your own',
      'under 1 minute',
      'within 24-48 hours',
      '1-2 business days',
      '2-3 business days',
      'within 1 week',
      'within 2 business days after approval',
      'reapply after 90 days',
    ],
  },
  {
    in: [terms, communicationsCompliance],
    say: ['Consent to contact is not required to apply', 'call us instead', 'recording of calls'],
  },
  {
    in: [disclosures, disputeResolution, communicationsCompliance],
    say: ['results are not guaranteed', '4-6 hours during business hours', 'within 24 hours'],
  },
  { in: documents, say: ['Monday to Friday, 9am-5pm ET'] },
  { in: documents, say: [brand.supportPhone, brand.supportEmail, brand.streetAddress] },
  {
    in: [disclosures],
    say: [
      'uncapped',
      'you, the applicant, can choose to share the login details of your credit-monitoring service',
    ],
  },
  {
    in: [terms],
    say: [
      'you, the applicant, may share the login details of your own credit-monitoring service',
      'profile completion must reach 100% to unlock all features',
      'at least 8 characters',
    ],
  },
  {
    in: [privacy],
    say: [
      'Only applicants who choose to do so share the login',
      'We set two cookies, and scripts can read neither',
      'set only when you open someone’s referral link',
      'kept for 90 days',
      'how often each link was opened, counted by day',
      'Until you send a form, log out, or close the tab, it keeps what you have typed, but never passwords, codes,',
      'no advertising or analytics trackers',
      'We do not sell your personal data',
      'under 18',
      '7 days to change your mind',
      'documents with every earlier version and backup copy',
      'We keep a record, without your name, that it was closed',
      'a scrambled code of your email and phone',
      '30 days after the decision on your application',
      'download your data',
    ],
  },
  {
    in: [communicationsCompliance],
    say: [
      'since you can call us instead',
      'Reply STOP',
      'Reply HELP',
      'Message frequency varies',
      'Message and data rates may apply',
      'carriers are not liable for delayed or undelivered messages',
      'Telephone Consumer Protection Act (TCPA)',
      'CAN-SPAM Act',
      'before 8 a.m. or after 9 p.m. in your local time',
      'Calls may be recorded',
    ],
  },
]

const statements = facts.flatMap(({ in: named, say }) =>
  named.flatMap((document) => say.map((text) => [document.title, text, document] as const)),
)

describe('legal documents', () => {
  it.each(statements)('%s says: %s', (_title, text, document) => {
    expect(textOf(document)).toContain(text)
  })

  it.each(documents)('$title has unique kebab-case section ids', ({ sections }) => {
    const ids = sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(ids.length).toBeGreaterThanOrEqual(10)
    expect(ids.length).toBeLessThanOrEqual(18)
  })

  it.each(documents)('$title has a description for search engines', ({ description }) => {
    expect(description.length).toBeGreaterThanOrEqual(120)
    expect(description.length).toBeLessThanOrEqual(170)
  })

  it.each(['title', 'description'] as const)('have five different %ss', (key) => {
    expect(new Set(documents.map((document) => document[key])).size).toBe(5)
  })

  it.each(documents)('$title has no empty section and no leftovers', (document) => {
    for (const { heading, blocks } of document.sections) {
      const lines = blocks.flatMap(linesOf)
      expect(lines.length, heading).toBeGreaterThan(0)
      for (const line of lines) expect(line.trim(), heading).not.toBe('')
    }
    expect(textOf(document)).not.toMatch(/lorem|coming soon|placeholder|TBD|TODO|undefined|\[|\{/i)
  })

  it('are of the length a reader can expect', () => {
    for (const [document, least, most] of lengths) {
      const { length } = textOf(document).split(/\s+/)
      expect(length, document.title).toBeGreaterThanOrEqual(least)
      expect(length, document.title).toBeLessThanOrEqual(most)
    }
  })

  it.each(documents)('$title puts the warning next to each sum to earn', ({ sections }) => {
    const earnings = /\$(250|500|750|2,000|2,500|6,000|30,000)\b/
    for (const { heading, blocks } of sections) {
      const paragraphs = blocks.map((block) => linesOf(block).join('\n'))
      for (const [index, text] of paragraphs.entries()) {
        if (!earnings.test(text)) continue
        const nearby = paragraphs.slice(Math.max(0, index - 1), index + 2).join('\n')
        expect(nearby, heading).toMatch(/results are not guaranteed/i)
      }
    }
  })
})

describe('the version that applicants agree to', () => {
  const checksums: Record<string, string> = {
    '2026-11-01': '3b40ba223a8dd9f4e63a6c30b5d865a00edb46c0bf6f2af92fd9b5e2d6634fd5',
    '2026-11-22': 'f810e90aa823349f4089648e899bbc25894dcc180cadade8482b419e28c0e966',
    '2026-11-24': '2280e5185e30b5aba1024648dca5ffb6249e21e932689314b5e1a2abb7cead87',
    '2026-11-23': '2368ed8a0e8427ea8867db7087f9108f9d787362bc3a80743ea950ede273f787',
    '2026-11-28': '37516fb3a4615481a63b87bc0f51ee66cfde2ccdb4c2f63beb05556be0dea1cc',
    '2026-11-26': '062babdd24fe0d10076ce4ba7f3850b899bc2c3d1eb47ec2fcbc3e472956c068',
    '2026-11-25': '1da99523ffb0885ddd134d6c7c9bf1412a1cf0094cab9894aae6fcefbccc1114',
  }

  it('is another one whenever the text of a legal page changes', () => {
    const checksum = createHash('sha256').update(JSON.stringify(documents)).digest('hex')
    // Changed a text? Give it a new `termsVersion` and date, and add the checksum here.
    expect(checksum).toBe(checksums[termsVersion])
  })

  it('is the date that the terms and the privacy policy show', () => {
    for (const { updated } of [terms, privacy]) {
      expect(new Date(`${updated} UTC`).toISOString().slice(0, 10)).toBe(termsVersion)
    }
  })
})
