import { formatPhone, phoneAddress } from '@/lib/format'

/** A phone number in the one format, to be dialed. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="link figures whitespace-nowrap pointer-coarse:py-3.25" href={phoneAddress(phone)}>
      {formatPhone(phone)}
    </a>
  )
}
