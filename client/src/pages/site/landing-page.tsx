import { Link } from 'wouter'
import { brand } from '@/lib/brand'
import { useDocumentTitle } from '@/lib/document-title'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'

export function LandingPage() {
  useDocumentTitle(brand.portalName)
  return (
    <section className="shell py-section">
      <h1 tabIndex={-1} className="max-w-3xl text-hero">
        Turn your great credit into steady monthly income
      </h1>
      <Link href={paths.onboarding} className={buttonClass({ size: 'lg', className: 'mt-8' })}>
        Sign Up
      </Link>
    </section>
  )
}
