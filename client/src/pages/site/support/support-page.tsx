import { Mail, MapPin, Phone, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { faq } from '@/content/faq'
import type { SentMessage } from '@/features/messages/message-form'
import { ReceiptPanel } from '@/features/messages/public-form'
import { streetAddressLines } from '@/lib/brand'
import { lazyPage, nextPaint } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { Card } from '@/ui/card'
import { cx } from '@/ui/class-names'
import { Motif } from '@/ui/logo'
import { Skeleton } from '@/ui/loaded'
import { SupportEmail, SupportPhone } from '@/ui/support-links'
import { Unbroken } from '@/ui/unbroken'
import { PageBanner } from '../page-banner'

// Most come to read or to call; what checks a form is a quarter of the page's code.
const MessageForm = lazyPage(async () => {
  await nextPaint()
  return import('@/features/messages/message-form').then((part) => part.MessageForm)
})

export function SupportPage() {
  useDocumentTitle('Support Center')
  return (
    <>
      <Opening />
      <Faq />
    </>
  )
}

export function Opening() {
  return (
    <>
      <PageBanner
        title="Support Center"
        subtitle="We're here to help with any questions you may have"
        illustration={<Motif strokeWidth={2} className="h-24 w-auto" />}
      />
      <div className="shell grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 py-12 md:py-20 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
        <Card className="p-5 md:p-9" titleId="contact-title">
          <ContactUs />
        </Card>
        <ContactCards />
      </div>
    </>
  )
}

function ContactUs() {
  const [sent, setSent] = useState<SentMessage | null>(null)
  if (sent) {
    return (
      <ReceiptPanel
        titleId="contact-title"
        title="Message sent"
        again="Send Another Message"
        onAgain={() => setSent(null)}
      >
        <p className="wrap-anywhere">
          We have your message about “{sent.subject}” and will reply within 24 hours to{' '}
          <strong className="font-medium text-ink">{sent.email}</strong>.
        </p>
      </ReceiptPanel>
    )
  }
  return (
    <>
      <h2 id="contact-title">Contact Us</h2>
      <p className="mt-2 mb-7 text-muted">
        Looking for a quick answer? Try the{' '}
        <a href="#faq-title" className="link">
          FAQ
        </a>
        . Or write to us, and a person will answer. We reply within 24 hours.
      </p>
      <Suspense fallback={<MessageFormSkeleton />}>
        <MessageForm onSent={setSent} />
      </Suspense>
    </>
  )
}

/** Holds the place of the form, as high as it is: nothing moves when it comes. */
function MessageFormSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading the form</span>
      <div className="grid gap-5 sm:grid-cols-2">
        <Line />
        <Line />
      </div>
      <Line />
      <Skeleton className="h-63.5 w-full min-[30rem]:h-58" />
      <Skeleton className="mt-1 h-13 w-full rounded-md sm:w-44" />
    </div>
  )
}

const Line = () => <Skeleton className="h-18.5 w-full" />

function ContactCards() {
  return (
    <aside aria-label="Other ways to reach us" className="grid content-start">
      <ContactCard icon={<Mail />} title="Email Support">
        <SupportEmail className="link pointer-coarse:py-2.5" />
        <p className="text-sm text-muted">We reply within 24 hours</p>
      </ContactCard>
      <ContactCard icon={<Phone />} title="Phone Support">
        <SupportPhone className="link pointer-coarse:py-2.5" />
        <p className="text-sm text-muted">
          <Unbroken>Mon-Fri, 9am-5pm ET</Unbroken>
        </p>
      </ContactCard>
      <ContactCard icon={<MapPin />} title="Office Address">
        <address className="max-w-56 not-italic">{streetAddressLines}</address>
      </ContactCard>
    </aside>
  )
}

function ContactCard(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section
      aria-label={props.title}
      className="grid grid-cols-[2.5rem_1fr] border-t py-6 first:border-t-0 first:pt-0 lg:first:border-t lg:first:pt-6 lg:last:border-b"
    >
      <span aria-hidden="true" className="text-brass-text [&>svg]:size-5 [&>svg]:stroke-[1.5]">
        {props.icon}
      </span>
      <div className="min-w-0">
        <h2 className="text-lg leading-6">{props.title}</h2>
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-1">{props.children}</div>
      </div>
    </section>
  )
}

/** One answer open at a time; the open one can be closed again. */
function Faq() {
  const [open, setOpen] = useState<string | null>(null)

  return (
    <section aria-labelledby="faq-title" className="border-t bg-white py-section">
      <div className="shell gap-16 lg:grid lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="faq-title" className="text-3xl">
            Frequently Asked Questions
          </h2>
          <p className="mt-4 text-muted">
            The figures in these answers are not promises: results are not guaranteed. Read the{' '}
            <Link href={paths.disclosures} className="link whitespace-nowrap">
              FTC Disclosures
            </Link>
            .
          </p>
        </div>
        <div className="mt-10 border-b lg:mt-0">
          {faq.map(({ question, answer }, index) => (
            <Item
              key={question}
              id={`faq-${index + 1}`}
              question={question}
              answer={answer}
              isOpen={open === question}
              onToggle={() => setOpen(open === question ? null : question)}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

interface ItemProps {
  id: string
  question: string
  answer: string
  isOpen: boolean
  onToggle: () => void
}

function Item({ id, question, answer, isOpen, onToggle }: ItemProps) {
  return (
    <div className="border-t">
      <h3 className="text-lg">
        <button
          type="button"
          id={`${id}-question`}
          aria-expanded={isOpen}
          aria-controls={`${id}-answer`}
          onClick={onToggle}
          className="flex min-h-16 w-full items-center justify-between gap-6 py-4 text-left transition-colors hover:text-leaf"
        >
          {question}
          <Plus
            aria-hidden="true"
            strokeWidth={1.5}
            className={cx(
              'size-5 shrink-0 text-brass-text transition-transform',
              isOpen && 'rotate-45',
            )}
          />
        </button>
      </h3>
      <div id={`${id}-answer`} hidden={!isOpen} className="animate-fade-in">
        <p className="max-w-measure pr-4 pb-7 text-muted md:pr-10">
          <Unbroken>{answer}</Unbroken>
        </p>
      </div>
    </div>
  )
}
