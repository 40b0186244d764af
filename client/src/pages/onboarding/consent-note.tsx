import { Link } from 'wouter'
import { brand, supportPhoneHref } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { Unbroken } from '@/ui/unbroken'

const links = [
  { label: 'Terms of Use', path: paths.terms },
  { label: 'Privacy Policy', path: paths.privacy },
  { label: 'Dispute Resolution', path: paths.disputeResolution },
  { label: 'FTC Disclosures', path: paths.ftcDisclosures },
]

/** The meaning of agreeing to be contacted, and how to apply without it. */
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
        <a href={supportPhoneHref} className="link whitespace-nowrap">
          {brand.supportPhone}
        </a>
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
