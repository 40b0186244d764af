import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand, streetAddressLines, supportPhoneHref } from '@/lib/brand'
import { Unbroken } from '@/ui/unbroken'

export function ContactCards() {
  return (
    <aside aria-label="Other ways to reach us" className="grid content-start">
      <ContactCard icon={<Mail />} title="Email Support">
        <a
          href={`mailto:${brand.supportEmail}`}
          className="link wrap-anywhere pointer-coarse:py-2.5"
        >
          {brand.supportEmail}
        </a>
        <p className="text-sm text-muted">We reply within 24 hours</p>
      </ContactCard>
      <ContactCard icon={<Phone />} title="Phone Support">
        <a href={supportPhoneHref} className="link whitespace-nowrap pointer-coarse:py-2.5">
          {brand.supportPhone}
        </a>
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
        <div className="mt-2 grid gap-1">{props.children}</div>
      </div>
    </section>
  )
}
