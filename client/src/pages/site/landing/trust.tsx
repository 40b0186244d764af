import { Link } from 'wouter'
import { trustPoints } from '@/content/landing'
import { streetAddressLines } from '@/lib/brand'
import { documents, paths } from '@/lib/paths'
import { Unbroken } from '@/ui/unbroken'

export function Trust() {
  return (
    <section aria-labelledby="trust-title" className="shell py-section">
      <div className="gap-16 lg:grid lg:grid-cols-[1fr_1.6fr]">
        <div>
          <div className="lg:sticky lg:top-28">
            <h2 id="trust-title" className="text-3xl md:text-4xl">
              Trusted by Thousands of Partners
            </h2>
            <p className="mt-3 max-w-sm text-muted md:mt-4">
              Before you share anything, read the{' '}
              <Link href={paths.privacy} className="link whitespace-nowrap">
                Privacy Policy
              </Link>{' '}
              and the{' '}
              <Link href={paths.disclosures} className="link whitespace-nowrap">
                FTC Disclosures
              </Link>
              , and check who we are: our{' '}
              <a href={documents.license} download className="link whitespace-nowrap">
                business license (PDF)
              </a>
              , our{' '}
              <a href={documents.dueDiligence} download className="link whitespace-nowrap">
                due diligence (PDF)
              </a>
              , and our office at {streetAddressLines}.
            </p>
          </div>
        </div>
        <div className="mt-5 md:mt-10 lg:mt-0">
          {trustPoints.map((point) => (
            <div
              key={point.title}
              className="gap-8 border-t py-4 md:grid md:grid-cols-[1fr_1.7fr] md:py-8 last:border-b"
            >
              <h3>{point.title}</h3>
              <p className="mt-1 text-muted md:mt-0">
                <Unbroken>{point.text}</Unbroken>
              </p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
