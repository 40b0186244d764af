import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { brand } from '@/lib/brand'
import type { LegalDocument } from './legal-document'

export const privacy: LegalDocument = {
  title: 'Privacy Policy',
  description:
    'What we collect when you apply, who sees your credit documents and shared logins, how long we keep them, and how to see, correct, or delete your data.',
  updated: 'November 29, 2026',
  intro: [
    `We ask you for something private: proof of your credit and sometimes a password. This policy says what happens to it. It covers this website, the ${brand.portalName} (the “Portal”), and the ${brand.programName} (together, the “Program”). “We,” “us,” and “our” mean the operator of the Program.`,
    'In short: we collect what the Program needs, we use one cookie to keep you logged in and one to know whose referral link brought you here, we have no advertising or analytics trackers, and we do not sell your data.',
  ],
  sections: [
    {
      id: 'what-we-collect',
      heading: 'What we collect',
      blocks: [
        'We collect the following, nearly all of it directly from you:',
        {
          list: [
            'Account details: your first and last name, email address, phone number, and password. The password itself is never stored, only a salted one-way hash of it.',
            'Credit documents: the credit reports or score screenshots that you upload, with their names, sizes, types, and dates. You may keep at most 3 files of 10 MB each, as PDF, Word (DOC or DOCX), JPG, JPEG, or PNG. They may show account numbers, balances, and your address.',
            'Monitoring logins: if you choose to share one, the name and web address of the service, your username and password there, and any notes you add.',
            'Review records: the status of your account, documents, and logins, when it changed, and the reason given.',
            'Your choices: when you accepted the Terms of Use and which version, and each consent to calls, texts, emails, or recordings that you gave or withdrew, with its words and time.',
            'Messages: what you send through the support form, by email, by text, or by phone, including call recordings where a call is recorded.',
            'Referrals: the names, email addresses, and phone numbers of the person who refers and of the person referred; who signed up by whose referral link; and how often each link was opened, counted by day. We keep nothing about who opened a link.',
            'Technical records: IP address, time, and the request made, kept in server and security logs.',
          ],
        },
        'If you are matched, we also keep a record of the meeting and its outcome, and of the payment details you choose to give us. The Portal itself takes no payments and holds no card numbers.',
      ],
    },
    {
      id: 'how-we-use-it',
      heading: 'How we use it',
      blocks: [
        {
          list: [
            'to create and secure your account;',
            'to verify your credit and decide on your application;',
            'to arrange guided matching and introduction meetings;',
            'to record referrals and process payments that are due;',
            'to check that the person who refers and the person referred are two different people, by comparing their email addresses, phone numbers, documents, payment details, and networks;',
            'to answer you and send the messages described on the Communications Compliance page;',
            'to prevent fraud and abuse, keep the Portal working, and meet legal duties.',
          ],
        },
        'A person makes the decision on your application. We do not use your data for advertising, for automated decisions, or for training artificial-intelligence models.',
      ],
    },
    {
      id: 'shared-logins',
      heading: 'Shared monitoring logins',
      blocks: [
        'Only applicants who choose to do so share the login of their own credit-monitoring service. It is one of two ways to apply, and uploading a document is always enough.',
        {
          list: [
            `${loginIsSealed} The key is kept outside the database.`,
            'Each time the administrator opens the list of logins, an entry is made in the audit record.',
            'They are used only to view and obtain the credit report and scores needed for your review.',
            loginIsDeleted,
            'A submission that is never claimed by an account is removed after 30 days.',
          ],
        },
        'Share a password that you use nowhere else, and change it at the service when your review is over. Check that the service’s terms allow sharing.',
      ],
    },
    {
      id: 'who-sees-it',
      heading: 'Who sees your data',
      blocks: [
        'You see your own account and documents. One designated administrator can see the accounts, documents, and shared logins of all applicants. Every document the administrator opens is recorded. Other participants cannot see your account. If someone referred you, they see your first name, the initial of your last name, the day you signed up, how far your application has come, and why a reward for referring you is on hold or was refused. They see nothing else.',
        'Entrepreneurs have no access to the Portal and cannot see your documents or logins there. If you agree to a guided meeting, the Entrepreneur learns your name, what you say, and what is needed to arrange the match. We tell you before we share anything beyond that.',
      ],
    },
    {
      id: 'who-we-share-it-with',
      heading: 'Who we share it with',
      blocks: [
        'We share data only with:',
        {
          list: [
            'companies that work for us under contract, such as those that host the Portal, deliver email, carry calls and texts, or run video meetings, and only as far as their task requires;',
            'a payment service, when you are to be paid, with the details that the payment needs;',
            'authorities, courts, or others, when the law requires it or when it is necessary to protect someone’s safety or rights;',
            'a successor, if the Program is transferred, under the promises of this policy.',
          ],
        },
        'Opt-in data and consent for text messages are not shared with third parties for their own marketing.',
      ],
    },
    {
      id: 'no-sale',
      heading: 'We do not sell your data',
      blocks: [
        'We do not sell your personal data, rent it, or share it for cross-context behavioral or targeted advertising. Since nothing is sold, an opt-out signal from your browser, such as Global Privacy Control, changes nothing for you: you are already opted out.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and tracking',
      blocks: [
        'We set two cookies, and scripts can read neither. The session cookie keeps you logged in. Your session ends when you log out, after 24 hours without activity, or after 7 days at most. The referral cookie is set only when you open someone’s referral link, and only by this site. It holds the codes of the last three links you opened and is kept for 90 days, so that the person who referred you is paid if you sign up. If your browser refuses it, the code travels in the page’s address instead. There are no advertising cookies, analytics scripts, tracking pixels, or social-media buttons. Fonts, pictures, and videos on this site come from our own server.',
        'Some notes stay in your browser and are not sent to us. Until you send a form, log out, or close the tab, it keeps what you have typed, but never passwords, codes, bank accounts, the username and notes of a shared login, or files. While you are logged in, it keeps your account number and when you were last active. It may also note an outside address the site was unexpectedly sent to.',
      ],
    },
    {
      id: 'security',
      heading: 'How we protect it',
      blocks: [
        {
          list: [
            'The connection between your browser and the Portal is encrypted.',
            'Account passwords are stored as slow, salted hashes. Monitoring passwords and notes are sealed at rest.',
            'Documents are never in a public folder. Opening one takes its owner’s session, or the administrator’s session together with a pass for that document that expires in 5 minutes.',
            'The content of an upload is checked against its type before it is accepted.',
            'Repeated attempts to log in are slowed down, and the administrator’s important actions are recorded.',
          ],
        },
        'No system is perfectly secure. If a breach affects you, we will tell you without unreasonable delay and within the time the law sets, which in Colorado is at most 30 days after we determine that it happened.',
      ],
    },
    {
      id: 'retention',
      heading: 'How long we keep it',
      blocks: [
        {
          list: [
            'Account details, notes on your application, and our emails to you: until your account is deleted. The text of an email is removed after 90 days.',
            loginIsDeleted,
            'Documents: until they are deleted. When you replace one, up to 10 of its earlier contents are kept for recovery; the oldest are deleted as new ones come, and all of them together with the document.',
            'Uploads and shared logins that no account has claimed: removed after 30 days.',
            'Messages, referrals, and call recordings: as long as we need them to answer you, to settle what is owed, or to show that we had your consent.',
            'Audit and security records: as long as needed for security and legal claims. They hold numbers, times, and network addresses, but no names and no passwords.',
          ],
        },
        'You can close your account on the account page. You have 7 days to change your mind. Then we remove your details, documents with every earlier version and backup copy, shared logins, consents, our emails to you, and the messages you sent while logged in. When we delete an account, this happens right away. We keep a record, without your name, that it was closed. If someone earned a reward for referring you, we also keep a scrambled code of your email and phone, so that no one is paid twice for the same referral. A message sent without logging in is not tied to an account: ask us to delete it.',
        'Copies in routine backups may last until those backups are replaced. We keep data beyond these times only where the law or an open dispute requires it.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      blocks: [
        'Wherever you live in the United States, you may ask us to:',
        {
          list: [
            'confirm whether we hold data about you, and give you a copy in a form that you can take elsewhere;',
            'correct what is wrong;',
            'delete your account, your documents, or a shared login;',
            'stop calling, texting, or emailing you.',
          ],
        },
        'On the account page you can do most of this yourself: download your data, correct your details, give or withdraw each consent, and close your account.',
        `For anything else, write to ${brand.supportEmail} or call ${brand.supportPhone}. We will confirm that it is you, for example by a reply from the email address on your account, and answer within 45 days. If we need up to 45 days more, we will say why. Someone you authorize may ask on your behalf. You will not be treated worse for asking.`,
        'If we refuse, we will give the reason, and you may appeal by replying to our answer. If your appeal is refused, you may contact the Colorado Attorney General or the authority of your own state.',
      ],
    },
    {
      id: 'credit-information',
      heading: 'Credit information',
      blocks: [
        'We look at the credit information that you give us or let us obtain through your monitoring service. Looking at your own report there does not cause a hard inquiry. The Portal does not report to credit bureaus. A lender that you or an Entrepreneur applies to may make inquiries and reports of its own, under its own privacy notice.',
      ],
    },
    {
      id: 'people-you-refer',
      heading: 'People you refer, and people referred to us',
      blocks: [
        'Give us another person’s details only with that person’s agreement. We use them only to follow up on the referral and to know who is owed for it. If you were referred and do not want to hear from us, tell us, and we will delete your details, apart from what we need to remember not to contact you.',
      ],
    },
    {
      id: 'children',
      heading: 'Children',
      blocks: [
        'The Program is for adults of 18 or over. We do not knowingly collect data from anyone under 18. If you believe that a child has given us data, tell us and we will delete it.',
      ],
    },
    {
      id: 'changes-and-contact',
      heading: 'Changes and contact',
      blocks: [
        'When we change this policy, we post the new version here with a new date. If a change lets us use data that we already hold in a materially different way, we will ask or tell you first, as the law requires.',
        `Questions go to ${brand.supportEmail}, to ${brand.supportPhone} (Monday to Friday, 9am-5pm ET), or to ${brand.streetAddress}.`,
      ],
    },
  ],
}
