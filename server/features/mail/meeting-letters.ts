import { introductionWords } from '@shared/introduction-words'

const { choose, finding, booked, met, succeeded, ended } = introductionWords

const questions = 'If you have questions, email {{supportEmail}} or call {{supportPhone}}.' as const

const times = <Asked extends string>(asked: Asked) =>
  `Hi {{firstName}},

{{lead}}${asked}

{{times}}

{{link}}

Choose every time that works. We’ll book the first one that works for both of you and email you. {{next}}

${questions}` as const

const meeting = `Hi {{firstName}},

{{lead}}You’re meeting {{other}} by video on {{time}}, together with a member of our team. Please plan {{minutes}} minutes.

To join, open this page. The Join button appears there 15 minutes before the start:

{{link}}

To get ready:

- Find a quiet place with a steady connection, and use a computer if you can
- Arrive five minutes early to test your sound and camera
- Write your questions down: you’re making a decision, too
- You never have to sign anything in a meeting

If you can’t make it, tell us on the same page. If you can’t get in, call {{supportPhone}}. You can also email {{supportEmail}}.` as const

const answer = `Hi {{firstName}},

{{lead}}You’ve met {{other}}. Do you want to move forward together? Please accept or decline here:

{{link}}

If you both accept, we’ll share your full name, email, and phone number with each other. You don’t have to give a reason to decline, and we’ll only tell {{other}} it’s not moving forward. {{next}}

${questions}` as const

const meetingOfOthers = `{{pair}} are meeting on {{time}}.

{{link}}` as const

/**
 * Letters about an introduction, to its two people and to the host; `matches/letters.ts` says who gets which. Before
 * both have accepted, none has the last name, email or phone of the other. None ever has the link to the video room.
 */
export const meetingLetters = {
  'meeting-times': {
    kind: 'meeting',
    subject: choose.mail,
    body: times('{{about}}\n\nWhich of these times work for you?'),
  },
  'meeting-times-reminder': {
    kind: 'meeting-reminder',
    subject: 'Reminder: choose a time to meet {{other}}',
    body: times(
      'We’d like to set up your meeting with {{other}} and haven’t heard from you yet. Which of these times work for you?',
    ),
  },
  'meeting-booked': {
    kind: 'meeting',
    subject: booked.mail,
    body: meeting,
  },
  'meeting-moved': {
    kind: 'meeting',
    subject: 'New time: you’re meeting {{other}} on {{when}}',
    body: meeting,
  },
  'meeting-tomorrow': {
    kind: 'meeting-reminder',
    subject: 'Tomorrow: your meeting with {{other}}',
    body: meeting,
  },
  'meeting-off': {
    kind: 'meeting',
    subject: finding.mail,
    body: `Hi {{firstName}},

{{lead}}Your meeting with {{other}} on {{time}} is canceled. The attached file removes it from your calendar.

{{next}}

{{link}}

${questions}`,
  },
  'meeting-met': {
    kind: 'meeting',
    subject: met.mail,
    body: answer,
  },
  'meeting-met-reminder': {
    kind: 'meeting-reminder',
    subject: 'Reminder: how was your meeting with {{other}}?',
    body: answer,
  },
  /** Everything that was done by a mailed link is confirmed to the address on file. */
  'meeting-answered': {
    kind: 'meeting',
    subject: 'We have your answer',
    body: `Hi {{firstName}},

We have your answer about meeting {{other}}. You can see it here:

{{link}}

If this wasn’t you, call {{supportPhone}} right away.`,
  },
  'meeting-link': {
    kind: 'meeting',
    subject: 'Your new link for meeting {{other}}',
    body: `Hi {{firstName}},

Your earlier link no longer works. Here is a new one for meeting {{other}}:

{{link}}

${questions}`,
  },
  'meeting-succeeded': {
    kind: 'meeting',
    subject: succeeded.mail,
    body: `Hi {{firstName}},

{{lead}}You and {{otherName}} both accepted. Here’s how to reach each other:

- {{otherName}}
- {{otherEmail}}
- {{otherPhone}}

{{next}}

{{link}}

${questions}`,
  },
  /** Like the next one, this names no one, and so outlives the other's record. */
  'meeting-ended': {
    kind: 'meeting',
    subject: ended.mail,
    body: `Hi {{firstName}},

{{lead}}{{outcome}} {{next}}

${questions}`,
  },
  /** To an address that may be a stranger's: names no one. */
  'meeting-removal': {
    kind: 'meeting-removal',
    subject: 'Your meeting on {{day}} was removed from this calendar',
    body: `Hi,

Emails about your introduction no longer go to this address. The attached file removes the meeting on {{time}} from this calendar.

If you didn’t expect this, email {{supportEmail}} or call {{supportPhone}} right away.`,
  },
  'meeting-corrected': {
    kind: 'meeting',
    subject: 'Please ignore our last email about your introduction',
    body: `Hi {{firstName}},

We sent our last email about your introduction by mistake. Nothing has changed, and you can look at it here:

{{link}}

${questions}`,
  },
  'meeting-host-booked': {
    kind: 'meeting',
    subject: 'Introduction meeting on {{when}}',
    body: meetingOfOthers,
  },
  'meeting-host-moved': {
    kind: 'meeting',
    subject: 'New time: introduction meeting on {{when}}',
    body: meetingOfOthers,
  },
  'meeting-host-off': {
    kind: 'meeting',
    subject: 'The introduction meeting on {{day}} is canceled',
    body: `The introduction meeting on {{time}} is canceled. The attached file removes it from your calendar.

{{link}}`,
  },
  'meeting-host-soon': {
    kind: 'meeting-reminder',
    subject: 'Soon: introduction meeting on {{when}}',
    body: `{{pair}} are meeting on {{time}}. Open their introduction to join:

{{link}}`,
  },
  'meeting-host-over': {
    kind: 'meeting-reminder',
    subject: 'Did the meeting take place?',
    body: `{{pair}} were scheduled to meet on {{time}}. Please record whether they did. Then we’ll ask both for their answer.

{{link}}`,
  },
} as const

export type MeetingLetterId = keyof typeof meetingLetters
