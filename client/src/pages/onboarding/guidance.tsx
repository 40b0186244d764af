import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { meetingTips, nextSteps, type Note, reminders, timeline } from '@/content/application'
import { paths } from '@/lib/paths'
import { SupportEmail, SupportPhone } from '@/ui/support-links'
import { Timeline } from '@/ui/timeline'
import { Unbroken } from '@/ui/unbroken'

export function NextSteps() {
  return (
    <section aria-labelledby="next-title">
      <h2 id="next-title" className="text-3xl">
        What Happens Next
      </h2>
      <ol className="mt-8 grid gap-x-10 md:mt-10 md:grid-cols-3">
        {nextSteps.map((step, index) => (
          <li key={step.title} className="border-t border-ink/70 pt-5 pb-8 md:pb-0">
            <span aria-hidden="true" className="figures font-display text-3xl text-brass">
              {index + 1}
            </span>
            <h3 className="mt-3">{step.title}</h3>
            <p className="mt-1 text-sm font-medium text-brass-text">
              <Unbroken>{step.time}</Unbroken>
            </p>
            <p className="mt-3 text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function NoteList({ notes }: { notes: readonly Note[] }) {
  return (
    <ul>
      {notes.map((note) => (
        <li key={note.title} className="border-t py-4">
          <p className="font-medium">{note.title}</p>
          <p className="mt-1 text-muted">{note.text}</p>
        </li>
      ))}
    </ul>
  )
}

export function LineList({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line} className="border-t py-4">
          {line}
        </li>
      ))}
    </ul>
  )
}

export function GuidanceList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-5">{title}</h2>
      {children}
    </section>
  )
}

export function MeetingTips({ title }: { title: string }) {
  return (
    <GuidanceList title={title}>
      <NoteList notes={meetingTips} />
    </GuidanceList>
  )
}

export function Reminders() {
  return (
    <GuidanceList title="Reminders">
      <LineList lines={reminders} />
    </GuidanceList>
  )
}

export function TimelineAndSupport(props: { title: string; isSent: boolean }) {
  return (
    <>
      <ApplicationTimeline {...props} />
      <div className="lg:border-t lg:pt-8">
        <SupportContact />
      </div>
    </>
  )
}

function ApplicationTimeline({ title, isSent }: { title: string; isSent: boolean }) {
  const items = timeline.map((item, index) => ({
    title: item.title,
    description: item.text,
    state:
      index === 0 ? (isSent ? ('done' as const) : ('current' as const)) : ('upcoming' as const),
  }))
  return (
    <section aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <Timeline items={items} className="mt-5" />
    </section>
  )
}

function SupportContact() {
  return (
    <section aria-label="Support">
      <h2 className="text-xl">Questions? Talk to Us</h2>
      <p className="mt-3">
        <SupportPhone className="link text-lg whitespace-nowrap" />
        <span className="block text-sm text-muted">
          <Unbroken>9am-5pm ET Mon-Fri</Unbroken>
        </span>
      </p>
      <p className="mt-3">
        <SupportEmail />
        <span className="block text-sm text-muted">
          <Unbroken>Typical reply in 4-6 hours during business hours</Unbroken>
        </span>
      </p>
      <p className="mt-3">
        <Link href={paths.support} className="link">
          Visit the Support Center
        </Link>
      </p>
    </section>
  )
}

const links = [
  { label: 'Terms of Use', path: paths.terms },
  { label: 'Privacy Policy', path: paths.privacy },
  { label: 'Dispute Resolution', path: paths.disputeResolution },
  { label: 'FTC Disclosures', path: paths.ftcDisclosures },
]

export function ConsentNote() {
  return (
    <section aria-label="Consent to Be Contacted" className="text-sm text-muted">
      <h2 className="font-sans text-base font-medium tracking-normal text-ink">
        Consent to Be Contacted
      </h2>
      <p className="mt-2 max-w-measure">
        If you check the contact box, you agree that we may contact you about your application and
        the program by phone call, SMS text message, and email, at the number and address you
        entered. We may use automated technology, and calls may be recorded. Message and data rates
        may apply, and message frequency varies. Reply STOP to stop texts or HELP for help.
      </p>
      <p className="mt-2 max-w-measure">
        Consent to contact is not required to submit this application. You can call us instead at{' '}
        <SupportPhone />
        <Unbroken>, 9am-5pm ET Mon-Fri.</Unbroken>
      </p>
      <div className="mt-4">
        <LegalLinks />
      </div>
    </section>
  )
}

export function LegalLinks() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {links.map((link) => (
        <li key={link.path}>
          <Link
            href={link.path}
            className="link inline-flex min-h-9 items-center pointer-coarse:min-h-11"
          >
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
