import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { brand } from '@/lib/brand'
import type { LegalDocument } from './legal-document'

export const terms: LegalDocument = {
  title: 'Terms of Use',
  description:
    'The agreement between you and us: who may apply, how matching and payments work, final sales, the limit of our liability, and how disputes are settled.',
  updated: 'November 29, 2026',
  intro: [
    `These Terms of Use (the “Terms”) are an agreement between you and the operator of the ${brand.programName} (“we,” “us,” or “our”). They cover this website, the ${brand.portalName} (the “Portal”), and your part in the program (together, the “Program”).`,
    'Three points matter most, so they come first. Results are not guaranteed. All sales are final. Disputes go to binding arbitration, and you and we give up class actions and a trial by jury.',
  ],
  sections: [
    {
      id: 'agreement',
      heading: 'Agreeing to these Terms',
      blocks: [
        'You accept these Terms when you check the box on the application form or otherwise use the Program. The Portal records when you accepted and which version. If you do not agree, do not create an account and do not use the Program.',
        'The Privacy Policy, the FTC Disclosures, the Dispute Resolution page, and the Communications Compliance page are part of these Terms. If you sign a separate written agreement with us, that agreement comes first wherever the two differ.',
        'Some words have a fixed meaning here. A “Credit Partner” is a person with strong personal credit who takes part. An “Entrepreneur” is a business owner who seeks funding and may be matched with a Credit Partner. A “Referrer” is a person who refers friends or family.',
      ],
    },
    {
      id: 'who-may-use-the-program',
      heading: 'Who may use the Program',
      blocks: [
        'You must be at least 18 years old, able to enter into a contract, and acting for yourself. You may not apply in someone else’s name, or with someone else’s credit report or login, even with that person’s permission.',
        'Applying does not entitle you to be approved. We may approve or reject an application, or change a status later, for any lawful reason. If your application is not approved, you may reapply after 90 days.',
      ],
    },
    {
      id: 'your-account',
      heading: 'Your account',
      blocks: [
        'Submitting an application creates an account. Give your real name, an email address that you control, and a phone number where we can reach you, and keep them current. Your password must have at least 8 characters; we recommend a longer one that you use nowhere else.',
        'Keep your password to yourself and log out on shared devices. You are responsible for what is done through your account until you tell us that someone else may have access to it. Your profile completion must reach 100% to unlock all features.',
      ],
    },
    {
      id: 'application-and-review',
      heading: 'Application and review',
      blocks: [
        'The steps are: complete the application (under 1 minute), submit your credit report, verification (which may include a call), a decision, and, if you are approved, guided matching. The following times are typical and not promised:',
        {
          list: [
            'credit verification: 1-2 business days;',
            'approval: within 24-48 hours;',
            'review as shown in the Portal: 2-3 business days;',
            'onboarding call: within 2 business days after approval;',
            'introduction meeting: within 1 week.',
          ],
        },
        'Everything you submit must be genuine, complete, and unaltered. We may ask for a newer or clearer document before we decide.',
      ],
    },
    {
      id: 'credit-scores',
      heading: 'Credit scores',
      blocks: [
        'The minimum score is stated as 700 or higher on the home page, over 680 on the application page and in the Portal, 680+ in the FAQ, and 650+ in the welcome email. Each is a guide. None guarantees approval, since we look at the whole report, and we may apply a stricter or a more lenient view to a particular file.',
        'Credit scores under 680 are “fixer-uppers,” our informal name for files that are likely to need work before a match. A fixer-upper may be asked to wait, to submit again later, or may be rejected.',
      ],
    },
    {
      id: 'documents',
      heading: 'Documents you upload',
      blocks: [
        'You may keep at most 3 files in your account, each of at most 10 MB, as PDF, Word (DOC or DOCX), JPG, JPEG, or PNG. You may view, download, and replace them from your dashboard. A replaced document goes back to review, and up to 10 of its earlier contents are kept so that a mistake can be undone.',
        'You keep whatever rights you have in your documents. You allow us to store, copy, and examine them in order to run the Program. Upload only what is yours, and nothing that contains malicious code.',
      ],
    },
    {
      id: 'shared-logins',
      heading: 'Sharing a credit-monitoring login',
      blocks: [
        'Instead of uploading a document, you, the applicant, may share the login details of your own credit-monitoring service. This is your choice; an upload is always enough. If you share a login, you authorize us to sign in for one purpose: to view and obtain the credit report and scores needed for your review. We will not change your settings, buy anything, or apply for credit there.',
        `${loginIsSealed} ${loginIsDeleted} A submission that is never claimed by an account is removed after 30 days. You may withdraw your authorization at any time on your dashboard or by telling us, and by changing the password at the service.`,
        'Your monitoring service’s own terms may forbid sharing a login. Reading and following them is your responsibility.',
      ],
    },
    {
      id: 'guided-matching',
      heading: 'Guided matching',
      blocks: [
        'After approval you join a video meeting with an Entrepreneur and a member of our support team. Both sides must accept for a match to succeed. Usually one match is enough; sometimes one more entrepreneur is offered. We do not owe you a match or any number of introductions.',
        'A successful match leads to a written agreement between you and the Entrepreneur. We are not a party to it unless it says so. You decide for yourself whether to sign. You never have to sign anything in the meeting.',
      ],
    },
    {
      id: 'credit-risk',
      heading: 'The risk to your credit',
      blocks: [
        'Lending your credit standing can affect your score and your finances. Lenders may make hard inquiries. New accounts and balances may appear on your report. Late or missed payments can damage your credit for years. If you sign as a borrower, co-borrower, or guarantor, a lender may collect from you.',
        'The Entrepreneur personally guarantees the debt. That promise is the Entrepreneur’s and not ours, and it is only as good as the Entrepreneur’s ability to pay. We do not guarantee or insure any debt.',
        'We give no legal, tax, credit, investment, or financial advice. Talk to a professional of your own before you accept a match. By accepting one, you confirm that you understand these risks and take them on by your own choice.',
      ],
    },
    {
      id: 'earnings-and-payments',
      heading: 'Earnings and payments',
      blocks: [
        'Payments come from entrepreneurs, not from us. We may process or pass along a payment, but we do not owe you money that an Entrepreneur has not paid.',
        'Figures such as $2,500+ a month, $30,000+ a year, $2,500 in advances ($500 on contract signing and $2,000 on first funding approval), or a potential $2,500 to $6,000+ a month are estimates or conditional on the events named with them. They are not offers or promises. Results are not guaranteed, and you may earn nothing.',
        'Figures in blog articles, such as a partner fee of 5-15% of the loan or a recommended score of 720+, are educational only and are not part of this agreement. Results are not guaranteed.',
        'You are an independent participant and not our employee, agent, or business partner in law. You are responsible for your own taxes and for giving us any tax form that the law requires.',
      ],
    },
    {
      id: 'referrals',
      heading: 'Referrals',
      blocks: [
        'You may refer as many people as you like. A referral is paid only if it is approved or qualifies under the arrangement confirmed to you in writing, and only once. Results are not guaranteed. The arrangements described on this site are:',
        {
          list: [
            '$500 per approved referral, with no cap (home page);',
            '$500 per qualified match, paid by Zelle, ACH, or PayPal, with weekly payouts available (referral program page);',
            'monthly tiers of $250 per client for 1-5 referrals a month (Bronze), $500 per client for 6-10 (Silver), and $750 per client for 11 or more (Gold). Tiers reset monthly. Payments are processed on the 15th of each month for the prior month’s qualified referrals, by the method in Payment Settings (FAQ).',
          ],
        },
        'Refer only people you know, and only after they have agreed that you may give us their name, email address, and phone number. Tell them that you may be paid. Do not send bulk messages, buy advertising in our name, make promises about earnings or approval, or refer yourself. We may refuse or reverse a payment for a referral that breaks these rules.',
      ],
    },
    {
      id: 'purchases',
      heading: 'Purchases: all sales are final',
      blocks: [
        'The Portal does not take payments. If you buy a service connected with the Program, we tell you the price and what it covers before you pay. Then these rules apply:',
        {
          list: [
            'All sales are final. We do not give refunds, except where the law requires one.',
            'A partial payment is a non-refundable deposit. We hold it for at most 30 days while you pay the balance.',
            'If the balance is not paid within those 30 days, the deposit becomes store credit. Store credit is valid for 6 months from that day, can be used only for our services, cannot be transferred or exchanged for cash, and then expires.',
          ],
        },
        'If a law that cannot be waived gives you a right to cancel, to a refund, or to a longer period, that right stands and these rules give way to it.',
      ],
    },
    {
      id: 'communications',
      heading: 'Calls, texts, and email',
      blocks: [
        `On the application form you may agree to be contacted by phone, SMS, and email, and to the recording of calls. Consent to contact is not required to apply or to buy anything. You can leave it out and call us instead at ${brand.supportPhone}. You can give and withdraw each consent on your account page at any time; the Communications Compliance page says more.`,
        'We may always send you messages that your account needs, such as a decision or a password reset. You agree to receive notices and agreements electronically. Tell us if you want paper copies.',
      ],
    },
    {
      id: 'acceptable-use',
      heading: 'What you may not do',
      blocks: [
        'You may not:',
        {
          list: [
            'submit false, altered, or stolen documents or logins;',
            'make or take part in a false statement to a lender, an Entrepreneur, or us;',
            'use the Program to launder money, commit fraud, or break any other law;',
            'look at, copy, or try to reach another person’s account, files, or credentials;',
            'probe, overload, scrape, or interfere with the Portal, or get around its limits;',
            'harass Entrepreneurs, other participants, or our staff;',
            'copy our name, design, text, or pictures for your own business without our written permission.',
          ],
        },
        'If you find a security weakness, tell us privately and do not use it. We are grateful for honest reports.',
      ],
    },
    {
      id: 'ending',
      heading: 'Suspension and ending',
      blocks: [
        'You may stop at any time. Close your account on the account page, or ask support to delete it, and we will, subject to the retention described in the Privacy Policy. Stopping does not end an agreement that you have signed with an Entrepreneur or a lender.',
        'We may suspend or close an account that breaks these Terms, puts others at risk, or has to be closed by law, and we may change or end the Program. Sections that by their nature should outlast the agreement do so, among them those on purchases, risk, liability, and disputes.',
      ],
    },
    {
      id: 'disclaimers',
      heading: 'No warranties',
      blocks: [
        'As far as the law allows, the Program is provided “as is” and “as available,” without warranties of any kind, express or implied, including implied warranties of merchantability, fitness for a particular purpose, and non-infringement. We do not warrant that the Portal will be free of interruption or error, that any applicant will be approved or matched, that funding will be obtained, or that an Entrepreneur will perform.',
        'We are not responsible for the acts of Entrepreneurs, lenders, credit bureaus, monitoring services, phone carriers, or payment services.',
      ],
    },
    {
      id: 'liability',
      heading: 'Limit of liability',
      blocks: [
        'As far as the law allows, our total liability for all claims connected with the Program is capped at the amount you paid us or $100, whichever is greater. We are not liable for indirect, incidental, special, consequential, or punitive damages, or for lost profits, lost credit standing, or lost data, even if we knew that they were possible.',
        'Some places do not allow some of these limits. There, they apply only as far as they may, and nothing in these Terms limits liability for fraud, for willful misconduct, or for anything else for which liability cannot be limited by law.',
      ],
    },
    {
      id: 'law-disputes-and-changes',
      heading: 'Law, disputes, changes, and contact',
      blocks: [
        'Colorado law governs these Terms, together with the Federal Arbitration Act as to arbitration. Tell us about a problem first: most disputes are resolved in 14 days. Those that are not go to binding arbitration, held online under Colorado law, one person at a time. No class actions are allowed, and you and we waive a trial by jury. The Dispute Resolution page is the full agreement on this subject.',
        'We may change these Terms. We will post the new version here with a new date, and give you reasonable notice of a change that reduces your rights. Changes do not apply to a dispute that you had already told us about. If you do not accept a change, stop using the Program. If part of these Terms cannot be enforced, the rest stays in force, and if we do not insist on a right at once, we do not lose it.',
        `Reach us at ${brand.supportPhone} (Monday to Friday, 9am-5pm ET), at ${brand.supportEmail}, or at ${brand.streetAddress}.`,
      ],
    },
  ],
}
