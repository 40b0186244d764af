import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { brand } from '@/lib/brand'
import type { LegalDocument } from './legal-document'

export const disclosures: LegalDocument = {
  title: 'FTC Disclosures',
  description:
    'What our earnings figures mean, who pays you, what lending your credit standing can cost, and why results are not guaranteed. Read this before you apply.',
  updated: 'November 29, 2026',
  intro: [
    `This page tells you what you should know before you take part in the ${brand.programName} (the “Program”). Read it before you apply, upload a document, share a login, or pay for anything.`,
    'The short version: results are not guaranteed, payments come from entrepreneurs and not from us, your own credit and finances can be affected, all sales are final, and disputes go to binding arbitration with no class actions.',
    '“We,” “us,” and “our” mean the operator of the Program. “Credit Partner” means a person with strong personal credit who takes part. “Entrepreneur” means a business owner who seeks funding and may be matched with a Credit Partner.',
  ],
  sections: [
    {
      id: 'results-not-guaranteed',
      heading: 'Results are not guaranteed',
      blocks: [
        'Results are not guaranteed. Earnings are not guaranteed. Applying does not guarantee that you will be approved; approval does not guarantee a match; and a match does not guarantee that funding is obtained or that you are paid.',
        'What happens to you depends on things that we do not control, among them:',
        {
          list: [
            'your credit history, your credit score, and changes to either of them while you take part;',
            'whether an Entrepreneur who fits your profile is looking for funding when you are ready;',
            'whether you and the Entrepreneur both accept the match;',
            'the decisions of lenders, which they make by their own rules;',
            'whether the Entrepreneur’s business earns enough, and whether the Entrepreneur pays you on time or at all.',
          ],
        },
        'Some people who apply will earn nothing. Do not spend, borrow, or give up other income in reliance on money that you have not yet received.',
      ],
    },
    {
      id: 'earnings-figures',
      heading: 'What our earnings figures mean',
      blocks: [
        'You will see these figures on this site and in our messages. They are estimates of what may be possible. They are not averages, they do not describe what a typical participant has earned or will earn, and results are not guaranteed.',
        {
          list: [
            '$2,500+ a month: estimated earnings of a Credit Partner who is approved, matched, and paid by an Entrepreneur. Results are not guaranteed.',
            '$30,000+ a year: the same monthly estimate over twelve months in a row. It assumes a full year without a gap in matches or payments. Results are not guaranteed.',
            '$500 per approved referral, uncapped: there is no limit on the number of people you may refer, but only a referral that is approved counts. Results are not guaranteed.',
            '$2,500 in advances: the welcome email describes $500 on contract signing and $2,000 on first funding approval. You receive either part only if that event happens. Results are not guaranteed.',
            '$2,500 to $6,000+ a month: the potential range named in the welcome email. Results are not guaranteed.',
          ],
        },
        'All figures are before taxes and before any cost of your own. A calculator or example on this site multiplies these same figures by the numbers that you choose. It knows nothing about you and predicts nothing.',
      ],
    },
    {
      id: 'who-pays-you',
      heading: 'Who pays you',
      blocks: [
        'Payments come from entrepreneurs, not from us. We introduce people, guide the match, and may process or pass along a payment. Doing so does not make us the source of the money, and we do not guarantee that an Entrepreneur will pay.',
        'Your payment terms are those of the written agreement that you sign with the Entrepreneur. Read it in full before you sign. If it says something different from this site, the signed agreement decides what that Entrepreneur owes you.',
        'You are not our employee, and what you receive is not a wage. You are responsible for reporting your income and paying your own taxes.',
      ],
    },
    {
      id: 'referral-payments',
      heading: 'Referral payments, tiers, and timing',
      blocks: [
        'Referral earnings are described in several ways on this site, because different arrangements exist. In every one of them results are not guaranteed, and a referral that is not approved or does not qualify earns nothing.',
        {
          list: [
            'The home page describes $500 per approved referral with no cap on the number of referrals.',
            'The referral program page describes $500 per qualified match, paid by Zelle, ACH, or PayPal, with weekly payouts available.',
            'The FAQ describes monthly tiers: Bronze, $250 per client for 1-5 referrals a month; Silver, $500 per client for 6-10; Gold, $750 per client for 11 or more. Tiers reset monthly, so each month starts again at the first tier.',
            'Under the FAQ schedule, commission payments are processed on the 15th of each month for the prior month’s qualified referrals, by the method chosen in Payment Settings.',
          ],
        },
        'Results are not guaranteed under any of these arrangements, and they are not combined: each referral is paid once at most. The arrangement that applies to you is the one confirmed to you in writing. Ask us which it is before you refer anyone.',
      ],
    },
    {
      id: 'if-you-recommend-us',
      heading: 'If you recommend the Program to others',
      blocks: [
        'If you can be paid for a referral, you have a material connection with us. Federal rules on endorsements require you to say so, clearly and close to the recommendation, in words such as “I get paid if you sign up.” A disclosure that is hidden behind a link, or among hashtags, is not enough.',
        'Say only what is true and what you have experienced yourself. Do not promise anyone approval, a match, or an amount of money. If you repeat one of our earnings figures, say right next to it that results are not guaranteed.',
      ],
    },
    {
      id: 'credit-score-requirements',
      heading: 'Credit score requirements',
      blocks: [
        'The minimum credit score is stated differently in different places. So that nothing surprises you, here is every version:',
        {
          list: [
            '700 or higher on the home page;',
            'over 680 on the application page and in the portal;',
            '680+ in the FAQ;',
            '650+ in the welcome email.',
          ],
        },
        'Treat all of these as guides and none as a promise. A score at or above any of them does not guarantee approval, because we look at the whole report: age of accounts, balances, late payments, recent inquiries, and the like. We call credit scores under 680 “fixer-uppers.” It is our informal name for a file that is likely to need work before an Entrepreneur can be matched with it, and it is not a judgment of you.',
        'Different services use different scoring models. The score that we or a lender see can differ from the one in your app.',
      ],
    },
    {
      id: 'credit-risk',
      heading: 'Lending your credit standing can affect your score and your finances',
      blocks: [
        'Taking part means that an Entrepreneur seeks funding with the help of your credit standing. That is a real risk, and it is yours. Before you accept a match, understand that:',
        {
          list: [
            'a lender may make a hard inquiry, which can lower your score and generally stays on your report for about two years;',
            'a new account or balance that is reported in your name can change your credit utilization, your average account age, and your debt-to-income ratio;',
            'if payments are late or are not made, the damage to your credit can be serious and can last for years;',
            'if you sign as a borrower, co-borrower, or guarantor, a lender can usually ask you to pay, whatever the Entrepreneur has promised;',
            'for as long as an obligation is open, it may be harder or more expensive for you to get a mortgage, a car loan, or other credit of your own.',
          ],
        },
        'Do not take part with credit that you expect to need soon, or if you could not bear the loss. You may refuse any match, and you never have to sign anything in a meeting.',
      ],
    },
    {
      id: 'personal-guarantee',
      heading: 'The Entrepreneur’s personal guarantee',
      blocks: [
        'The Entrepreneur personally guarantees the debt. In other words, the Entrepreneur promises to answer for it personally, and not only through a business.',
        'A guarantee is worth what the person who gives it is able to pay. It does not stop a lender from looking to anyone else who has signed, it does not stop late payments from being reported, and it is not insurance. We do not guarantee the debt, and we do not insure you against it. Ask to see the guarantee in writing before you accept a match.',
      ],
    },
    {
      id: 'matching',
      heading: 'How matching works and what it does not promise',
      blocks: [
        'After approval you join a video meeting with an Entrepreneur and a member of our support team. Both sides must accept for a match to succeed. If either says no, there is no match and neither owes the other a reason.',
        'Usually one match is enough. Sometimes one more entrepreneur is offered. We do not promise any number of introductions. We take care in choosing the Entrepreneurs we introduce, but we cannot know everything about a person or a business, and an introduction is not a recommendation to sign. Make your own inquiries and ask every question you have.',
      ],
    },
    {
      id: 'timing',
      heading: 'How long things take',
      blocks: [
        'These times are typical and not promised. Yours may be longer, for example if a document cannot be read or a verification call is needed.',
        {
          list: [
            'application: under 1 minute;',
            'credit verification: 1-2 business days;',
            'approval: within 24-48 hours;',
            'review as shown in the portal: typically 2-3 business days;',
            'onboarding call: within 2 business days after approval;',
            'introduction meeting: within 1 week.',
          ],
        },
        'If your application is not approved, you may reapply after 90 days.',
      ],
    },
    {
      id: 'documents-and-logins',
      heading: 'Documents and shared logins',
      blocks: [
        'You prove your credit in one of two ways. You can upload a credit report or score screenshot: at most 3 files of 10 MB each, as PDF, Word (DOC or DOCX), JPG, JPEG, or PNG. Or you, the applicant, can choose to share the login details of your credit-monitoring service. No one has to share a login. Uploading a document is always enough to apply.',
        `${loginIsSealed} They are used only to view your credit report. ${loginIsDeleted} Submissions that are not claimed by an account are removed after 30 days. Sharing a login may go against the terms of your monitoring service. Check them first, never reuse that password elsewhere, and change it once your review is over.`,
      ],
    },
    {
      id: 'sales-are-final',
      heading: 'Prices, deposits, and final sales',
      blocks: [
        'This portal does not take payments. If you buy a service connected with the Program, its price is given to you before you pay, and these rules apply:',
        {
          list: [
            'All sales are final.',
            'A partial payment is a non-refundable deposit, held for at most 30 days.',
            'If the balance is not paid within those 30 days, the deposit becomes store credit, valid for 6 months. Store credit is not paid out in cash and ends after 6 months.',
          ],
        },
        'If a law gives you a right to cancel or to a refund that cannot be waived, you keep that right.',
      ],
    },
    {
      id: 'educational-content',
      heading: 'Blog articles and other educational content',
      blocks: [
        'Our blog is educational only. Figures in it, such as a typical partner fee of 5-15% of the loan or a recommended score of 720+, describe general practice. They are not our prices, our requirements, or an offer to you, and results are not guaranteed.',
      ],
    },
    {
      id: 'no-professional-advice',
      heading: 'We do not give professional advice',
      blocks: [
        'Nothing on this site, in a message, or in a meeting is legal, tax, investment, credit, or financial advice, and our support team is not acting for you as an advisor. Talk to a lawyer, accountant, or financial professional of your own before you accept a match or sign an agreement.',
        'No one can lawfully promise to remove accurate and current information from your credit report. You can order your own reports without charge at AnnualCreditReport.com, and you can dispute errors with the credit bureaus yourself, also without charge.',
      ],
    },
    {
      id: 'honest-applications',
      heading: 'Honest applications to lenders',
      blocks: [
        'Every statement made to a lender must be true and complete, including who will use the money and who will repay it. Knowingly making a false statement to influence a lender can be a federal crime. We will never ask you to hide anything from a lender. If anyone in the Program does, refuse and tell us.',
      ],
    },
    {
      id: 'no-government-approval',
      heading: 'No government approval',
      blocks: [
        'The Federal Trade Commission has not reviewed, approved, or endorsed the Program or this page. The page is named FTC Disclosures because it sets out information of the kind that federal consumer-protection law expects advertisers to give.',
        'You can report a concern to the FTC at ReportFraud.ftc.gov, to the Consumer Financial Protection Bureau, or to the Colorado Attorney General at any time. You do not have to speak to us first.',
      ],
    },
    {
      id: 'disputes-and-liability',
      heading: 'Disputes and the limit of our liability',
      blocks: [
        'By using the Program you agree that disputes go to binding arbitration, held online under Colorado law, with no class actions. Most disputes are resolved in 14 days, before arbitration begins. The Dispute Resolution page explains each step.',
        'Our liability is capped at the amount you paid us or $100, whichever is greater, as far as the law allows. The Terms of Use give the details.',
      ],
    },
    {
      id: 'questions',
      heading: 'Questions',
      blocks: [
        `If anything on this page is unclear, ask before you go on. Call ${brand.supportPhone}, Monday to Friday, 9am-5pm ET; write to ${brand.supportEmail}; or send mail to ${brand.streetAddress}. We typically reply in 4-6 hours during business hours, and within 24 hours to a message sent through the support page.`,
      ],
    },
  ],
}
