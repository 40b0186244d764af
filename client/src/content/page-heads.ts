import { pages } from '@shared/pages'
import { brand } from '@/lib/brand'
import { articles } from './articles/all-articles'
import { communicationsCompliance } from './legal/communications-compliance'
import { disclosures } from './legal/disclosures'
import { disputeResolution } from './legal/dispute-resolution'
import type { LegalDocument } from './legal/legal-document'
import { privacy } from './legal/privacy'
import { terms } from './legal/terms'
import { structuredData, type StructuredDataKind } from './structured-data'

/** Title and description of a page for search engines, link previews and the browser's tab. */
export interface PageHead {
  /** The path that the build writes the page to, relative to the client's folder. */
  file: string
  /** The address search engines should keep, which an alias shares with its page. */
  canonical: string
  title: string
  heading: string
  /** 120 to 160 characters. */
  description: string
  /** The picture of a shared link, 1200 by 630 pixels. */
  image: string
  type: 'website' | 'article'
  isIndexed: boolean
  /** JSON-LD. */
  structuredData: object | null
  /** The page's own module under `client/src/pages`, fetched along with the app. */
  module: string | null
}

interface PageText {
  title: string
  description: string
  module: string | null
  structuredData?: StructuredDataKind
}

const socialCard = '/social-card.png'
const toFile = (path: string) => `${path}/index.html`.replace(/^\/+/, '')
const titled = (title: string) =>
  title === brand.portalName ? title : `${title} · ${brand.portalName}`

function publicPage(path: string, text: PageText): PageHead {
  return {
    file: toFile(path),
    canonical: path,
    title: titled(text.title),
    heading: text.title,
    description: text.description,
    image: socialCard,
    type: 'website',
    isIndexed: true,
    structuredData: text.structuredData ? structuredData(text.structuredData) : null,
    module: text.module,
  }
}

/** A legal page's module is named after its address. */
const legalPage = (path: string, { title, description }: LegalDocument) =>
  publicPage(path, { title, description, module: `site/legal${path}-page` })

const hiddenPage = (path: string, text: PageText): PageHead => ({
  ...publicPage(path, text),
  isIndexed: false,
})

/** Article summaries are written for the blog's cards; search engines cut them off. */
const articleDescriptions: Record<number, string> = {
  1: 'What a FICO score measures, what the 300 to 850 ranges mean, which credit checks count, and how the five factors move the number that lenders see.',
  2: 'How a business credit file differs from your own, how Paydex and SBSS scores are built, and what signing a personal guarantee really commits you to.',
  3: 'Five ways to fund a young company, from customers and family to SBA loans, investors, and credit, each with its cost in dollars, ownership, and risk.',
  4: 'Who does what when an entrepreneur works with a Credit Partner, how a 5-15% fee adds up, what your signature can commit you to, and what to ask first.',
  5: 'A 90-day plan to improve your credit rating: fix errors with rights you already have, lower utilization, and avoid the paid shortcuts that do not work.',
  6: 'Merchant cash advances, revenue-based financing, and factoring compared: turn factor rates and caps into dollars, and see the traps in each contract.',
}

const articleHeads = articles.map((article): PageHead => ({
  file: toFile(`${pages.blog}/article-${article.id}`),
  canonical: `${pages.blog}?article=${article.id}`,
  title: titled(article.title),
  heading: article.title,
  description: articleDescriptions[article.id] ?? article.summary,
  image: `/social/article-${article.id}.png`,
  type: 'article',
  isIndexed: true,
  structuredData: structuredData(article),
  module: 'site/blog/blog-page',
}))

const disclosuresHead = legalPage(pages.disclosures, disclosures)

/** One head for every HTML page that the build writes. */
export const pageHeads: readonly PageHead[] = [
  publicPage(pages.home, {
    title: 'Turn Great Credit Into Monthly Income',
    description:
      'Have a credit score of 700+? Partner with vetted entrepreneurs who pay an estimated $2,500+ a month. Apply in under a minute. Results are not guaranteed.',
    module: 'site/landing-page',
    structuredData: 'Organization',
  }),
  publicPage(pages.onboarding, {
    title: 'Credit Partner Application',
    description:
      'Apply as a Credit Partner in under a minute: upload your credit report or share a monitoring login, create an account, and follow your review online.',
    module: 'onboarding/onboarding-page',
  }),
  publicPage(pages.referralProgram, {
    title: 'Referral Program',
    description:
      'Know someone with great credit? Refer them and earn $500 per qualified match, paid by Zelle, ACH, or PayPal, with no cap. Results are not guaranteed.',
    module: 'site/referral/referral-page',
  }),
  publicPage(pages.blog, {
    title: 'Blog & Resources',
    description:
      'Insights and guidance on credit, funding, and financial strategies: six plain-language articles on scores, business credit, startups, and partnerships.',
    module: 'site/blog/blog-page',
    structuredData: 'Blog',
  }),
  ...articleHeads,
  publicPage(pages.support, {
    title: 'Support Center',
    description:
      'Answers about credit scores, reviews, matching, and payments, and three ways to reach our support team: by form, by email, or by phone, 9am-5pm ET.',
    module: 'site/support/support-page',
    structuredData: 'FAQPage',
  }),
  disclosuresHead,
  { ...disclosuresHead, file: toFile(pages.ftcDisclosures) },
  legalPage(pages.terms, terms),
  legalPage(pages.privacy, privacy),
  legalPage(pages.disputeResolution, disputeResolution),
  legalPage(pages.communicationsCompliance, communicationsCompliance),
  publicPage(pages.sitemap, {
    title: 'Sitemap',
    description:
      'The pages of the portal on one screen: the program, how to apply, your dashboard, articles and support, and all of our legal documents.',
    module: 'site/sitemap-page',
  }),
  hiddenPage(pages.login, {
    title: 'Login',
    description:
      'Log in to see the status of your Credit Partner application and your documents, add or replace a file, and find out what happens next in your review.',
    module: 'site/login-page',
  }),
  hiddenPage(pages.resetPassword, {
    title: 'Reset Password',
    description:
      'Forgot the password to your Credit Partner account? We’ll email you a link, good for 30 minutes, to choose a new one. You’ll be logged out everywhere.',
    module: 'site/reset-password-page',
  }),
  hiddenPage(pages.confirmEmail, {
    title: 'Confirm Your New Email',
    description:
      'You asked to change the email of your Credit Partner account. Open the link that we sent to your new address, and confirm here that you want to log in with it.',
    module: 'site/email-link-page',
  }),
  hiddenPage(pages.verifyEmail, {
    title: 'Confirm Your Email',
    description:
      'Confirm the email of your Credit Partner account with the link that we sent you. This completes one step of your profile, which has to be complete for payouts.',
    module: 'site/email-link-page',
  }),
  hiddenPage(pages.stopEmailChange, {
    title: 'Keep Your Email',
    description:
      'Someone asked to change the email of your Credit Partner account, and it wasn’t you? Stop it here with the link that we sent you, then choose a new password.',
    module: 'site/email-link-page',
  }),
  hiddenPage(pages.meet, {
    title: 'Your Introduction',
    description:
      'Meet a Credit Partner. Open the link in our email to choose a time for the meeting, to join it, and to tell us afterward if you want to move ahead.',
    module: 'site/meet-page',
  }),
  hiddenPage(pages.photo, {
    title: 'Take a Photo',
    description:
      'Take photos of your credit report with this phone. They go into the application on your computer as one document, in the order you took them.',
    module: 'site/photo-page',
  }),
  hiddenPage(pages.emailChoices, {
    title: 'Turn Off Emails',
    description:
      'Turn off the emails about your Credit Partner account that you don’t want, with the link in one of them and without logging in. We still send essential ones.',
    module: 'site/email-choices-page',
  }),
  hiddenPage(pages.confirmation, {
    title: 'Thank You',
    description:
      'Thank you for applying. Add proof of your credit score, see what happens next, and prepare for the guided meeting with an entrepreneur and our support team.',
    module: 'onboarding/confirmation-page',
  }),
  // Shown for every page that has no file of its own: the dashboard, the account and the
  // administrator's area.
  {
    ...hiddenPage(pages.dashboard, {
      title: brand.portalName,
      description:
        'The private area of the portal: partners follow their review and manage their documents here, and the administrator reviews applications. Log in to see it.',
      module: null,
    }),
    file: 'private.html',
  },
  {
    ...hiddenPage('/404', {
      title: '404 Page Not Found',
      description:
        'There is no page at this address. It may have moved, or the link that brought you here may have a typo. Start again from the home page or the sitemap.',
      module: 'site/not-found-page',
    }),
    file: '404.html',
  },
]
