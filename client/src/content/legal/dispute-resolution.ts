import { brand } from '@/lib/brand'
import type { LegalDocument } from './legal-document'

export const disputeResolution: LegalDocument = {
  title: 'Dispute Resolution',
  description:
    'How to raise a problem, why most disputes are resolved in 14 days, and how binding arbitration works: online, under Colorado law, with no class actions.',
  updated: 'November 1, 2026',
  intro: [
    `This page is an agreement between you and the operator of the ${brand.programName} (“we,” “us,” or “our”) about how disputes are settled. It is part of the Terms of Use.`,
    'Please read it carefully. It says that disputes are decided by a neutral arbitrator and not by a judge or jury, and that you and we may bring claims only as individuals, not as part of a class action.',
  ],
  sections: [
    {
      id: 'what-is-covered',
      heading: 'What is covered',
      blocks: [
        'A “dispute” is any claim or disagreement between you and us that arises from the program, this website, the portal, our messages or advertising, a purchase, a referral, or the Terms of Use, whatever law it is based on and whether it arose before or after you accepted them.',
        'A dispute between you and an Entrepreneur, a lender, a credit bureau, or a monitoring service is not covered. It follows your agreement with them. We will help where we reasonably can, for example by confirming what was said in a guided meeting.',
      ],
    },
    {
      id: 'step-one-talk-to-us',
      heading: 'Step 1: Talk to us',
      blocks: [
        `Most problems need only a conversation. Call ${brand.supportPhone}, Monday to Friday, 9am-5pm ET; write to ${brand.supportEmail}; or use the form on the support page. We typically reply in 4-6 hours during business hours, and within 24 hours to a message sent through the support page.`,
      ],
    },
    {
      id: 'step-two-written-notice',
      heading: 'Step 2: Send a written notice',
      blocks: [
        `If a conversation does not settle it, send a notice of dispute to ${brand.supportEmail} or to ${brand.streetAddress}. We will send ours to the email address on your account. A notice should state:`,
        {
          list: [
            'your name and the email address and phone number on your account;',
            'what happened and when;',
            'what you have already tried;',
            'what would settle the matter, including any amount of money;',
            'copies of documents that help to explain it. Do not send passwords.',
          ],
        },
      ],
    },
    {
      id: 'step-three-informal-resolution',
      heading: 'Step 3: Informal resolution',
      blocks: [
        'Once a notice has been sent, you and we agree to try in good faith to settle the dispute, by email, phone, or video. Most disputes are resolved in 14 days. Neither side may begin arbitration before those 14 days have passed, unless waiting would cause harm that cannot be repaired or would let a legal deadline expire.',
        'Offers made in these talks are confidential and may not be used later as an admission. From the notice until the end of the 14 days, any deadline for bringing the claim is paused, so far as the law allows.',
      ],
    },
    {
      id: 'binding-arbitration',
      heading: 'Step 4: Binding arbitration',
      blocks: [
        'If the dispute is not resolved informally, it is decided by binding arbitration. A single neutral arbitrator hears both sides and makes a decision that is final. Grounds for appeal are very narrow. A court with jurisdiction may confirm the decision and enforce it.',
        'The arbitrator may award an individual anything that a court could award to that individual under the same law and the Terms of Use. The decision must be in writing and must give the main reasons.',
        'The Federal Arbitration Act governs this arbitration agreement. The arbitrator decides the dispute itself. A court decides whether this agreement is valid and whether the section on class actions can be enforced.',
      ],
    },
    {
      id: 'choosing-the-arbitrator',
      heading: 'Choosing the arbitrator',
      blocks: [
        'To begin, one side sends the other a written demand that describes the claim and the relief it seeks. You and we then choose an arbitrator, or a provider with published rules for consumer disputes, by agreement. If we cannot agree, either side may ask a court with jurisdiction to appoint one under the Federal Arbitration Act.',
        'The arbitrator must be independent, must disclose any connection with either side, and must be experienced in consumer or financial matters.',
      ],
    },
    {
      id: 'online-hearings',
      heading: 'Arbitration takes place online',
      blocks: [
        'Arbitration is held online. Papers are exchanged by email and the hearing, if there is one, is by video or phone. You do not have to travel. Either side may ask for a decision on the papers alone, and the arbitrator will arrange reasonable accommodations for a disability, for language, or for lack of internet access.',
        'You may have a lawyer, but you do not need one.',
      ],
    },
    {
      id: 'colorado-law',
      heading: 'Colorado law applies',
      blocks: [
        'The arbitrator applies Colorado law, without its rules on conflict of laws, together with any federal law that applies. If the law of your home state gives you protection that cannot be given up by agreement, you keep it.',
      ],
    },
    {
      id: 'no-class-actions',
      heading: 'No class actions',
      blocks: [
        'You and we may bring claims only in an individual capacity. No class actions are allowed, nor collective, consolidated, private-attorney-general, or other representative proceedings, so far as the law allows them to be waived. The arbitrator may not combine the claims of several people unless everyone concerned agrees in writing.',
        'If this section cannot be enforced for a certain claim or kind of relief, that part alone goes to court, after the rest has been decided in arbitration.',
      ],
    },
    {
      id: 'no-jury-trial',
      heading: 'No jury trial',
      blocks: [
        'By agreeing to arbitration, you and we give up the right to have a dispute decided by a judge or jury. If a claim goes to court nevertheless, you and we waive a jury trial so far as the law allows.',
      ],
    },
    {
      id: 'costs',
      heading: 'Costs',
      blocks: [
        'Arbitration fees are shared according to the chosen provider’s rules for consumer disputes. Where no such rules apply, the arbitrator divides them fairly, and you will not be made to pay more than it would have cost you to file the same claim in court. Each side pays for its own lawyer, unless a law or the arbitrator’s decision under a law says otherwise.',
      ],
    },
    {
      id: 'refunds-and-liability',
      heading: 'Refund requests and the limit of liability',
      blocks: [
        'Two rules of the Terms of Use often matter in a dispute. First, all sales are final: a partial payment is a non-refundable deposit held for at most 30 days, and then becomes store credit valid for 6 months. Second, our liability is capped at the amount you paid us or $100, whichever is greater, as far as the law allows.',
        'The arbitrator applies both rules, and also applies any law that overrides them. Payments come from entrepreneurs, not from us, and results are not guaranteed, so a hoped-for amount that was never earned is not in itself a loss that we owe you.',
      ],
    },
    {
      id: 'what-stays-open',
      heading: 'What this agreement does not take away',
      blocks: [
        'Nothing here stops you from:',
        {
          list: [
            'reporting a concern to the Federal Trade Commission, the Consumer Financial Protection Bureau, the Colorado Attorney General, or any other agency, at any time;',
            'asking a court for an order that prevents harm while arbitration is pending;',
            'bringing an individual claim in small claims court, where the chosen provider’s rules or a law that cannot be waived give you that right;',
            'speaking truthfully about your experience with us.',
          ],
        },
      ],
    },
    {
      id: 'changes-and-validity',
      heading: 'Changes and validity',
      blocks: [
        'If we change this page, the change does not apply to a dispute of which either side had notice before the new date. If a part of this agreement cannot be enforced, the rest stays in force, except as the section on class actions says. The agreement continues after your account is closed.',
      ],
    },
  ],
}
