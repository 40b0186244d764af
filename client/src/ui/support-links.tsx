import { brand } from '@/lib/brand'
import { EmailText } from './email-text'

// Digits only.
const phoneHref = `tel:+1${brand.supportPhone.replace(/\D/g, '')}`

export const SupportPhone = ({ className = 'link whitespace-nowrap' }: { className?: string }) => (
  <a href={phoneHref} className={className}>
    {brand.supportPhone}
  </a>
)

export const SupportEmail = ({ className = 'link' }: { className?: string }) => (
  <a href={`mailto:${brand.supportEmail}`} className={className}>
    <EmailText email={brand.supportEmail} />
  </a>
)
