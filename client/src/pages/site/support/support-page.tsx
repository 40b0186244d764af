import { Suspense, useState } from 'react'
import type { SentMessage } from '@/features/messages/message-form'
import { ReceiptPanel } from '@/features/messages/receipt-panel'
import { useDocumentTitle } from '@/lib/use-document-title'
import { lazyPage } from '@/lib/lazy-part'
import { nextPaint } from '@/lib/reload-when-stale'
import { Card } from '@/ui/card'
import { Motif } from '@/ui/motif'
import { Skeleton } from '@/ui/skeleton'
import { PageBanner } from '../page-banner'
import { ContactCards } from './contact-cards'
import { Faq } from './faq'

// Most come to read or to call; what checks a form is a quarter of the page's code.
const MessageForm = lazyPage(async () => {
  await nextPaint()
  return import('@/features/messages/message-form')
})

export function SupportPage() {
  useDocumentTitle('Support Center')
  return (
    <>
      <PageBanner
        title="Support Center"
        subtitle="We're here to help with any questions you may have"
        illustration={<Motif strokeWidth={2} className="h-24 w-auto" />}
      />
      <div className="shell grid gap-x-16 gap-y-12 py-12 md:py-20 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
        <Card className="p-5 md:p-9" titleId="contact-title">
          <ContactUs />
        </Card>
        <ContactCards />
      </div>
      <Faq />
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
export function MessageFormSkeleton() {
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

/** A label with its field. */
const Line = () => <Skeleton className="h-18.5 w-full" />
