import { brand } from '@/lib/brand'
import type { LegalDocument } from './legal-document'

export const communicationsCompliance: LegalDocument = {
  title: 'Communications Compliance',
  description:
    'How we call, text, and email you: what you consent to, how to reply STOP or HELP, quiet hours, call recording, and how to apply without consenting at all.',
  updated: 'November 28, 2026',
  intro: [
    `This page explains how the operator of the ${brand.programName} (“we,” “us,” or “our”) communicates with you by phone, SMS text message, and email, and how you stay in control of it. It is part of the Terms of Use.`,
    'Consent to contact is your choice. It is not required to apply, since you can call us instead.',
  ],
  sections: [
    {
      id: 'your-consent',
      heading: 'What you consent to',
      blocks: [
        'The application form asks whether you agree to be contacted. If you agree, you give us permission to contact you at the phone number and email address you entered, about your application and about the program, by:',
        {
          list: [
            'phone calls, which may be placed by a person or with automated dialing technology;',
            'SMS text messages, which may be sent automatically;',
            'email;',
            'and to the recording of calls between you and us.',
          ],
        },
        'You confirm that the number is yours or that you are its usual user. We record when you agreed, where, and to which words. The box on the application form covers calls, texts, and email; you agree to call recording on your account page. Tell us if your number changes, so that we do not reach a stranger.',
      ],
    },
    {
      id: 'consent-not-required',
      heading: 'Consent is not required',
      blocks: [
        `Consent to contact is not required to apply, to submit a document, or to buy anything. If you leave the box unchecked, we treat your application the same way. To speak with us, call instead: ${brand.supportPhone}, Monday to Friday, 9am-5pm ET.`,
        'Without your consent we send only the messages your account needs, such as an email with a decision, and we answer when you contact us. If we need to speak with you to verify a detail, we email you and ask you to call us.',
      ],
    },
    {
      id: 'what-we-send',
      heading: 'What we send',
      blocks: [
        {
          list: [
            'Account messages: confirmation of your application, requests for a document, the decision, and password resets.',
            'Program messages: verification calls, scheduling and reminders for introduction meetings, and payment or referral notices.',
            'Promotional messages: news about the program and about referring others. We send these only if you have agreed.',
          ],
        },
        'If a message names an amount you may earn, results are not guaranteed. The FTC Disclosures page explains every figure.',
      ],
    },
    {
      id: 'sms-terms',
      heading: 'Text messages',
      blocks: [
        'Message frequency varies with the stage of your application. Most people receive a few messages while they are under review and fewer later. Message and data rates may apply, depending on your plan.',
        {
          list: [
            'Reply STOP to any text to stop texts. CANCEL, END, QUIT, REVOKE, OPT OUT, and UNSUBSCRIBE work as well. You will get one message to confirm it, and no more after that.',
            `Reply HELP for help, or call ${brand.supportPhone}, or write to ${brand.supportEmail}.`,
            'To receive texts again, reply START or tell us that you agree.',
          ],
        },
        'Mobile carriers are not liable for delayed or undelivered messages. Not every carrier or device supports every message, and delivery is not guaranteed. We do not sell your number or your opt-in, or share either with third parties for their marketing.',
      ],
    },
    {
      id: 'calls',
      heading: 'Phone calls',
      blocks: [
        'When we call, we say at the beginning who we are and why we are calling. We do not disguise or withhold our number. We do not use prerecorded or artificial voices unless you have agreed to them separately.',
        'We follow the Telephone Consumer Protection Act (TCPA), the rules of the Federal Communications Commission, the Telemarketing Sales Rule where it applies, and state telemarketing laws. We make marketing calls or texts that need prior express written consent only to people who have given it.',
      ],
    },
    {
      id: 'quiet-hours',
      heading: 'Quiet hours',
      blocks: [
        'We do not place calls or send texts to you before 8 a.m. or after 9 p.m. in your local time, and we keep shorter hours where your state requires them. We judge your local time by the area code of your number and by the time zone of the device you last used to answer us, and keep to both. If we know neither, we send texts only at hours that suit every state. If that is wrong, let us know. Replies to something you have just asked for, such as HELP, may come at any hour.',
      ],
    },
    {
      id: 'do-not-call',
      heading: 'Do-not-call requests',
      blocks: [
        'Ask us at any time, in any reasonable way, not to call or text you. We put your number on our internal do-not-call list and honor the request as soon as we can, and no later than 10 business days. We also respect the National Do Not Call Registry. You can register at donotcall.gov.',
      ],
    },
    {
      id: 'call-recording',
      heading: 'Call recording',
      blocks: [
        'Calls may be recorded to document what was agreed, to train our team, and to settle questions later. We announce recording at the beginning of the call. If you do not want to be recorded, say so: we will stop the recording, or continue by email. We follow the law of your state where it requires the consent of everyone on the call.',
        'Recordings are kept only as long as these purposes require and are not sold. You may ask whether we hold a recording of you and request a copy. The same announcement applies to a video meeting, if it is recorded. Please do not record us or others without their consent.',
      ],
    },
    {
      id: 'email-rules',
      heading: 'Email',
      blocks: [
        'Our email follows the CAN-SPAM Act:',
        {
          list: [
            'The sender, the reply address, and the subject line are truthful.',
            'Promotional email is recognizable as such and carries our postal address.',
            'Each promotional email says how to opt out, without a fee and without giving us anything more than your email address.',
            'We honor an opt-out within 10 business days, and do not sell or pass on the addresses of those who opt out.',
          ],
        },
        'Opting out of promotional email does not stop account messages, such as a decision on your application or a password reset.',
      ],
    },
    {
      id: 'withdrawing-consent',
      heading: 'How to withdraw consent',
      blocks: [
        'You may withdraw consent for one channel or for all of them, at any time and at no charge:',
        {
          list: [
            'calls, texts, email, and call recording: on your account page, where you also see what you agreed to, and when;',
            'texts: reply STOP;',
            `calls: tell the caller, or call ${brand.supportPhone};`,
            `email: use the opt-out in the message, or write to ${brand.supportEmail};`,
            `by mail: write to ${brand.streetAddress}.`,
          ],
        },
        'Tell us the number or address concerned. Withdrawing consent does not affect your application, and it does not undo contact that was lawful before. We keep a record of your request so that we can honor it.',
      ],
    },
    {
      id: 'staying-safe',
      heading: 'Protecting yourself from impostors',
      blocks: [
        'We never ask for a password by phone, text, or email. Share a monitoring login only through the form on this website, over a secure connection, and never in a message. We never ask for payment by gift card or cryptocurrency.',
        `If a message seems wrong, do not answer it. Call ${brand.supportPhone} and ask.`,
      ],
    },
    {
      id: 'referred-contacts',
      heading: 'People referred to us',
      blocks: [
        'A Referrer must have your agreement before giving us your details. A referral is not consent to automated or promotional calls and texts. We contact each referred person individually, tell them who referred them, and stop as soon as they ask. Referrers may not send bulk texts, calls, or email on our behalf.',
      ],
    },
    {
      id: 'contact-and-complaints',
      heading: 'Questions and complaints',
      blocks: [
        `Write to ${brand.supportEmail}, call ${brand.supportPhone} (Monday to Friday, 9am-5pm ET), or send mail to ${brand.streetAddress}. We typically reply in 4-6 hours during business hours, and within 24 hours to a message sent through the support page.`,
        'You may also complain to the Federal Communications Commission at consumercomplaints.fcc.gov or to the Federal Trade Commission at ReportFraud.ftc.gov. When we change this page, we post the new version here with a new date. A change never widens a consent that you have already given.',
      ],
    },
  ],
}
