import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { Link } from 'wouter'
import { siteMap } from '@/content/site-map'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { PageBanner } from './page-banner'

export const Opening = () => (
  <PageBanner title="Sitemap" subtitle="Find your way around this site" />
)

export function SitemapPage() {
  useDocumentTitle('Sitemap')
  return (
    <>
      <Opening />
      <div className="shell grid gap-x-12 gap-y-12 py-12 sm:grid-cols-2 md:py-20 lg:grid-cols-3">
        {siteMap.map(({ section, links }) => (
          <nav key={section} aria-label={section}>
            <h2 className="border-b border-ink/70 pb-3 text-xl">{section}</h2>
            <ul className="mt-2">
              {links.map((link) => (
                <li key={link.name}>
                  <SitemapLink {...link} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-t bg-white">
        <div className="shell grid gap-x-12 gap-y-12 py-section md:grid-cols-2">
          <LegalSummary id="terms" title="Terms of Use" path={paths.terms}>
            The agreement between you and us: who can take part, what you can expect, and what you
            can’t. Results are not guaranteed, all sales are final, and disputes go to binding
            arbitration with no class actions.
          </LegalSummary>
          <LegalSummary id="privacy" title="Privacy Policy" path={paths.privacy}>
            {`What information we ask for, why we need it, who can open it, and how long we keep it. ${loginIsSealed} ${loginIsDeleted}`}
          </LegalSummary>
          <p className="text-muted md:col-span-2">
            More on this site: the{' '}
            <Link href={paths.referralProgram} className="link">
              Referral Program
            </Link>
            , how we settle disputes in{' '}
            <Link href={paths.disputeResolution} className="link">
              Dispute Resolution
            </Link>
            , and how we call, text, and email you in{' '}
            <Link href={paths.communicationsCompliance} className="link">
              Communications Compliance
            </Link>
            .
          </p>
        </div>
      </div>
    </>
  )
}

function SitemapLink({ name, path }: { name: string; path: string }) {
  const look = 'link inline-flex min-h-11 items-center'
  return path.startsWith('#') ? (
    <a href={path} className={look}>
      {name}
    </a>
  ) : (
    <Link href={path} className={look}>
      {name}
    </Link>
  )
}

function LegalSummary(props: { id: string; title: string; path: string; children: string }) {
  return (
    <section
      id={props.id}
      aria-labelledby={`${props.id}-title`}
      className="border-t-2 border-transparent pt-5 target:border-brass"
    >
      <h2 id={`${props.id}-title`}>{props.title}</h2>
      <p className="mt-3 max-w-measure text-muted">{props.children}</p>
      <Link href={props.path} className="link mt-3 inline-flex min-h-11 items-center">
        Read the {props.title}
      </Link>
    </section>
  )
}
